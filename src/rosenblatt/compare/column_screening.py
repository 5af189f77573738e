"""Which columns of a wide table are worth a closer look."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from rosenblatt.tables import Table

BINS = 10


def telling_columns(table: Table, codes: NDArray[np.intp], most: int) -> list[str]:
    """The columns by which classes differ most, in their order; all of them if there are few.

    Examples
    --------
    >>> from rosenblatt.tables import Table
    >>> X, codes = np.array([[0.0, 3.0], [0.0, 9.0], [1.0, 3.0], [1.0, 9.0]]), [0, 0, 1, 1]
    >>> telling_columns(Table.from_arrays("toy", X, codes), np.array(codes), 1)
    ['x0']
    """
    names = table.feature_names
    if len(names) <= most:
        return names
    if table.matrix is not None:
        strengths = matrix_strengths(table.matrix, codes)
    else:
        strengths = np.array([strength(column, codes) for column in table.columns.values()])
    chosen = np.sort(np.argsort(-strengths, kind="stable")[:most])
    return [names[k] for k in chosen]


def matrix_strengths(X: Any, codes: NDArray[np.intp]) -> NDArray[np.float64]:
    """How much of the variance of each column lies between the classes."""
    belongs = np.eye(codes.max() + 1)[codes]
    counts = np.maximum(belongs.sum(axis=0), 1.0)
    means = (X.T @ belongs) / counts
    overall = means @ (counts / counts.sum())
    between = np.square(means - overall[:, None]) @ (counts / counts.sum())
    squares = np.asarray(X.multiply(X).mean(axis=0)).ravel()
    within = np.maximum(squares - overall**2, 1e-300)
    return np.asarray(between / within)


def strength(column: NDArray[Any], codes: NDArray[np.intp]) -> float:
    """Chi-square of classes and bins of the column, over the number of rows."""
    bins = text_bins(column) if column.dtype == object else number_bins(column)
    counts = np.zeros((BINS + 1, codes.max() + 1))
    np.add.at(counts, (bins, codes), 1.0)
    expected = counts.sum(axis=1, keepdims=True) * counts.sum(axis=0) / len(codes)
    return float(np.divide(counts**2, expected, where=expected > 0, out=counts * 0).sum())


def number_bins(column: NDArray[Any]) -> NDArray[np.intp]:
    """Tenths of the rows by size; missing ones apart."""
    cells = np.asarray(column, dtype=float)
    known = cells[~np.isnan(cells)]
    edges = np.unique(np.quantile(known, np.arange(1, BINS) / BINS)) if len(known) else known
    return np.where(np.isnan(cells), BINS, np.searchsorted(edges, cells))


def text_bins(column: NDArray[Any]) -> NDArray[np.intp]:
    """The most frequent values, and the rest together."""
    values, codes, counts = np.unique(
        np.array(["" if cell is None else str(cell) for cell in column]),
        return_inverse=True,
        return_counts=True,
    )
    place = np.full(len(values), BINS - 1)
    place[np.argsort(-counts, kind="stable")[: BINS - 1]] = np.arange(min(BINS - 1, len(values)))
    return place[codes]
