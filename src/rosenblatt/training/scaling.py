"""Scaling of the features inside a fit, and the way back."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import scipy.sparse as sp


@dataclass
class Scaling:
    """``(x - shift) * factor``; sparse rows are never shifted, constant features become 0."""

    shift: np.ndarray
    factor: np.ndarray

    def apply(self, X: Any) -> Any:
        if sp.issparse(X):
            scaled = sp.csr_array(X, copy=True)
            scaled.data = (scaled.data * self.factor[scaled.indices]).astype(X.dtype)
            return scaled
        return ((X - self.shift) * self.factor).astype(X.dtype, copy=False)

    def weights_for_scaled(self, lines: np.ndarray) -> np.ndarray:
        """Weights (intercept last) that score scaled rows as ``lines`` score the rows."""
        inverse = np.divide(1.0, self.factor, out=np.zeros_like(self.factor), where=self.factor > 0)
        return np.column_stack([lines[:, :-1] * inverse, lines[:, -1] + lines[:, :-1] @ self.shift])

    def weights_for_rows(self, lines: np.ndarray) -> np.ndarray:
        """Weights (intercept last) that score rows as ``lines`` score the scaled rows."""
        weights = lines[:, :-1] * self.factor
        return np.column_stack([weights, lines[:, -1] - weights @ self.shift])


def range_scaling(X: Any) -> Scaling:
    """To [-1, 1]: dense features by smallest and largest value, sparse ones by the largest size."""
    if sp.issparse(X):
        size = np.asarray(abs(X).max(axis=0).todense(), dtype=np.float64).ravel()
        return Scaling(np.zeros(len(size)), inverse_of(size))
    low, high = X.min(axis=0).astype(np.float64), X.max(axis=0).astype(np.float64)
    half = 0.5 * (high - low)
    return Scaling(low + half, inverse_of(half))


def standard_scaling(X: Any, weights: np.ndarray | None) -> Scaling:
    """Mean 0 and variance 1; sparse features keep their zeros and get a mean square of 1."""
    share = np.ones(X.shape[0]) if weights is None else weights
    share = share / share.sum()
    if sp.issparse(X):
        square = np.asarray(X.astype(np.float64).power(2).T @ share).ravel()
        return Scaling(np.zeros(len(square)), inverse_of(np.sqrt(square)))
    mean = share @ X.astype(np.float64, copy=False)
    deviation = np.sqrt(share @ np.square(X - mean))
    deviation[X.min(axis=0) == X.max(axis=0)] = 0.0  # the mean of equal numbers is rounded
    return Scaling(mean, inverse_of(deviation))


def no_scaling(n_features: int) -> Scaling:
    return Scaling(np.zeros(n_features), np.ones(n_features))


def inverse_of(size: np.ndarray) -> np.ndarray:
    """1 / size; 0 for what does not vary (or so little that the inverse overflows)."""
    varies = size > 1 / np.finfo(np.float64).max
    return np.divide(1.0, size, out=np.zeros_like(size), where=varies)
