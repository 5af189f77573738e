"""How a table becomes a matrix: small steps that say in words what they do."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import reduce

import numpy as np

from rosenblatt.datasets.table import Column, Columns, Matrix, Table, is_missing


@dataclass(frozen=True)
class Step:
    """One change of a table, with the words for the card."""

    says: str
    apply: Callable[[Table], Table]


@dataclass(frozen=True)
class Coding:
    """The steps that code a set, and the classes that become +1 (none: classes stay)."""

    steps: tuple[Step, ...] = ()
    positive: tuple[str, ...] = ()
    note: str = ""

    def apply(self, raw: Table | Matrix) -> tuple[Matrix, list[str]]:
        """Return the coded matrix, and the words of the steps that changed something."""
        said = []
        for step in self.steps:
            assert isinstance(raw, Table)  # sets stored as matrices are registered without steps
            before, raw = raw, step.apply(raw)
            if not raw.same_as(before):
                said.append(step.says)
        return raw.matrix(), said


def only(*names: str) -> Step:
    """Make the step that keeps the named columns."""
    return Step(
        f"only the columns {', '.join(names)}",
        lambda table: Table({k: table.columns[k] for k in names}, table.target, table.n_train),
    )


def without(name: str) -> Step:
    """Make the step that drops one column."""

    def drop(table: Table) -> Table:
        columns = {k: v for k, v in table.columns.items() if k != name}
        return Table(columns, table.target, table.n_train)

    return Step(f"without the column {name}", drop)


def _training_part(table: Table) -> Table:
    return table.take(np.arange(len(table.target)) < table.n_train)


def _joined_parts(table: Table) -> Table:
    return Table(table.columns, table.target, len(table.target))


def _complete_rows(table: Table) -> Table:
    gaps = reduce(np.logical_or, [is_missing(column) for column in table.columns.values()])
    return table.take(~gaps)


def _indicators(name: str, column: Column) -> Columns:
    values = sorted(set(column.tolist()) - {""}, key=_reading_order)
    return {f"{name}={_plain_text(v)}": (column == v).astype(np.float64) for v in values}


def _numbers(name: str, column: Column) -> Columns:
    return {name: np.where(column == "", "nan", column).astype(np.float64)}


def _zero_one(name: str, column: Column) -> Columns:
    return _numbers(name, column) if set(column) <= {"0", "1", "0.0", "1.0"} else {name: column}


def _yes_no(name: str, column: Column) -> Columns:
    return {name: np.select([column == "y", column == "n"], [1.0, -1.0], 0.0)}


def _zero_gaps(column: Column) -> Column:
    return np.nan_to_num(column, nan=0.0) if np.isnan(column).any() else column


def _unit_range(column: Column) -> Column:
    low, high = np.nanmin(column), np.nanmax(column)
    scaled: Column = (column - low) / (high - low if high > low else 1.0)
    return scaled


def _reading_order(value: str) -> tuple[float, str]:
    # Numbers by size, so that 10 follows 9; words after them by alphabet.
    try:
        return float(value), value
    except ValueError:
        return np.inf, value


def _plain_text(value: str) -> str:
    return value.removesuffix(".0")


TRAINING_PART = Step("only the training part", _training_part)
JOINED_PARTS = Step("training and test part joined", _joined_parts)
COMPLETE_ROWS = Step("rows with a missing value dropped", _complete_rows)
INDICATORS = Step(
    "each nominal column as one 0/1 column per value that occurs, a missing value as all zeros",
    lambda table: table.map_nominal(_indicators),
)
NUMBERS = Step(
    "nominal columns as the numbers that stand for their values",
    lambda table: table.map_nominal(_numbers),
)
ZERO_ONE = Step(
    "nominal columns of zeros and ones as they are", lambda table: table.map_nominal(_zero_one)
)
YES_NO = Step("y as 1, n as -1, unknown as 0", lambda table: table.map_nominal(_yes_no))
ZERO_GAPS = Step("missing numbers as 0", lambda table: table.map_numeric(_zero_gaps))
UNIT_RANGE = Step("every column scaled to [0, 1]", lambda table: table.map_numeric(_unit_range))
