"""A table of a paper: printed numbers, ours, and a verdict on each line."""

from collections.abc import Sequence
from typing import Any

from rosenblatt.report import grid
from rosenblatt.report.markup import Markup, clean, element, named
from rosenblatt.report.numerals import NONE, is_number

MARKS = {
    "inside": ("✓ inside", "good"),
    "outside": ("▼ outside", "bad"),
    "missing": ("– not run", "soft"),
    "shown": ("○ not counted", "soft"),
}


def judged_table(table: dict[str, Any], name: str) -> Markup:
    """The table, sortable; columns without a value are left out, notes stand by the verdicts."""
    rows, verdicts = table.get("rows") or [], list(table.get("verdicts") or [])
    titles = [clean(title) for title in table.get("columns") or []]
    kept = [j for j in range(len(titles)) if titles[j] != "note" and filled(rows, j)]
    columns = [header(titles[j], rows, j) for j in kept]
    columns += [grid.Column("Verdict")] if verdicts else [grid.Column("")] * ("note" in titles)
    digits = {j: decimals(values(rows, j)) for j in kept}
    verdicts += [None] * (len(rows) - len(verdicts))
    lines = [
        line([field(row, j, digits[j]) for j in kept], verdict, note(row, titles), columns)
        for row, verdict in zip(rows, verdicts, strict=False)
    ]
    title = clean(table.get("title") or "Table")
    return grid.table(title, columns, lines, name=name, tall=True)


def kind(verdict: Any) -> str:
    """Which mark a verdict gets; anything unknown is only shown.

    >>> kind("inside"), kind("inside (not counted)")
    ('inside', 'shown')
    """
    words = clean(verdict or "shown").lower()
    if "not counted" in words:
        return "shown"
    return next((k for k in MARKS if words.startswith(k)), "shown")


def values(rows: Sequence[Sequence[Any]], j: int) -> list[Any]:
    return [row[j] for row in rows if j < len(row) and row[j] is not None]


def filled(rows: Sequence[Sequence[Any]], j: int) -> bool:
    return not rows or bool(values(rows, j))


def decimals(found: Sequence[Any]) -> int:
    """As many as the numbers have, at most four.

    >>> decimals([22.1, 3.25, 7.0])
    2
    """
    digits = [len(f"{v:.4f}".rstrip("0").split(".")[1]) for v in found if isinstance(v, float)]
    return max(digits, default=0)


def header(title: str, rows: Sequence[Sequence[Any]], j: int) -> grid.Column:
    known = values(rows, j)
    numeric = bool(known) and all(is_number(v) for v in known)
    return grid.Column(title[:1].upper() + title[1:], number=numeric)


def field(row: Sequence[Any], j: int, digits: int) -> Markup:
    value = row[j] if j < len(row) else None
    if value is None or is_number(value):
        words = NONE if value is None else f"{value:.{digits}f}".replace("-", "−")
        return grid.number(words, value)
    text = named(value, 120)
    return grid.cell(text) if j else grid.name_cell(text, value=clean(value))


def note(row: Sequence[Any], titles: Sequence[str]) -> str:
    at = titles.index("note") if "note" in titles else len(row)
    return clean(row[at] or "") if at < len(row) else ""


def line(
    cells: Sequence[Markup], verdict: Any, remark: str, columns: Sequence[grid.Column]
) -> Markup:
    """A row; the mark and what a reader should know of the number share its last cell."""
    if len(columns) == len(cells):
        return grid.row(*cells)
    below = element("span", remark, class_="small soft") if remark else None
    if columns[-1].title != "Verdict":
        return grid.row(*cells, grid.cell(below, class_="verdict"))
    state = kind(verdict)
    words, tone = MARKS[state]
    mark = element("span", words, class_=f"standing {tone}")
    last = grid.cell([mark, below], words[2:], class_="verdict")
    return grid.row(*cells, last, class_=state, data_verdict=state)
