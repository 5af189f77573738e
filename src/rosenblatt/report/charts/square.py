"""Curves between 0 and 1 in a square: ROC, precision and recall, reliability."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rosenblatt.report.charts.frame import STYLES, line, marker, svg_chart, x_axis, y_axis
from rosenblatt.report.charts.legend import below, below_height
from rosenblatt.report.charts.scale import Scale
from rosenblatt.report.markup import Markup, element, join

TOP, LEFT, FOOT, WIDTH = 28.0, 40.0, 44.0, 343.0


@dataclass(frozen=True)
class Curve:
    """A named curve of points (x, y), both from 0 to 1."""

    name: str
    points: Sequence[tuple[float, float]]


def square(
    curves: Sequence[Curve],
    *,
    title: str,
    x_label: str,
    y_label: str,
    diagonal: bool = False,
    dots: bool = False,
    moving: tuple[float, float] | None = None,
    width: float = WIDTH,
) -> Markup:
    """Curves in a square, the first one strongest.

    Parameters
    ----------
    curves : sequence of Curve
        At most eight.
    title, x_label, y_label : str
        Titles of the chart and its axes.
    diagonal : bool
        Whether to draw the diagonal to compare with.
    dots : bool
        Whether to mark the points.
    moving : (float, float) or None
        A place to mark on the first curve, which the page's script may move.
    width : float
        In pixels.

    Examples
    --------
    >>> svg = square([Curve("a", [(0, 0), (1, 1)])], title="t", x_label="x", y_label="y")
    >>> svg.count('class="curve')
    1
    """
    bottom = TOP + width - LEFT - 14
    x, y = Scale(0.0, 1.0, LEFT, width - 14), Scale(0.0, 1.0, bottom, TOP)
    names = [curve.name for curve in curves] if len(curves) > 1 else []
    height = bottom + FOOT + (below_height(names, width - LEFT) if names else 0)
    return svg_chart(
        width, height, title, x_axis(x, TOP, bottom, x_label), y_axis(y, LEFT, width - 14, y_label),
        line(x(0), y(0), x(1), y(1), "reference") if diagonal else None,
        [drawn(k, curve, x, y, dots) for k, curve in reversed(list(enumerate(curves)))],
        moving_mark(moving, x, y) if moving else None,
        below(names, LEFT, bottom + FOOT, width) if names else None,
    )  # fmt: skip


def drawn(k: int, curve: Curve, x: Scale, y: Scale, dots: bool) -> Markup:
    style = f"s{k + 1}" if k < STYLES else "s0"
    places = [(x(a), y(b)) for a, b in curve.points]
    path = "M" + "L".join(f"{a:.1f} {b:.1f}" for a, b in places) if places else None
    marks = [marker(0, a, b, 3.5, class_=f"mark {style}") for a, b in places] if dots else None
    shape = element("path", d=path, class_=f"curve {style}", data_tip=curve.name) if path else None
    return join(shape, marks)


def moving_mark(place: tuple[float, float], x: Scale, y: Scale) -> Markup:
    ends: dict[str, Any] = {
        "data_left": x.start, "data_right": x.end, "data_bottom": y.start, "data_top": y.end,
    }  # fmt: skip
    return element("circle", cx=x(place[0]), cy=y(place[1]), r=6.0, class_="operating", **ends)
