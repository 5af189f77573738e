"""The notes of a table: what was found and done, in plain sentences."""

from __future__ import annotations

import numpy as np

from rosenblatt.tables.accumulate import Accumulator
from rosenblatt.tables.delimited import DelimitedFile
from rosenblatt.tables.errors import shown
from rosenblatt.tables.files import TableFile
from rosenblatt.tables.table import Table

MOST_NAMED = 5


def notes(table: Table, found: Accumulator, file: TableFile, guessed: bool) -> list[str]:
    """Return what a reader of results should know about the table."""
    sentences = [
        _target(table) if guessed else "",
        _sample(table, found),
        _unlabelled(found, table),
        _missing(found),
        _constant(table),
        *_mixed(found, file),
        _many_labels(table),
    ]
    return [sentence for sentence in sentences if sentence]


def _target(table: Table) -> str:
    return f"The labels are taken from the column {shown(table.target_name)}."


def _sample(table: Table, found: Accumulator) -> str:
    labelled = found.n_rows - found.unlabelled
    if table.n_rows == labelled:
        return ""
    return f"A random sample of {table.n_rows} of the {labelled} rows is used, to save memory."


def _unlabelled(found: Accumulator, table: Table) -> str:
    if not found.unlabelled:
        return ""
    return f"{found.unlabelled} rows without a label in {shown(table.target_name)} are left out."


def _missing(found: Accumulator) -> str:
    counts = {name: count for name, count in found.missing.items() if count}
    if not counts:
        return ""
    return f"{sum(counts.values())} cells are missing, in {_named(list(counts))}."


def _constant(table: Table) -> str:
    same = [name for name, column in table.columns.items() if _is_constant(column)]
    return f"There is only one value in {_named(same)}." if same else ""


def _is_constant(column: np.ndarray) -> bool:
    if column.dtype == object:
        return len(set(column.tolist())) == 1
    return bool((column == column[0]).all() or np.isnan(column).all())


def _mixed(found: Accumulator, file: TableFile) -> list[str]:
    if not isinstance(file, DelimitedFile):
        return []  # other formats say what their columns hold
    mixed = (
        (name, counts.first_text) for name, counts in found.column_counts.items() if counts.is_mixed
    )
    return [
        f"The column {shown(name)} has numbers and texts (the first is {shown(text)} on line "
        f"{file.line_of(row)}): it is read as texts."
        for name, (text, row) in mixed
    ]


def _many_labels(table: Table) -> str:
    values = len(np.unique(table.target))
    if values <= 100 or values * 10 < table.n_rows:
        return ""
    return (
        f"The column {shown(table.target_name)} has {values} different values: it looks like a "
        "measurement, not like classes."
    )


def _named(names: list[str]) -> str:
    listed = ", ".join(map(shown, names[:MOST_NAMED]))
    more = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
    return f"{len(names)} columns ({listed}{more})" if len(names) > 1 else f"the column {listed}"
