"""Scaling of the features inside a fit, and the way back."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import scipy.sparse as sp

from rosenblatt.training.quantiles import robust_centre_and_size
from rosenblatt.training.row_matrix import RowMatrix

SCALES = ("range", "standard", "maxabs", "robust")
QUARTILES = 2.0  # a deviation that outliers have not inflated is at most as many of them
MOST_DENSE = 2**25  # values of a copy that is made for a start only


@dataclass
class Scaling:
    """``(x - shift) * factor``, with a factor of 0 for constant features.

    A shift makes zeros of sparse rows something else, so it is carried out where a dense copy is
    wanted anyway (``apply``), and left to the weights otherwise (``divide``).
    """

    shift: np.ndarray
    factor: np.ndarray

    @property
    def scaled_shift(self) -> np.ndarray | None:
        """What ``divide`` leaves undone; None if nothing."""
        return self.shift * self.factor if self.shift.any() else None

    def apply(self, X: Any) -> Any:
        """Scaled and shifted rows, which are dense if there is a shift."""
        if not self.shift.any():
            return self.divide(X)
        dense = X.toarray() if sp.issparse(X) else np.asarray(X)
        return ((dense - self.shift) * self.factor).astype(X.dtype, copy=False)

    def divide(self, X: Any) -> Any:
        """Scaled rows without the shift, sparse ones as sparse as they were."""
        if np.all(self.factor == 1):
            return X
        if not sp.issparse(X):
            dense = X.dense() if isinstance(X, RowMatrix) else X
            return (dense * self.factor).astype(X.dtype, copy=False)
        scaled = sp.csr_array(X, copy=True)
        scaled.data = (scaled.data * self.factor[scaled.indices]).astype(X.dtype)
        return scaled

    def unshifted(self, lines: np.ndarray) -> np.ndarray:
        """Weights (intercept last) that score divided rows as ``lines`` score scaled ones."""
        return self._moved(lines, -1.0)

    def shifted(self, lines: np.ndarray) -> np.ndarray:
        """The way back."""
        return self._moved(lines, 1.0)

    def _moved(self, lines: np.ndarray, sign: float) -> np.ndarray:
        if self.scaled_shift is None:
            return lines
        along = lines[:, :-1] @ self.scaled_shift
        return np.column_stack([lines[:, :-1], lines[:, -1] + sign * along])

    def divided(self, lines: np.ndarray) -> np.ndarray:
        """Weights (intercept last) that score divided rows as ``lines`` score the rows."""
        inverse = np.divide(1.0, self.factor, out=np.zeros_like(self.factor), where=self.factor > 0)
        # A constant feature is left out, so what it adds to every score is left to the intercept.
        constant = np.where(self.factor > 0, 0.0, self.shift)
        return np.column_stack([lines[:, :-1] * inverse, lines[:, -1] + lines[:, :-1] @ constant])

    def undivided(self, lines: np.ndarray) -> np.ndarray:
        """Weights (intercept last) that score rows as ``lines`` score the divided rows."""
        return np.column_stack([lines[:, :-1] * self.factor, lines[:, -1]])

    def scaled(self, lines: np.ndarray) -> np.ndarray:
        """Weights (intercept last) that score scaled rows as ``lines`` score the rows."""
        inverse = np.divide(1.0, self.factor, out=np.zeros_like(self.factor), where=self.factor > 0)
        return np.column_stack([lines[:, :-1] * inverse, lines[:, -1] + lines[:, :-1] @ self.shift])

    def of_multiples(self, multiple: float) -> "Scaling":
        """The same for rows of which those it was made for are multiples."""
        return Scaling(self.shift / multiple, self.factor * multiple)

    def weights_for_rows(self, lines: np.ndarray) -> np.ndarray:
        """Weights (intercept last) that score rows as ``lines`` score the scaled rows."""
        weights = lines[:, :-1] * self.factor
        return np.column_stack([weights, lines[:, -1] - weights @ self.shift])


def scaling_of(
    name: str | None, X: Any, weights: np.ndarray | None = None, *, shift: bool = True
) -> Scaling:
    """The scaling of that name for rows of some weights (None: 1 each).

    Without ``shift``, which a model without intercept could not undo, features are only divided:
    "range" by the largest size, "standard" by the root mean square.

    Sparse rows are scaled like dense ones: bit for bit if sums of values are exact, as they are for
    whole numbers.
    """
    if name is None:
        return no_scaling(X.shape[1])
    if name == "robust":
        return robust_scaling(X, weights, shift)
    low, high = smallest_and_largest(X)
    if name == "maxabs" or (name == "range" and not shift):
        return Scaling(np.zeros(len(low)), inverse_of(np.maximum(np.abs(low), np.abs(high))))
    half = 0.5 * high - 0.5 * low
    if name == "range":
        return Scaling(low + half, inverse_of(half))
    return standard_scaling(X, weights, np.where(half > 0, low + half, low), half > 0, shift)


def robust_scaling(X: Any, weights: np.ndarray | None, shift: bool) -> Scaling:
    """By the deviation, or by what it would be without outliers, whichever is less."""
    centre, quartile = robust_centre_and_size(X, weights, centred=shift)
    usual = scaling_of("standard", X, weights, shift=shift).factor
    factor = np.maximum(inverse_of(QUARTILES * quartile), usual)
    return Scaling(centre, nearest_power(np.where(quartile > 0, factor, 0.0)))


def standard_scaling(
    X: Any, weights: np.ndarray | None, pivot: np.ndarray, varies: np.ndarray, shift: bool
) -> Scaling:
    """Mean 0 and variance 1. Sums are taken of differences to the middle of the range."""
    share = np.ones(X.shape[0]) if weights is None else weights
    total = share.sum()
    origin = pivot if shift else np.zeros(len(pivot))
    first, second = moments(X, share, origin)
    if not shift:
        return Scaling(np.zeros(len(pivot)), inverse_of(np.sqrt(second / total)))
    mean = first / total
    deviation = np.sqrt(np.maximum(second / total - mean * mean, 0.0))
    return Scaling(pivot + mean, inverse_of(np.where(varies, deviation, 0.0)))


def moments(X: Any, weights: np.ndarray, origin: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Weighted sums of ``x - origin`` and of its square."""
    if not sp.issparse(X):
        difference = np.asarray(X, dtype=np.float64) - origin
        return weights @ difference, weights @ np.square(difference)
    X = sp.csr_array(X)
    held = np.repeat(weights, np.diff(X.indptr))
    size = len(origin)
    difference = X.data.astype(np.float64) - origin[X.indices]
    absent = weights.sum() - np.bincount(X.indices, held, size)
    first = np.bincount(X.indices, held * difference, size) - absent * origin
    second = np.bincount(X.indices, held * np.square(difference), size) + absent * origin**2
    return first, second


def smallest_and_largest(X: Any) -> tuple[np.ndarray, np.ndarray]:
    """Of each column, zeros included."""
    ends = X.min(axis=0), X.max(axis=0)
    if sp.issparse(X):
        ends = tuple(end.toarray() for end in ends)
    low, high = (np.asarray(end, dtype=np.float64).ravel() for end in ends)
    return low, high


def no_scaling(n_features: int) -> Scaling:
    return Scaling(np.zeros(n_features), np.ones(n_features))


def inverse_of(size: np.ndarray) -> np.ndarray:
    """1 / size; 0 for what does not vary (or so little that the inverse overflows)."""
    varies = size > 1 / np.finfo(np.float64).max
    return np.divide(1.0, size, out=np.zeros_like(size), where=varies)


def nearest_power(factor: np.ndarray) -> np.ndarray:
    """The nearest power of two: a product with it rounds nothing."""
    powers = np.round(np.log2(factor, out=np.zeros_like(factor), where=factor > 0))
    return np.where(factor > 0, np.exp2(powers), 0.0)
