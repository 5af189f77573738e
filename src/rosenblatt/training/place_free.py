"""Products of rows whose bits do not depend on which other rows are multiplied beside them."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import scipy.sparse as sp

BLOCK = 16  # rows and points that the kernels of linear algebra libraries take side by side


def are_place_free(rows: Any, points: Any) -> bool:
    """Whether products are: those of dense float32 depend on their place in the matrix."""
    dense = [isinstance(each, np.ndarray) for each in (rows, points)]
    return (sp.issparse(rows) and sp.issparse(points)) or (all(dense) and rows.dtype == np.float64)


def place_free_products(rows: Any, points: Any) -> np.ndarray:
    """``rows @ points.T`` as a dense array.

    Rows left over behind whole blocks would be multiplied by other code than the rest, which rounds
    differently; zeros fill their block.
    """
    if sp.issparse(rows) or not are_place_free(rows, points):
        products = rows @ points.T
        return products.toarray() if sp.issparse(products) else products
    n_rows, n_points = len(rows), len(points)
    if n_points > BLOCK:
        points = filled(points)
    whole = n_rows - n_rows % BLOCK
    products = np.empty((n_rows, len(points)), np.result_type(rows, points))
    np.matmul(rows[:whole], points.T, out=products[:whole])
    products[whole:] = (filled(rows[whole:]) @ points.T)[: n_rows - whole]
    return products[:, :n_points]


def pieces(n_points: int, width: int) -> Iterator[slice]:
    """Points in pieces of a width, the last one longer rather than of a block or less."""
    at = 0
    while at < n_points:
        end = at + width if n_points - at - width > BLOCK else n_points
        yield slice(at, end)
        at = end


def filled(rows: np.ndarray) -> np.ndarray:
    """Rows of zeros below, up to a whole number of blocks."""
    missing = -len(rows) % BLOCK
    return np.pad(rows, ((0, missing), (0, 0))) if missing else rows


def same_rows(rows: Any, others: Any) -> bool:
    """Whether two matrices hold the same numbers, laid out alike."""
    if rows is others:
        return True
    if sp.issparse(rows) and sp.issparse(others) and rows.format == others.format == "csr":
        parts = [(x.indptr, x.indices, x.data) for x in (rows, others)]
        return rows.shape == others.shape and all(map(_equal, *parts))
    return isinstance(rows, np.ndarray) and isinstance(others, np.ndarray) and _equal(rows, others)


def _equal(one: np.ndarray, other: np.ndarray) -> bool:
    alike = (one.dtype, one.shape, one.strides) == (other.dtype, other.shape, other.strides)
    return alike and bool(np.array_equal(one, other))
