"""HTML tables: headers that sort, cells with sort keys, a box that scrolls."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rosenblatt.report.markup import Markup, element, join
from rosenblatt.report.number_text import is_number, plural

LONG = 16  # rows that fit into the box of a tall table


@dataclass(frozen=True)
class Column:
    """A header; ``numeric`` aligns its cells to the right, ``sorted`` marks the given order."""

    title: str
    numeric: bool = False
    sortable: bool = True
    sorted: bool = False
    class_: str = ""
    content: Any = None  # markup after the title


def cell(content: Any, value: Any = None, class_: str = "") -> Markup:
    """A cell; ``value`` is its sort key, which is its text by default."""
    return element("td", content, class_=class_ or None, data_sort=sort_key(value))


def number_cell(content: Any, value: Any) -> Markup:
    """A cell with a number; without one it is sorted last."""
    key = repr(float(value)) if is_number(value) else ""
    return element("td", content, class_="number", data_sort=key)


def sort_key(value: Any) -> str | None:
    return None if value is None else str(value)


def name_cell(*content: Any, value: str) -> Markup:
    return element("th", *content, scope="row", class_="name", data_sort=value[:200])


def wide_cell(content: Any, value: Any) -> Markup:
    """A cell with a number that a phone has no room for."""
    key = repr(float(value)) if is_number(value) else ""
    return element("td", content, class_="number wide", data_sort=key)


def row(*cells: Any, class_: str = "", **attributes: Any) -> Markup:
    return element("tr", *cells, class_=class_ or None, **attributes)


def table(
    title: str,
    columns: Sequence[Column],
    rows: Sequence[Markup],
    *,
    name: str | None = None,
    tall: bool = False,
) -> Markup:
    """A table in its own box, which scrolls sideways where the screen is narrow.

    A ``tall`` table with many rows also scrolls vertically below its headers, and says so.
    """
    head = element("thead", element("tr", *[header(c) for c in columns]))
    inner = element("table", head, element("tbody", *rows), aria_label=title, id=name)
    long = tall and len(rows) > LONG
    box = "scroll tall" if long else "scroll"
    hint = element("p", f"{plural(len(rows), 'row')}; scroll to see all.", class_="small soft hint")
    boxed = element("div", inner, class_=box, tabindex=0, role="region", aria_label=title)
    return join(boxed, hint if long else None)


def header(column: Column) -> Markup:
    class_ = " ".join(filter(None, ["number" if column.numeric else "", column.class_])) or None
    if not column.sortable:
        return element("th", column.title, column.content, scope="col", class_=class_)
    button = element("button", column.title, column.content, type="button")
    order = "ascending" if column.sorted else "none"
    return element("th", button, scope="col", class_=class_, aria_sort=order)
