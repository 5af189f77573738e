"""The data: classes and columns."""

from collections import Counter
from typing import Any

from rosenblatt.report import html_table
from rosenblatt.report.charts import Bar, bars, class_colour
from rosenblatt.report.figure import figure
from rosenblatt.report.markup import Markup, clean, element, isolated_name
from rosenblatt.report.number_text import MISSING, count, is_number, percent, plural
from rosenblatt.report.page import intro, section

CLASSES, COLUMNS = 30, 100
HEADERS = [
    html_table.Column("Column"),
    html_table.Column("Kind"),
    html_table.Column("Missing", numeric=True),
    html_table.Column("Values"),
]


def data(comparison: dict[str, Any]) -> Markup:
    columns = comparison.get("columns") or []
    return section(
        "data",
        "The data",
        intro(description(comparison, columns)),
        classes(comparison),
        columns_table(columns),
    )


def description(comparison: dict[str, Any], columns: list[dict[str, Any]]) -> str:
    rows, in_file = comparison.get("n_rows"), comparison.get("n_rows_file")
    features, target = comparison.get("n_features"), comparison.get("target")
    sentences = []
    if is_number(rows) and is_number(in_file) and in_file != rows:
        sentences.append(f"{count(rows)} of the {plural(in_file, 'row')} in the file were used")
    elif is_number(rows):
        sentences.append(f"{plural(rows, 'row')} were used")
    if columns:
        text = f"{plural(len(columns), 'column')} ({kinds(columns)})"
        coded = f" give {plural(features, 'feature')} after coding" if is_number(features) else ""
        sentences.append(text + coded)
    if target:
        sentences.append(f"The target is “{clean(target)[:120]}”")
    return " ".join(f"{sentence}." for sentence in sentences)


def kinds(columns: list[dict[str, Any]]) -> str:
    counted = Counter(clean(c.get("kind") or "unknown")[:40] for c in columns)
    texts = [f"{count(n)} {kind}" for kind, n in counted.most_common(6)]
    gaps = sum(is_number(c.get("missing")) and c["missing"] > 0 for c in columns)
    return ", ".join(texts) + (f"; {count(gaps)} with missing values" if gaps else "")


def classes(comparison: dict[str, Any]) -> Markup | None:
    names, counts = comparison.get("classes") or [], comparison.get("class_counts") or []
    if not names or len(names) != len(counts):
        return None
    total = max(sum(counts), 1)
    triples = sorted(zip(counts, names, range(len(names)), strict=True), key=lambda t: -t[0])
    items = [
        Bar(clean(name), float(n), f"{count(n)} ({percent(n / total)})", class_colour(code))
        for n, name, code in triples[:CLASSES]
    ]

    def draw(width: float) -> Markup:
        return bars(items, title="Rows per class", width=width)

    shown = f"The {CLASSES} largest of {len(names)}." if len(names) > CLASSES else ""
    return figure("Rows per class", shown, draw)


def columns_table(columns: list[dict[str, Any]]) -> Markup | None:
    if not columns:
        return None
    rows = [column_row(c) for c in columns[:COLUMNS]]
    table = html_table.table("Columns", HEADERS, rows, tall=True)
    rest = len(columns) - COLUMNS
    more = element("p", f"And {plural(rest, 'more column')}.", class_="soft") if rest > 0 else None
    return element("figure", element("figcaption", element("h3", "Columns")), table, more)


def column_row(column: dict[str, Any]) -> Markup:
    name, missing = clean(column.get("name")), column.get("missing")
    return html_table.row(
        html_table.name_cell(isolated_name(name), value=name),
        html_table.cell(isolated_name(column.get("kind") or MISSING, 40)),
        html_table.number_cell(count(missing), missing),
        html_table.cell(values(column.get("values")), class_="small"),
    )


def values(found: Any) -> str:
    """The number of values, some of them, or facts about them, as text."""
    if found is None:
        return MISSING
    if is_number(found):
        return f"{count(found)} distinct"
    if isinstance(found, dict):
        return ", ".join(f"{clean(k)} {brief(v)}" for k, v in list(found.items())[:8])
    if isinstance(found, list | tuple):
        rest = f" and {count(len(found) - 8)} more" if len(found) > 8 else ""
        return ", ".join(brief(v) for v in found[:8]) + rest
    return clean(found)[:200]


def brief(value: Any) -> str:
    return f"{value:.4g}" if isinstance(value, float) else clean(value)[:40]
