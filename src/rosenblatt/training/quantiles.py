"""Quantiles of columns, for dense and sparse rows alike."""

from typing import Any

import numpy as np
import scipy.sparse as sp

MOST_AT_ONCE = 2**21  # values of the columns that are sorted together
QUARTER = 0.75


def robust_centre_and_size(
    X: Any, weights: np.ndarray | None, *, centred: bool = True
) -> tuple[np.ndarray, np.ndarray]:
    """The median of each column, and how far from it the rows are that differ from it.

    That is the third quartile of the distances of these rows: neither a few huge values nor many
    zeros have an influence. 0 for constant columns. Both are values or distances of single rows
    (the lower of two in the middle), so they do not depend on how rows are stored. If not
    ``centred``, distances are to 0.
    """
    if sp.issparse(X):
        return of_sparse(X, weights, centred)
    dense = np.asarray(X)
    step = max(1, MOST_AT_ONCE // len(dense))
    parts = [
        of_dense(dense[:, first : first + step], weights, centred)
        for first in range(0, dense.shape[1], step)
    ]
    centre, size = zip(*parts, strict=True)
    return np.concatenate(centre), np.concatenate(size)


def of_dense(
    X: np.ndarray, weights: np.ndarray | None, centred: bool
) -> tuple[np.ndarray, np.ndarray]:
    X = X.astype(np.float64, copy=False)
    centre = lower_quantiles(X, weights, 0.5) if centred else np.zeros(X.shape[1])
    return centre, lower_quantiles(np.abs(X - centre), weights, QUARTER, positive=True)


def lower_quantiles(
    values: np.ndarray, weights: np.ndarray | None, share: float, *, positive: bool = False
) -> np.ndarray:
    """The smallest value of each column up to which at least this share of the weight lies.

    With ``positive`` only values above 0 count.
    """
    if weights is None:
        ordered = np.sort(values, axis=0)
        rows = len(values)
        skipped = rows - np.count_nonzero(values > 0, axis=0) if positive else 0
        rank = skipped + np.ceil(share * (rows - skipped)).astype(int) - 1
        return np.take_along_axis(ordered, np.atleast_2d(np.maximum(rank, 0)), axis=0)[0]
    order = np.argsort(values, axis=0, kind="stable")
    ordered = np.take_along_axis(values, order, axis=0)
    held = weights[order] if not positive else np.where(ordered > 0, weights[order], 0.0)
    up_to = np.cumsum(held, axis=0)
    place = np.argmax(up_to >= share * up_to[-1], axis=0)
    found = np.take_along_axis(ordered, place[None, :], axis=0)[0]
    return np.where(up_to[-1] > 0, found, 0.0)


def of_sparse(X: Any, weights: np.ndarray | None, centred: bool) -> tuple[np.ndarray, np.ndarray]:
    """The same with one entry for all absent values of a column."""
    X = sp.csr_array(X)
    n_columns = X.shape[1]
    share = np.ones(X.shape[0]) if weights is None else weights
    held = np.repeat(share, np.diff(X.indptr))
    absent = share.sum() - np.bincount(X.indices, held, n_columns)
    columns = np.concatenate([X.indices, np.arange(n_columns)])
    values = np.concatenate([X.data.astype(np.float64), np.zeros(n_columns)])
    masses = np.concatenate([held, absent])
    centre = np.zeros(n_columns)
    if centred:
        centre = grouped_quantiles(columns, values, masses, 0.5, n_columns)
    distances = np.abs(values - centre[columns])
    masses = np.where(distances > 0, masses, 0.0)
    return centre, grouped_quantiles(columns, distances, masses, QUARTER, n_columns)


def grouped_quantiles(
    groups: np.ndarray, values: np.ndarray, weights: np.ndarray, share: float, n_groups: int
) -> np.ndarray:
    """Of each group of values, the smallest up to which this share of its weight lies, or 0."""
    kept = weights > 0
    groups, values, weights = groups[kept], values[kept], weights[kept]
    order = np.lexsort((values, groups))
    groups, values, weights = groups[order], values[order], weights[order]
    totals = np.bincount(groups, weights, n_groups)
    before = np.concatenate([[0.0], np.cumsum(totals)])[:-1]
    enough = np.cumsum(weights) >= (before + share * totals)[groups]
    found = np.zeros(n_groups)
    places = np.flatnonzero(enough)[::-1]  # the first of a group is written last
    found[groups[places]] = values[places]
    return found
