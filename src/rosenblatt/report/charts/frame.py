"""What all charts share: the SVG element, axes and markers."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from rosenblatt.report.charts.chart_text import SIZE, label
from rosenblatt.report.charts.scale import Scale
from rosenblatt.report.markup import Markup, element, join
from rosenblatt.report.number_text import compact

WIDTH = 940.0
NARROW = 520.0  # below this a chart is for a phone
STYLES = 8  # how many series can be distinguished by colour, marker and dash


def class_colour(code: int) -> str:
    """The colour of a class, the same on the whole page; grey after the first eight."""
    return f"s{code + 1}" if 0 <= code < STYLES else "s0"


def svg_chart(width: float, height: float, title: str, *children: Any) -> Markup:
    """The SVG element of a chart; its title is for screen readers, the page has its own text."""
    return element(
        "svg", *children, xmlns="http://www.w3.org/2000/svg", class_="chart", role="img",
        aria_label=title, viewBox=f"0 0 {width:g} {height:g}", width=width, height=height,
        font_size=SIZE,
    )  # fmt: skip


def line(x1: float, y1: float, x2: float, y2: float, kind: str, **attributes: Any) -> Markup:
    return element("path", d=f"M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}", class_=kind, **attributes)


def x_axis(
    scale: Scale, top: float, bottom: float, title: str, values: Sequence[float] = ()
) -> Markup:
    """Vertical grid lines with their numbers below, and the title of the axis below these.

    The numbers are the given values if there is room for them, else round numbers.
    """
    most = max(2, int(abs(scale.end - scale.start) / 62))
    ticks = values if spaced([scale(v) for v in values]) else scale.ticks(most)
    places = [(scale(t), compact(t)) for t in ticks]
    grid = [line(x, top, x, bottom, "grid") for x, _ in places]
    numbers = [label(x, bottom + 17, t, text_anchor="middle", class_="soft") for x, t in places]
    middle = (scale.start + scale.end) / 2
    room = scale.end - scale.start + 20
    name = label(middle, bottom + 36, title, room=room, text_anchor="middle", class_="soft")
    return join(grid, numbers, name)


def spaced(places: Sequence[float]) -> bool:
    """Whether numbers at these positions do not overlap."""
    return len(places) > 1 and all(b - a >= 44 for a, b in pairwise(places))


def y_axis(scale: Scale, left: float, right: float, title: str) -> Markup:
    """Horizontal grid lines with their numbers on the left, and the title of the axis above."""
    most = max(2, int(abs(scale.end - scale.start) / 44))
    places = [(scale(t), compact(t)) for t in scale.ticks(most)]
    grid = [line(left, y, right, y, "grid") for y, _ in places]
    numbers = [label(left - 7, y + 4, t, text_anchor="end", class_="soft") for y, t in places]
    return join(grid, numbers, label(2, 13, title, room=right, class_="soft"))


def marker(shape: int, x: float, y: float, radius: float = 4.0, **attributes: Any) -> Markup:
    """The marker of a series: circle, square, triangles, diamond, hourglasses, bar."""
    if shape % STYLES == 0:
        return element("circle", cx=x, cy=y, r=radius, **attributes)
    return element("path", d=marker_path(shape % STYLES, x, y, radius), **attributes)


def marker_path(shape: int, x: float, y: float, r: float) -> str:
    s = 0.86 * r
    corners = {
        1: [(-s, -s), (s, -s), (s, s), (-s, s)],
        2: [(0, -1.15 * r), (1.1 * r, 0.85 * r), (-1.1 * r, 0.85 * r)],
        3: [(0, -1.25 * r), (1.25 * r, 0), (0, 1.25 * r), (-1.25 * r, 0)],
        4: [(0, 1.15 * r), (1.1 * r, -0.85 * r), (-1.1 * r, -0.85 * r)],
        5: [(-s, -r), (s, -r), (0, 0), (s, r), (-s, r), (0, 0)],
        6: [(-r, -s), (-r, s), (0, 0), (r, s), (r, -s), (0, 0)],
        7: [(-1.3 * r, -0.5 * r), (1.3 * r, -0.5 * r), (1.3 * r, 0.5 * r), (-1.3 * r, 0.5 * r)],
    }[shape]
    return "M" + "L".join(f"{x + dx:.1f} {y + dy:.1f}" for dx, dy in corners) + "Z"
