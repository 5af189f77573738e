"""Rows as points in two dimensions, with the line that separates them."""

from collections.abc import Sequence
from dataclasses import dataclass

from rosenblatt.report.charts.frame import (
    STYLES,
    WIDTH,
    class_colour,
    line,
    marker,
    svg_chart,
    x_axis,
    y_axis,
)
from rosenblatt.report.charts.legend import below, below_height
from rosenblatt.report.charts.scale import Scale, scale_for
from rosenblatt.report.markup import Markup, element, join

TOP, LEFT, FOOT = 28.0, 46.0, 44.0


@dataclass(frozen=True)
class Point:
    """A position, the number of its group, and whether it was classified correctly."""

    x: float
    y: float
    group: int
    right: bool = True


def scatter(
    points: Sequence[Point],
    *,
    groups: Sequence[str],
    title: str,
    x_label: str,
    y_label: str,
    boundary: float | None = None,
    width: float = WIDTH,
) -> Markup:
    """Points by group; misclassified ones are ringed and drawn last, far ones at the edge.

    Parameters
    ----------
    points : sequence of Point
        At most about a thousand.
    groups : sequence of str
        Names of the groups; the first eight have their own colours and markers.
    title, x_label, y_label : str
        Titles of the chart and its axes.
    boundary : float or None
        Position of the vertical separating line on the first axis; None for no line.
    width : float
        In pixels.

    Examples
    --------
    >>> points = [Point(-1.0, 0.0, 0), Point(1.0, 0.5, 1, right=False)]
    >>> svg = scatter(points, groups=["a", "b"], title="t", x_label="u", y_label="v", boundary=0.0)
    >>> svg.count('class="ring"')
    1
    """
    bottom = TOP + max(230.0, 0.5 * width)
    across = [*inner([p.x for p in points]), *([] if boundary is None else [boundary])]
    x = scale_for(across, LEFT, width - 14)
    y = scale_for(inner([p.y for p in points]), bottom, TOP)
    ordered = sorted(points, key=lambda p: not p.right)
    return svg_chart(
        width, bottom + FOOT + below_height(groups, width - LEFT), title,
        x_axis(x, TOP, bottom, x_label), y_axis(y, LEFT, width - 14, y_label),
        [point(p, x, y) for p in ordered],
        line(x(boundary), TOP, x(boundary), bottom, "boundary") if boundary is not None else None,
        below(groups, LEFT, bottom + FOOT, width, "point"),
    )  # fmt: skip


def inner(values: Sequence[float]) -> list[float]:
    """All values but the outermost hundredths, so that a few do not squeeze the others."""
    ordered = sorted(values)
    cut = len(ordered) // 100
    return ordered[cut : len(ordered) - cut]


def outside(points: Sequence[Point]) -> int:
    """How many points lie beyond the axes and are drawn at their edge."""
    if not points:
        return 0
    ends = [(min(v), max(v)) for v in (inner([p.x for p in points]), inner([p.y for p in points]))]
    (left, right), (low, high) = ends
    return sum(not (left <= p.x <= right and low <= p.y <= high) for p in points)


def point(p: Point, x: Scale, y: Scale) -> Markup:
    shape, style = (p.group, class_colour(p.group)) if p.group < STYLES else (0, "s0")
    at = x(min(max(p.x, x.low), x.high)), y(min(max(p.y, y.low), y.high))
    ring = element("circle", cx=at[0], cy=at[1], r=6.5, class_="ring") if not p.right else None
    return join(marker(shape, *at, 3, class_=f"point {style}"), ring)
