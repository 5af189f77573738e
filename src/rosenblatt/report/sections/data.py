"""What was in the file: classes and columns."""

from collections import Counter
from typing import Any

from rosenblatt.report import grid
from rosenblatt.report.charts import Bar, bars
from rosenblatt.report.figure import figure
from rosenblatt.report.markup import Markup, clean, element, named
from rosenblatt.report.numerals import count, is_number, listed, percent, plural
from rosenblatt.report.page import lead, section

CLASSES, COLUMNS = 30, 100
HEADERS = [
    grid.Column("Column"),
    grid.Column("Kind"),
    grid.Column("Missing", number=True),
    grid.Column("Values"),
]


def data(comparison: dict[str, Any]) -> Markup:
    columns = comparison.get("columns") or []
    return section(
        "data",
        "The data",
        lead(overview(comparison, columns)),
        classes(comparison),
        listing(columns),
    )


def overview(comparison: dict[str, Any], columns: list[dict[str, Any]]) -> str:
    rows, in_file = comparison.get("n_rows"), comparison.get("n_rows_file")
    words = f"{plural(rows, 'row')} were used" if is_number(rows) else "Rows were used"
    if is_number(rows) and is_number(in_file) and in_file != rows:
        words += f" of {count(in_file)} in the file"
    if columns:
        words += f"; {plural(len(columns), 'column')} ({kinds(columns)})"
    if is_number(comparison.get("n_features")):
        words += f" make {plural(comparison['n_features'], 'feature')} after coding"
    if comparison.get("target"):
        words += f"; the target is “{clean(comparison['target'])[:120]}”"
    return words + "."


def kinds(columns: list[dict[str, Any]]) -> str:
    found = Counter(clean(c.get("kind") or "unknown")[:40] for c in columns)
    words = [f"{kind} {count(n)}" for kind, n in found.most_common(6)]
    gaps = sum(is_number(c.get("missing")) and c["missing"] > 0 for c in columns)
    return f"by kind: {listed(words)}" + (f"; {count(gaps)} with missing values" if gaps else "")


def classes(comparison: dict[str, Any]) -> Markup | None:
    names, counts = comparison.get("classes") or [], comparison.get("class_counts") or []
    if not names or len(names) != len(counts):
        return None
    total = max(sum(counts), 1)
    pairs = sorted(zip(counts, names, strict=True), key=lambda pair: -pair[0])[:CLASSES]
    items = [Bar(clean(name), float(n), f"{count(n)} ({percent(n / total)})") for n, name in pairs]

    def draw(width: float) -> Markup:
        return bars(items, title="Rows of each class", width=width)

    shown = f"The {CLASSES} largest of {len(names)}." if len(names) > CLASSES else ""
    return figure("Rows of each class", shown, draw)


def listing(columns: list[dict[str, Any]]) -> Markup | None:
    if not columns:
        return None
    rows = [column_row(c) for c in columns[:COLUMNS]]
    table = grid.table("Columns", HEADERS, rows, tall=True)
    rest = len(columns) - COLUMNS
    more = element("p", f"And {plural(rest, 'column')} more.", class_="soft") if rest > 0 else None
    return element("figure", element("figcaption", element("h3", "Columns")), table, more)


def column_row(column: dict[str, Any]) -> Markup:
    name, missing = clean(column.get("name")), column.get("missing")
    return grid.row(
        grid.name_cell(named(name), value=name),
        grid.cell(named(column.get("kind") or "–", 40)),
        grid.number(count(missing), missing),
        grid.cell(values(column.get("values")), class_="small"),
    )


def values(found: Any) -> str:
    """A number of values, some of them, or facts about them, as words."""
    if found is None:
        return "–"
    if is_number(found):
        return f"{count(found)} different"
    if isinstance(found, dict):
        return ", ".join(f"{clean(k)} {brief(v)}" for k, v in list(found.items())[:8])
    if isinstance(found, list | tuple):
        rest = f" and {count(len(found) - 8)} more" if len(found) > 8 else ""
        return ", ".join(brief(v) for v in found[:8]) + rest
    return clean(found)[:200]


def brief(value: Any) -> str:
    return f"{value:.4g}" if isinstance(value, float) else clean(value)[:40]
