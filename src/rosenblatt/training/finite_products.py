"""Products that stay finite: rows near the largest number have scores, too."""

from math import isfinite
from typing import Any

import numpy as np
import scipy.sparse as sp


def finite_products(X: Any, lines: np.ndarray | Any) -> np.ndarray:
    """``X @ lines.T`` as a dense array; what is beyond the range of its type stays at its ends."""
    with np.errstate(over="ignore", invalid="ignore"):
        products = dense(X @ lines.T)
        if isfinite(products.sum()):  # so all of them are, which is asked in one pass
            return products
    lost = np.flatnonzero(~np.isfinite(products).all(axis=1))
    if len(lost):
        products[lost] = scaled_products(X[lost], lines, products.dtype)
    return products


def scaled_products(X: Any, lines: Any, dtype: np.dtype, room: float = 0.5) -> np.ndarray:
    """The same for rows whose products overflow: each is made with a row of size 1 first.

    They end at ``room`` times the largest number, so that something can be added to them.
    """
    X = X.astype(np.float64)
    largest = abs(X).max(axis=1)
    sizes = np.asarray(largest.todense() if sp.issparse(largest) else largest).ravel()
    exponents = np.frexp(sizes)[1]
    smaller = sp.diags_array(np.ldexp(1.0, -exponents)) @ X
    end = float(np.finfo(dtype).max) * room
    with np.errstate(over="ignore"):
        products = np.ldexp(dense(smaller @ lines.T.astype(np.float64)), exponents[:, None])
    return np.clip(products, -end, end).astype(dtype)


def dense(products: Any) -> np.ndarray:
    return products.toarray() if sp.issparse(products) else np.asarray(products)
