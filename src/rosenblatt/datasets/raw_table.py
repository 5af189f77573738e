"""Data as read: a table of columns still to be coded, or a matrix ready for use."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

ColumnValues = NDArray[Any]
NamedColumns = dict[str, ColumnValues]


@dataclass(frozen=True)
class Matrix:
    """Numbers and classes; rows from n_train on are the set's own test part."""

    data: Any
    target: NDArray[Any]
    feature_names: list[str]
    n_train: int

    def matrix(self) -> Matrix:
        """Return itself: it is coded already."""
        return self


@dataclass(frozen=True)
class RawTable:
    """Named columns and classes; rows from n_train on are the set's own test part.

    Numeric columns are float64 with NaN for a missing value, nominal ones text with "".
    """

    columns: NamedColumns
    target: NDArray[np.str_]
    n_train: int

    def take(self, rows: NDArray[np.bool_]) -> RawTable:
        """Keep the rows marked True."""
        columns = {name: column[rows] for name, column in self.columns.items()}
        return RawTable(columns, self.target[rows], int(rows[: self.n_train].sum()))

    def map_numeric(self, code: Callable[[ColumnValues], ColumnValues]) -> RawTable:
        """Replace every numeric column."""
        columns = self.columns.items()
        return replace(self, columns={k: v if is_nominal(v) else code(v) for k, v in columns})

    def map_nominal(self, code: Callable[[str, ColumnValues], NamedColumns]) -> RawTable:
        """Replace every nominal column by the columns that code makes of it."""
        columns: NamedColumns = {}
        for name, column in self.columns.items():
            columns.update(code(name, column) if is_nominal(column) else {name: column})
        return replace(self, columns=columns)

    def is_same_as(self, other: RawTable) -> bool:
        """Return whether rows, columns and parts are those of other, without comparing values."""
        mine, theirs = list(self.columns.items()), list(other.columns.items())
        same_columns = len(mine) == len(theirs) and all(
            a == b and x is y for (a, x), (b, y) in zip(mine, theirs, strict=True)
        )
        return same_columns and self.n_train == other.n_train

    def matrix(self) -> Matrix:
        """Join the columns, which must all be numeric by now."""
        left = [name for name, column in self.columns.items() if is_nominal(column)]
        if left:
            raise TypeError(
                f"columns {', '.join(left)} are still nominal; add a step that codes them."
            )
        data = np.column_stack(list(self.columns.values()))
        return Matrix(data, self.target, list(self.columns), self.n_train)


def is_nominal(column: ColumnValues) -> bool:
    """Return whether a column holds texts."""
    return column.dtype.kind == "U"


def is_missing(column: ColumnValues) -> NDArray[np.bool_]:
    """Mark the missing values of a column of either kind."""
    return column == "" if is_nominal(column) else np.isnan(column)
