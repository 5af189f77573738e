"""The notes of a table: what was found and done, in plain sentences."""

from __future__ import annotations

from rosenblatt.tables.accumulate import Accumulator
from rosenblatt.tables.doctor.finding import named
from rosenblatt.tables.errors import shown
from rosenblatt.tables.table import Table


def notes(table: Table, found: Accumulator, guessed: bool) -> list[str]:
    """Return what a reader of results should know about the table."""
    sentences = [
        _target(table) if guessed else "",
        _sample(table, found),
        _unlabelled(found, table),
        _missing(found),
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
    return f"{sum(counts.values())} cells are missing, in {named(list(counts))}."
