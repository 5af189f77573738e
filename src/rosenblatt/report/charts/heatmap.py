"""A matrix in shades: confusion of classes, or weights by feature and class."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

from rosenblatt.report.charts.error_bars import names_width
from rosenblatt.report.charts.frame import sheet
from rosenblatt.report.charts.wording import SIZE, label, width_of
from rosenblatt.report.markup import Markup, element, join

PITCH = 13.5  # least distance between two names
STRONGEST = 0.5  # of a colour, so that ink stays readable on it in light and dark


@dataclass(frozen=True)
class Cell:
    """One field: its words, how strong its colour (-1 to 1), and what it tells when pointed at.

    A negative strength takes the second colour; a field without a tip is left empty.
    """

    words: str
    strength: float
    tip: str


def heatmap(
    cells: Sequence[Sequence[Cell]],
    *,
    rows: Sequence[str],
    columns: Sequence[str],
    title: str,
    row_label: str = "",
    column_label: str = "",
    width: float = 340.0,
) -> Markup:
    """Fields in rows and columns; words are left out where they would not fit.

    Examples
    --------
    >>> one = [[Cell("3", 1.0, "three")]]
    >>> heatmap(one, rows=["a"], columns=["b"], title="t").count("<rect")
    1
    """
    left = names_width(rows, width) if rows else 20.0
    size = (width - left - 4) / max(len(columns), 1)
    tall = max(min(size, 34.0), PITCH)
    top = 24 + head_height(columns, size)
    height = top + tall * len(cells) + 6
    return sheet(
        width, height, title,
        label(left, 13, column_label, room=width - left, class_="soft"),
        label(0, 13, row_label, room=left - 8, class_="soft"),
        [column_name(name, left + size * (j + 0.5), top, size)
         for j, name in enumerate(columns) if j % every(size) == 0],
        [line_of(name, fields, (left, top + tall * i, size, tall))
         for i, (name, fields) in enumerate(zip(rows, cells, strict=True))],
    )  # fmt: skip


def flat(columns: Sequence[str], size: float) -> bool:
    """Whether all column names fit side by side."""
    return all(width_of(name[:80]) <= size - 4 for name in columns)


def head_height(columns: Sequence[str], size: float) -> float:
    if flat(columns, size):
        return 18.0
    return min(90.0, max([width_of(name[:80]) for name in columns] or [0.0])) + 6


def every(size: float) -> int:
    """Which names stand clear of one another: all, or every second, third ..."""
    return ceil(PITCH / size)


def column_name(name: str, x: float, top: float, size: float) -> Markup:
    """Level where it fits, else upright."""
    if width_of(name[:80]) <= size - 4:
        return label(x, top - 6, name, text_anchor="middle")
    return label(
        x + 0.35 * SIZE, top - 5, name, room=88, transform=f"rotate(-90 {x + 4:.1f} {top - 5:.1f})"
    )


def line_of(name: str, fields: Sequence[Cell], place: tuple[float, float, float, float]) -> Markup:
    left, y, size, tall = place
    named = label(0, y + tall / 2 + 0.35 * SIZE, name, room=left - 8)
    drawn = [field(cell, (left + size * j, y, size, tall)) for j, cell in enumerate(fields)]
    return join(named, drawn)


def field(cell: Cell, place: tuple[float, float, float, float]) -> Markup:
    x, y, size, tall = place
    if not cell.tip:
        return element("rect", x=x + 0.5, y=y + 0.5, width=size - 1, height=tall - 1, class_="none")
    fits = tall >= 15 and width_of(cell.words) <= size - 4
    shade = element(
        "rect", x=x + 0.5, y=y + 0.5, width=size - 1, height=tall - 1, data_tip=cell.tip,
        class_="cell minus" if cell.strength < 0 else "cell plus",
        fill_opacity=f"{0.03 + (STRONGEST - 0.03) * min(abs(cell.strength), 1):.2f}",
    )  # fmt: skip
    words = label(x + size / 2, y + tall / 2 + 4, cell.words, text_anchor="middle", class_="over")
    return join(shade, words if fits else None)
