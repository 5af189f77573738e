"""How a table becomes a matrix: small steps, each with its description."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import reduce

import numpy as np

from rosenblatt.datasets.raw_table import ColumnValues, Matrix, NamedColumns, RawTable, is_missing


@dataclass(frozen=True)
class CodingStep:
    """One change of a table, and its description for the card."""

    description: str
    apply: Callable[[RawTable], RawTable]


@dataclass(frozen=True)
class Coding:
    """The steps that code a data set, and the classes that become +1 (none: classes stay)."""

    steps: tuple[CodingStep, ...] = ()
    positive: tuple[str, ...] = ()
    note: str = ""

    def apply(self, raw: RawTable | Matrix) -> tuple[Matrix, list[str]]:
        """Return the coded matrix, and descriptions of the steps that changed something."""
        done = []
        for step in self.steps:
            assert isinstance(raw, RawTable)  # sets stored as matrices are registered without steps
            before, raw = raw, step.apply(raw)
            if not raw.is_same_as(before):
                done.append(step.description)
        return raw.matrix(), done


def only(*names: str) -> CodingStep:
    """Make the step that keeps the named columns."""
    return CodingStep(
        f"only the columns {', '.join(names)}",
        lambda table: RawTable({k: table.columns[k] for k in names}, table.target, table.n_train),
    )


def without(name: str) -> CodingStep:
    """Make the step that drops one column."""

    def drop(table: RawTable) -> RawTable:
        columns = {k: v for k, v in table.columns.items() if k != name}
        return RawTable(columns, table.target, table.n_train)

    return CodingStep(f"without the column {name}", drop)


def _training_part(table: RawTable) -> RawTable:
    return table.take(np.arange(len(table.target)) < table.n_train)


def _joined_parts(table: RawTable) -> RawTable:
    return RawTable(table.columns, table.target, len(table.target))


def _complete_rows(table: RawTable) -> RawTable:
    missing = reduce(np.logical_or, [is_missing(column) for column in table.columns.values()])
    return table.take(~missing)


def _indicators(name: str, column: ColumnValues) -> NamedColumns:
    values = sorted(set(column.tolist()) - {""}, key=_reading_order)
    return {f"{name}={_plain_text(v)}": (column == v).astype(np.float64) for v in values}


def _numbers(name: str, column: ColumnValues) -> NamedColumns:
    return {name: np.where(column == "", "nan", column).astype(np.float64)}


def _zero_one(name: str, column: ColumnValues) -> NamedColumns:
    return _numbers(name, column) if set(column) <= {"0", "1", "0.0", "1.0"} else {name: column}


def _yes_no(name: str, column: ColumnValues) -> NamedColumns:
    return {name: np.select([column == "y", column == "n"], [1.0, -1.0], 0.0)}


def _missing_as_zero(column: ColumnValues) -> ColumnValues:
    return np.nan_to_num(column, nan=0.0) if np.isnan(column).any() else column


def _unit_range(column: ColumnValues) -> ColumnValues:
    low, high = np.nanmin(column), np.nanmax(column)
    scaled: ColumnValues = (column - low) / (high - low if high > low else 1.0)
    return scaled


def _reading_order(value: str) -> tuple[float, str]:
    # Numbers by size, so that 10 follows 9; then texts in alphabetical order.
    try:
        return float(value), value
    except ValueError:
        return np.inf, value


def _plain_text(value: str) -> str:
    return value.removesuffix(".0")


TRAINING_PART = CodingStep("only the training part", _training_part)
JOINED_PARTS = CodingStep("training and test part joined", _joined_parts)
COMPLETE_ROWS = CodingStep("rows with a missing value dropped", _complete_rows)
INDICATORS = CodingStep(
    "each nominal column as one 0/1 column per value that occurs, a missing value as all zeros",
    lambda table: table.map_nominal(_indicators),
)
NUMBERS = CodingStep(
    "nominal columns as the numbers that stand for their values",
    lambda table: table.map_nominal(_numbers),
)
ZERO_ONE = CodingStep(
    "nominal columns of zeros and ones as they are", lambda table: table.map_nominal(_zero_one)
)
YES_NO = CodingStep("y as 1, n as -1, unknown as 0", lambda table: table.map_nominal(_yes_no))
MISSING_AS_ZERO = CodingStep(
    "missing numbers as 0", lambda table: table.map_numeric(_missing_as_zero)
)
UNIT_RANGE = CodingStep(
    "every column scaled to [0, 1]", lambda table: table.map_numeric(_unit_range)
)
