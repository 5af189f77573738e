"""A table in memory."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import scipy.sparse as sp
from numpy.typing import ArrayLike, NDArray


@dataclass(frozen=True)
class Table:
    """Rows with labels, ready to be coded and learned from.

    Parameters
    ----------
    name : str
        Name of the file or data set.
    columns : dict of str to ndarray
        The features by name: numbers (float64, or float32 where that loses nothing) with NaN for
        a missing one, or an object array of str, None where missing. Empty if there is a matrix.
    target : ndarray
        The labels: int64 where all are whole numbers, else str.
    n_rows_file : int
        Rows in the file, of which these may be a sample.
    matrix : csr_array or None, default=None
        The features of a sparse table.
    matrix_names : list of str or None, default=None
        Names of the columns of the matrix; None for ``x0``, ``x1``, ...
    target_name : str, default="target"
        Name of the column that held the labels.
    notes : list of str, default=[]
        Plain sentences about how the file was read.
    readings : dict of str to dict, default={}
        How the cells of a column were read (:mod:`rosenblatt.tables.column_readings`), for columns
        that are not what their cells say at first sight. ``columns`` are read already.
    findings : list of Finding or None, default=None
        What was found in the columns and done about it; None if the table was not examined.
    target_cut : float or None, default=None
        Where a target that is a quantity was cut in two.

    Examples
    --------
    >>> from rosenblatt.tables import Table
    >>> table = Table.from_arrays("toy", [[1.0, 2.0], [3.0, 4.0]], ["no", "yes"])
    >>> table.n_rows, list(table.columns)
    (2, ['x0', 'x1'])
    """

    name: str
    columns: dict[str, NDArray[Any]]
    target: NDArray[Any]
    n_rows_file: int
    matrix: Any = None
    matrix_names: list[str] | None = None
    target_name: str = "target"
    notes: list[str] = field(default_factory=list)
    readings: dict[str, dict[str, str]] = field(default_factory=dict)
    findings: list[Any] | None = None
    target_cut: float | None = None

    @property
    def n_rows(self) -> int:
        """Number of rows in memory."""
        return len(self.target)

    @property
    def feature_names(self) -> list[str]:
        """Names of the features."""
        if self.matrix is None:
            return list(self.columns)
        return self.matrix_names or numbered(self.matrix.shape[1])

    @classmethod
    def from_arrays(
        cls, name: str, X: Any, y: ArrayLike, feature_names: list[str] | None = None
    ) -> Table:
        """Make a table of a dense or sparse matrix and its labels.

        Parameters
        ----------
        name : str
            Name of the table.
        X : array-like or sparse matrix of shape (n_rows, n_features)
            The numbers; NaN is missing.
        y : array-like of shape (n_rows,)
            The labels.
        feature_names : list of str or None, default=None
            Names of the columns; None for ``x0``, ``x1``, ...
        """
        X = sp.csr_array(X) if sp.issparse(X) else np.asarray(X)
        target = np.asarray(y)
        if X.ndim != 2 or X.shape[0] != len(target):
            raise ValueError(f"X has shape {X.shape} and y {len(target)} rows; they must agree.")
        if feature_names is not None and len(set(feature_names)) != X.shape[1]:
            raise ValueError(f"{len(set(feature_names))} different names for {X.shape[1]} columns.")
        if sp.issparse(X):
            return cls(name, {}, target, len(target), X, feature_names)
        names = feature_names if feature_names is not None else numbered(X.shape[1])
        columns = {column: X[:, j] for j, column in enumerate(names)}
        return cls(name, columns, target, len(target))

    def take(self, rows: NDArray[Any]) -> Table:
        """Return the table of the given rows (positions or marks), in their order."""
        return replace(
            self,
            columns={name: column[rows] for name, column in self.columns.items()},
            matrix=self.matrix[rows] if self.matrix is not None else None,
            target=self.target[rows],
        )


def numbered(n: int) -> list[str]:
    """Name n columns by their position, from 0."""
    return [f"x{i}" for i in range(n)]
