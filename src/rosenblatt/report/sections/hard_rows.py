"""The rows that are wrong most often, with their cells."""

from typing import Any

from rosenblatt.report import html_table
from rosenblatt.report.class_names import class_name
from rosenblatt.report.markup import Markup, clean, isolated_name
from rosenblatt.report.number_text import MISSING, count, is_number, percent
from rosenblatt.report.page import intro, section


def hard_rows(comparison: dict[str, Any]) -> Markup | None:
    found = comparison.get("hard_rows") or []
    if not found:
        return None
    names = list(dict.fromkeys(name for row in found for name in row.get("cells") or {}))
    all_rows = comparison.get("n_rows") == comparison.get("n_rows_file")
    place = "Rows are numbered as in the table, from 1"
    place += "." if all_rows else "; the table has only some of the rows of the file."
    text = intro(
        "Rows that most learners get wrong when trained without them: perhaps mislabelled, or "
        f"unlike all others. {place}"
    )
    columns = [
        html_table.Column("Row", numeric=True),
        html_table.Column("Class"),
        html_table.Column("Predicted as"),
        html_table.Column("Wrong", numeric=True, sorted=False),
        html_table.Column("Probability of own class", numeric=True),
        *(html_table.Column(name[:40]) for name in names),
    ]
    rows = [line(comparison, row, names) for row in found]
    table = html_table.table("Rows wrong most often", columns, rows, tall=True)
    return section("hard", "Which rows are wrong most often?", text, table)


def line(comparison: dict[str, Any], row: dict[str, Any], names: list[str]) -> Markup:
    wrong, tests = row.get("wrong"), row.get("tests")
    share = wrong / tests if is_number(wrong) and is_number(tests) and tests else None
    chance = row.get("probability")
    cells = row.get("cells") or {}
    return html_table.row(
        html_table.number_cell(count(row.get("row")), row.get("row")),
        html_table.cell(class_name(comparison, row.get("class"))),
        html_table.cell(class_name(comparison, row.get("predicted"))),
        html_table.number_cell(f"{count(wrong)} of {count(tests)}", share),
        html_table.number_cell(percent(chance), chance),
        *(cell(cells.get(name)) for name in names),
    )


def cell(value: Any) -> Markup:
    text = clean(value or "")
    try:
        return html_table.number_cell(text, float(text))
    except ValueError:
        return html_table.cell(isolated_name(text, 40) if text else MISSING)
