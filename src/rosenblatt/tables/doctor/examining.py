"""Examine a table: read its columns as they are meant, and say what was found and done."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from rosenblatt.tables.column_readings import Reading
from rosenblatt.tables.doctor.column_findings import (
    category_findings,
    code_findings,
    dash_findings,
    left_out_findings,
    mixed_findings,
    reading_findings,
    spelling_findings,
    telling_findings,
)
from rosenblatt.tables.doctor.equal_rows import equal_row_groups
from rosenblatt.tables.doctor.finding import Finding
from rosenblatt.tables.doctor.keys import is_constant
from rosenblatt.tables.doctor.read_columns import ReadColumns, read_columns
from rosenblatt.tables.doctor.single_columns import telling_columns
from rosenblatt.tables.doctor.target_findings import halves, target_findings
from rosenblatt.tables.doctor.wishes import HALVES, Wishes
from rosenblatt.tables.table import Table
from rosenblatt.tables.text_counts import TextCounts

MANY_EQUAL = 0.5
MOST_CATEGORIES = 100  # as TableCoder has by default


@dataclass(frozen=True)
class FileFacts:
    """What the file tells about its columns besides their cells in memory.

    ``counts`` are taken over all rows, ``readings`` are those of columns whose type is known,
    ``lines`` tells where texts begin in columns of numbers and texts, ``codes`` are columns with
    numbers that begin with 0.
    """

    counts: Mapping[str, TextCounts] = field(default_factory=dict)
    readings: Mapping[str, Reading] = field(default_factory=dict)
    lines: dict[str, str] = field(default_factory=dict)
    delimiter: str | None = None
    codes: list[str] = field(default_factory=list)


def examine(table: Table, wishes: Wishes | None = None, *, facts: FileFacts | None = None) -> Table:
    """Return the table as a careful person would read it, with ``findings`` that say how.

    Numbers with decimal commas, thousands separators, currencies or percent become numbers; dates
    and times become days and hours; words for yes and no become one spelling; free text is marked
    for its words to be counted; keys and columns of one value are left out. What may be wrong but
    cannot be decided here is only said: a column that alone predicts the target, equal rows, a
    target that is a quantity, classes with few rows.

    Parameters
    ----------
    table : Table
        As read; texts as they are in the file.
    wishes : Wishes or None, default=None
        What the user wants of single columns; it comes before everything else.
    facts : FileFacts or None, default=None
        What else is known from the file.

    Examples
    --------
    >>> import numpy as np
    >>> from rosenblatt.tables import Table
    >>> prices = np.array(["0,5", "1,25", "2,0"] * 10, dtype=object)
    >>> table = examine(Table("shop", {"price": prices}, np.arange(30) % 3 // 2, 30))
    >>> table.columns["price"][:3], table.findings[0].kind
    (array([0.5 , 1.25, 2.  ]), 'decimal comma')
    """
    wishes, facts = wishes or Wishes(), facts or FileFacts()
    wishes.check(table.feature_names, table.target_name)
    table = _with_target(table, wishes)
    findings: list[Finding] = []
    if table.matrix is None:
        table, findings = _examine_columns(table, wishes, facts)
    elif wishes.drop or set(wishes.kinds) - {table.target_name}:
        raise ValueError(
            f"{table.name} is a sparse table: its columns are numbers and cannot be read otherwise "
            "or left out; change the file."
        )
    wished = wishes.kinds.get(table.target_name)
    findings += target_findings(table.target_name, table.target, wished)
    return replace(table, findings=[*findings, *_equal_rows(table)])


def _with_target(table: Table, wishes: Wishes) -> Table:
    if wishes.kinds.get(table.target_name) != HALVES:
        return table
    target, cut = halves(table.target)
    return replace(table, target=target, target_cut=cut)


def _examine_columns(table: Table, wishes: Wishes, facts: FileFacts) -> tuple[Table, list[Finding]]:
    found = read_columns(table.columns, wishes, facts.counts, facts.readings, facts.delimiter)
    keys = [name for name in found.keys if name not in wishes.kinds]
    constant = _left_out(found, wishes)
    kept = {name: c for name, c in found.columns.items() if name not in constant}
    if not kept:
        raise ValueError(
            f"no column of {table.name} is left to learn from: every one is a key or was left out; "
            "keep one with --as COLUMN=KIND."
        )
    findings = [
        *reading_findings(found),
        *dash_findings(found),
        *mixed_findings(found, facts.lines),
        *code_findings(found, facts.codes),
        *spelling_findings(found),
        *category_findings(found, MOST_CATEGORIES),
        *left_out_findings(keys, constant, table.columns),
        *telling_findings(telling_columns(kept, table.target)),
    ]
    readings = {name: reading for name, reading in found.readings.items() if name in kept}
    return replace(table, columns=kept, readings=readings), findings


def _left_out(found: ReadColumns, wishes: Wishes) -> list[str]:
    """Columns of one value, unless the user wants them or there are no others."""
    same = [n for n, c in found.columns.items() if len(c) > 1 and is_constant(c)]
    same = [name for name in same if name not in wishes.kinds]
    return same if len(same) < len(found.columns) else []


def _equal_rows(table: Table) -> list[Finding]:
    groups = equal_row_groups(table)
    n_distinct = len(np.unique(groups))
    repeated = table.n_rows - n_distinct
    if not repeated:
        return []
    found = f"{repeated} of the {table.n_rows} rows have the same cells as an earlier row."
    if splits_apart(table.n_rows, n_distinct):
        return [Finding("equal rows", (), found,
                        "As most rows do, equal ones must be expected among new rows too: they may "
                        "be in both the training and the test part of a split.",
                        "To keep equal rows together: --duplicates together.")]  # fmt: skip
    return [Finding("equal rows", (), found,
                    "Splits keep equal rows together, so that none is tested after it was learned.",
                    "To split them like other rows: --duplicates apart.")]  # fmt: skip


def splits_apart(n_rows: int, n_distinct: int) -> bool:
    """Return whether so many rows are equal that equal ones are to be expected among new rows."""
    return n_distinct < (1 - MANY_EQUAL) * n_rows


def group_of_rows(table: Table, duplicates: str) -> Any:
    """Return the group that each row is split with; None if rows are split one by one.

    Parameters
    ----------
    table : Table
        Examined.
    duplicates : {"auto", "together", "apart"}
        Whether equal rows stay together; "auto" decides by how many there are.
    """
    if duplicates == "apart":
        return None
    groups = equal_row_groups(table)
    n_distinct = int(groups.max()) + 1
    if n_distinct == table.n_rows:
        return None
    return None if duplicates == "auto" and splits_apart(table.n_rows, n_distinct) else groups
