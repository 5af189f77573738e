"""A matrix in shades of colour: confusion of classes, or weights by feature and class."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

from rosenblatt.report.charts.chart_text import SIZE, label, text_width
from rosenblatt.report.charts.error_bars import names_width
from rosenblatt.report.charts.frame import svg_chart
from rosenblatt.report.markup import Markup, element, join

PITCH = 13.5  # smallest distance between two names
STRONGEST = 0.5  # opacity of a colour, so that text on it stays readable in light and dark


@dataclass(frozen=True)
class Cell:
    """One cell: its text, the strength of its colour (-1 to 1), and its tooltip.

    A negative strength means the second colour, unless ``colour`` names one; a cell without a
    tooltip is left empty.
    """

    text: str
    strength: float
    tip: str
    colour: str = ""


def heatmap(
    cells: Sequence[Sequence[Cell]],
    *,
    rows: Sequence[str],
    columns: Sequence[str],
    title: str,
    row_label: str = "",
    column_label: str = "",
    colours: Sequence[str] = (),
    column_colours: Sequence[str] = (),
    width: float = 340.0,
) -> Markup:
    """Cells in rows and columns; text that does not fit is shortened, or left to the tooltip.

    ``colours`` are those of classes, for the names of rows and columns; ``column_colours`` for
    those of columns alone.

    Examples
    --------
    >>> one = [[Cell("3", 1.0, "three")]]
    >>> heatmap(one, rows=["a"], columns=["b"], title="t").count('class="cell')
    1
    """
    left = max(names_width(rows, width), text_width(row_label) + 10) if rows else 20.0
    size = (width - left - 4) / max(len(columns), 1)
    tall = max(min(size, 34.0), PITCH)
    top = 24 + head_height(columns, size)
    height = top + tall * len(cells) + 6
    return svg_chart(
        width, height, title,
        element("rect", x=left, y=top, width=size * len(columns), height=tall * len(cells),
                class_="none"),
        label(left, 13, column_label, room=width - left, class_="soft"),
        label(0, 13, row_label, room=left - 8, class_="soft"),
        [column_name(name, left + size * (j + 0.5), top, size, nth(column_colours or colours, j))
         for j, name in enumerate(columns) if j % name_step(size) == 0],
        [matrix_row(name, row, (left, top + tall * i, size, tall), nth(colours, i))
         for i, (name, row) in enumerate(zip(rows, cells, strict=True))],
    )  # fmt: skip


def nth(colours: Sequence[str], place: int) -> str | None:
    """The class of a name in a colour, if there are colours."""
    return f"name {colours[place]}" if place < len(colours) else None


def names_fit(columns: Sequence[str], size: float) -> bool:
    """Whether all column names fit side by side."""
    return all(text_width(name[:80]) <= size - 4 for name in columns)


def head_height(columns: Sequence[str], size: float) -> float:
    if names_fit(columns, size):
        return 18.0
    return min(90.0, max([text_width(name[:80]) for name in columns] or [0.0])) + 6


def name_step(size: float) -> int:
    """1 if all names can be shown without overlap, 2 for every second name, and so on."""
    return ceil(PITCH / size)


def column_name(name: str, x: float, top: float, size: float, colour: str | None) -> Markup:
    """Horizontal where it fits, else vertical."""
    if text_width(name[:80]) <= size - 4:
        return label(x, top - 6, name, text_anchor="middle", class_=colour)
    turned = f"rotate(-90 {x + 4:.1f} {top - 5:.1f})"
    return label(x + 0.35 * SIZE, top - 5, name, room=88, transform=turned, class_=colour)


def matrix_row(
    name: str,
    cells: Sequence[Cell],
    box: tuple[float, float, float, float],
    colour: str | None,
) -> Markup:
    left, y, size, tall = box
    title = label(0, y + tall / 2 + 0.35 * SIZE, name, room=left - 8, class_=colour)
    drawn = [matrix_cell(cell, (left + size * j, y, size, tall)) for j, cell in enumerate(cells)]
    return join(title, drawn)


def matrix_cell(cell: Cell, box: tuple[float, float, float, float]) -> Markup:
    x, y, size, tall = box
    if not cell.tip:
        return Markup("")
    written = fitting(cell.text, size - 3) if tall >= 13 else None
    shade = element(
        "rect", x=x + 0.5, y=y + 0.5, width=size - 1, height=tall - 1, data_tip=cell.tip,
        class_=f"cell {cell.colour or ('minus' if cell.strength < 0 else 'plus')}",
        fill_opacity=f"{0.03 + (STRONGEST - 0.03) * min(abs(cell.strength), 1):.2f}",
    )  # fmt: skip
    if written is None:
        return join(shade)
    text, letters = written
    shown = element(
        "text", text, x=x + size / 2, y=y + tall / 2 + 0.35 * letters, text_anchor="middle",
        class_="over", font_size=letters if letters != SIZE else None,
    )  # fmt: skip
    return join(shade, shown)


def fitting(text: str, room: float) -> tuple[str, float] | None:
    """The text and a size of letters at which it fits; thousands as k where digits do not.

    >>> fitting("3", 20.0), fitting("123456", 24.0)
    (('3', 13.0), ('123k', 8.5))
    """
    digits = "".join(c for c in text if c.isdigit())
    plain = len(digits) > 3 and digits == text.replace("\u202f", "")
    shorter = [f"{int(digits) / 1000:.0f}k"] if plain else []
    for written in (text, *shorter):
        for letters in (SIZE, 10.5, 8.5):
            if text_width(written, letters) <= room:
                return written, letters
    return None
