"""Bars to either side of zero: weights by feature, or counts by class."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

from rosenblatt.report.charts.chart_text import SIZE, label, text_width
from rosenblatt.report.charts.error_bars import names_width
from rosenblatt.report.charts.frame import WIDTH, line, svg_chart
from rosenblatt.report.charts.scale import Scale
from rosenblatt.report.markup import Markup, element, join

ROW, TOP = 22.0, 24.0


@dataclass(frozen=True)
class Bar:
    """A name, a length (negative to the left), and the text at its end.

    ``colour`` is that of a class (:func:`class_colour`), or empty for the side's own; ``spread`` is
    half the length of a whisker around the end; ``tip`` is added to the tooltip.
    """

    name: str
    value: float
    text: str
    colour: str = ""
    spread: float = 0.0
    tip: str = ""


def bars(
    items: Sequence[Bar],
    *,
    title: str,
    sides: tuple[str, str] = ("", ""),
    colours: tuple[str, str] = ("minus", "plus"),
    width: float = WIDTH,
) -> Markup:
    """Horizontal bars in the given order, with their names on the left.

    Parameters
    ----------
    items : sequence of Bar
        From top to bottom.
    title : str
        For screen readers.
    sides : (str, str)
        What the left and the right of zero mean, written above; empty for no text.
    colours : (str, str)
        Colours of the left and of the right.
    width : float
        In pixels.

    Examples
    --------
    >>> bars([Bar("age", -2.0, "−2.00")], title="Weights").count("<rect")
    1
    """
    left = names_width([item.name for item in items], width)
    top = TOP if any(sides) else 6.0
    bottom = top + ROW * max(len(items), 1)
    x = scale_of(items, left, width)
    room = text_room(items, width)
    rows = [
        row(item, x, top + ROW * (k + 0.5), left, room, colours) for k, item in enumerate(items)
    ]
    zero = line(x(0), top - 2, x(0), bottom, "axis")
    return svg_chart(width, bottom + 6, title, headings(sides, colours, x, width), rows, zero)


def scale_of(items: Sequence[Bar], left: float, width: float) -> Scale:
    """A scale with room for the text at the ends of the longest bars."""
    low = min([item.value - item.spread for item in items] + [0.0])
    high = max([item.value + item.spread for item in items] + [0.0])
    if low == high:
        high = 1.0
    room = text_room(items, width) + 10
    return Scale(low, high, left + (room if low < 0 else 4), width - (room if high > 0 else 8))


def text_room(items: Sequence[Bar], width: float) -> float:
    """What the texts need, at most a third of the width."""
    return float(ceil(min(max([text_width(item.text) for item in items] or [0.0]), 0.34 * width)))


def headings(sides: tuple[str, str], colours: tuple[str, str], x: Scale, width: float) -> Markup:
    left, right = colours
    return join(
        label(x(0) - 8, 13, sides[0], room=x(0) - 8, text_anchor="end", class_=f"side {left}"),
        label(x(0) + 8, 13, sides[1], room=width - x(0) - 8, class_=f"side {right}"),
    )


def row(
    item: Bar, x: Scale, y: float, left: float, text_room: float, colours: tuple[str, str]
) -> Markup:
    start, end = sorted((round(x(0.0), 1), round(x(item.value), 1)))
    minus = item.value < 0
    low, high = sorted((x(item.value - item.spread), x(item.value + item.spread)))
    spread = line(low, y, high, y, "whisker ours") if item.spread else None
    colour = item.colour or colours[0 if minus else 1]
    return join(
        label(0, y + 0.35 * SIZE, item.name, room=left - 12),
        element("rect", x=start, y=y - 7, width=max(end - start, 0.5), height=14.0,
                class_=f"bar {colour}", data_tip=f"{item.name}: {item.text}{item.tip}"),
        spread,
        label(min(start, low) - 5 if minus else max(end, high) + 5, y + 4, item.text,
              room=text_room, class_="soft", text_anchor="end" if minus else "start"),
    )  # fmt: skip
