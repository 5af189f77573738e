"""Other measures than the one that decides, and the recall of each class."""

from typing import Any

from rosenblatt.metrics import METRICS
from rosenblatt.report import html_table
from rosenblatt.report.class_names import class_name, class_names
from rosenblatt.report.markup import Markup, element, isolated_name
from rosenblatt.report.number_text import MISSING, is_number, percent, points
from rosenblatt.report.page import intro, section
from rosenblatt.report.verdicts import EntryDict, label, measured, references

MOST_CLASSES = 6
HEADS = {
    "error": "Error %", "balanced": "Balanced %", "f1": "F1", "auc": "AUC",
    "logloss": "Log loss",
}  # fmt: skip


def measures(comparison: dict[str, Any]) -> Markup | None:
    found = [*measured(comparison), *references(comparison)]
    if not any(entry.get("measures") for entry in found):
        return None
    text = intro(
        "The balanced error is the mean error of the classes; F1 is the mean over the classes; AUC "
        "is the area under the ROC curve, of one class against the rest; the log loss is that of "
        "calibrated probabilities. Recall is the share of a class that is recognised."
    )
    known = [name for name in METRICS if any(name in (e.get("measures") or {}) for e in found)]
    columns = [html_table.Column("Learner")]
    columns += [html_table.Column(HEADS[name], numeric=True) for name in known]
    columns += recall_columns(comparison)
    rows = [row(comparison, entry, known) for entry in found]
    table = html_table.table("Other measures", columns, rows)
    return section("measures", "How good are they by other measures?", text, table)


def recall_columns(comparison: dict[str, Any]) -> list[html_table.Column]:
    names = class_names(comparison)
    if len(names) > MOST_CLASSES:
        return [html_table.Column("Lowest recall %", numeric=True), html_table.Column("of class")]
    return [
        html_table.Column("Recall % ", numeric=True, content=class_name(comparison, name, 20))
        for name in names
    ]


def row(comparison: dict[str, Any], entry: EntryDict, known: list[str]) -> Markup:
    cells = [measure_cell(entry, name) for name in known]
    name = html_table.name_cell(isolated_name(label(entry)), value=label(entry))
    grey = "reference" if entry.get("reference") else ""
    return html_table.row(name, *cells, *recall_cells(comparison, entry), class_=grey)


def measure_cell(entry: EntryDict, name: str) -> Markup:
    """F1 and AUC as people know them, the larger the better; they are kept as losses."""
    value = ((entry.get("measures") or {}).get(name) or {}).get("mean")
    if not is_number(value):
        return html_table.number_cell(MISSING, None)
    if name in ("f1", "auc"):
        return html_table.number_cell(f"{1 - value:.3f}", 1 - value)
    text = points(value) if METRICS[name].percent else f"{value:.3f}"
    return html_table.number_cell(text, value)


def recall_cells(comparison: dict[str, Any], entry: EntryDict) -> list[Markup]:
    names, matrix = class_names(comparison), entry.get("confusion") or []
    recalls = [recall(row, k) for k, row in enumerate(matrix)]
    if len(recalls) != len(names):
        recalls = [None] * len(names)
    if len(names) <= MOST_CLASSES:
        return [recall_cell(value) for value in recalls]
    known = [(value, k) for k, value in enumerate(recalls) if value is not None]
    if not known:
        return [html_table.number_cell(MISSING, None), html_table.cell("")]
    value, lowest = min(known)
    return [recall_cell(value), html_table.cell(class_name(comparison, names[lowest]))]


def recall(row: list[int], k: int) -> float | None:
    return row[k] / sum(row) if sum(row) else None


def recall_cell(value: float | None) -> Markup:
    if value is None:
        return html_table.number_cell(MISSING, None)
    if value == 0:
        never = element("span", "never", class_="bad verdict-mark")
        return html_table.number_cell(never, value)
    return html_table.number_cell(percent(value).removesuffix("\u202f%"), value)
