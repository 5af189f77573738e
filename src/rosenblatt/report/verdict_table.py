"""A table of a paper: printed numbers, ours, and a verdict on each line."""

from collections.abc import Sequence
from typing import Any

from rosenblatt.report import html_table
from rosenblatt.report.markup import Markup, clean, element, isolated_name
from rosenblatt.report.number_text import MISSING, is_number

MARKS = {
    "inside": ("✓ inside", "good"),
    "outside": ("▼ outside", "bad"),
    "missing": ("– not run", "soft"),
    "shown": ("○ not counted", "soft"),
    "not judged": ("– not judged", "soft"),
}


def verdict_table(table: dict[str, Any], name: str) -> Markup:
    """The table, sortable; columns without values are left out, notes appear below verdicts."""
    rows, verdicts = table.get("rows") or [], list(table.get("verdicts") or [])
    titles = [clean(title) for title in table.get("columns") or []]
    kept = [j for j in range(len(titles)) if titles[j] != "note" and has_values(rows, j)]
    columns = [header(titles[j], rows, j) for j in kept]
    last = html_table.Column("Verdict" if verdicts else "")
    columns += [last] if verdicts or "note" in titles else []
    digits = {j: decimals(values(rows, j)) for j in kept}
    verdicts += [None] * (len(rows) - len(verdicts))
    lines = [
        line([field(row, j, digits[j]) for j in kept], verdict, note(row, titles), columns)
        for row, verdict in zip(rows, verdicts, strict=False)
    ]
    title = clean(table.get("title") or "Table")
    return html_table.table(title, columns, lines, name=name, tall=True)


def kind(verdict: Any) -> str:
    """Which mark a verdict gets; an unknown one is only shown.

    >>> kind("inside"), kind("inside (not counted)")
    ('inside', 'shown')
    """
    text = clean(verdict or "shown").lower()
    if "not counted" in text:
        return "shown"
    return next((k for k in MARKS if text.startswith(k)), "shown")


def values(rows: Sequence[Sequence[Any]], j: int) -> list[Any]:
    return [row[j] for row in rows if j < len(row) and row[j] is not None]


def has_values(rows: Sequence[Sequence[Any]], j: int) -> bool:
    return not rows or bool(values(rows, j))


def decimals(numbers: Sequence[Any]) -> int:
    """As many as the numbers have, at most four.

    >>> decimals([22.1, 3.25, 7.0])
    2
    """
    digits = [len(f"{v:.4f}".rstrip("0").split(".")[1]) for v in numbers if isinstance(v, float)]
    return max(digits, default=0)


def header(title: str, rows: Sequence[Sequence[Any]], j: int) -> html_table.Column:
    column = values(rows, j)
    numeric = bool(column) and all(is_number(v) for v in column)
    return html_table.Column(title[:1].upper() + title[1:], numeric=numeric)


def field(row: Sequence[Any], j: int, digits: int) -> Markup:
    value = row[j] if j < len(row) else None
    if value is None or is_number(value):
        text = MISSING if value is None else f"{value:.{digits}f}".replace("-", "−")
        return html_table.number_cell(text, value)
    name = isolated_name(value, 120)
    return html_table.cell(name) if j else html_table.name_cell(name, value=clean(value))


def note(row: Sequence[Any], titles: Sequence[str]) -> str:
    at = titles.index("note") if "note" in titles else len(row)
    return clean(row[at] or "") if at < len(row) else ""


def line(
    cells: Sequence[Markup], verdict: Any, note: str, columns: Sequence[html_table.Column]
) -> Markup:
    """A row of the table; its last cell has the verdict and the note."""
    if len(columns) == len(cells):
        return html_table.row(*cells)
    below = element("span", note, class_="small soft") if note else None
    if columns[-1].title != "Verdict":
        return html_table.row(*cells, html_table.cell(below, class_="verdict"))
    state = kind(verdict)
    text, tone = MARKS[state]
    mark = element("span", text, class_=f"verdict-mark {tone}")
    last = html_table.cell([mark, below], text[2:], class_="verdict")
    return html_table.row(*cells, last, class_=state, data_verdict=state)
