"""Measures as losses of rows: their mean over the test rows of a split is the measure.

So one function judges every measure. A balanced error weighs rows by their class. An AUC or an F1
is no mean over rows; each row then counts as much as the measure would change with its share (the
infinitesimal jackknife; for the AUC these are DeLong's components), so that means are exact, and
variances are those of large samples.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

RowLosses = NDArray[np.float64]
Codes = NDArray[np.intp]


LEAST_PROBABILITY = 1e-15


def error_losses(truth: Codes, predicted: Codes) -> RowLosses:
    """1 where the prediction is wrong.

    Examples
    --------
    >>> error_losses(np.array([0, 1, 1]), np.array([0, 1, 0])).tolist()
    [0.0, 0.0, 1.0]
    """
    return (truth != predicted).astype(np.float64)


def balanced_losses(truth: Codes, predicted: Codes) -> RowLosses:
    """Wrong rows, weighed so that every class that occurs counts as much as any other.

    Examples
    --------
    >>> truth, predicted = np.array([0, 0, 0, 1]), np.array([0, 0, 0, 0])
    >>> float(balanced_losses(truth, predicted).mean())
    0.5
    """
    counts = np.bincount(truth)
    weights = len(truth) / (np.count_nonzero(counts) * counts[truth])
    return error_losses(truth, predicted) * weights


def f1_losses(truth: Codes, predicted: Codes) -> RowLosses:
    """1 minus the mean F1 of the classes that occur or are predicted.

    Examples
    --------
    >>> from sklearn.metrics import f1_score
    >>> truth, predicted = np.array([0, 0, 1, 1, 2]), np.array([0, 1, 1, 1, 0])
    >>> losses = f1_losses(truth, predicted)
    >>> bool(np.isclose(losses.mean(), 1 - f1_score(truth, predicted, average="macro")))
    True
    """
    found = np.union1d(truth, predicted)
    return np.mean([_f1_of_one(truth == code, predicted == code) for code in found], axis=0)


def _f1_of_one(true: NDArray[np.bool_], taken: NDArray[np.bool_]) -> RowLosses:
    hits, misses = (true & taken).astype(float), (true != taken).astype(float)
    hit, miss = hits.mean(), misses.mean()
    slope = 2 / (2 * hit + miss) ** 2
    return miss / (2 * hit + miss) - slope * (miss * (hits - hit) - hit * (misses - miss))


def auc_losses(truth: Codes, scores: NDArray[Any]) -> RowLosses:
    """1 minus the area under the ROC curve; of more than two classes, the mean of one against rest.

    Examples
    --------
    >>> float(auc_losses(np.array([0, 0, 1, 1]), np.array([0.1, 0.4, 0.35, 0.8])).mean())
    0.25
    """
    if scores.ndim == 1:
        return _auc_of_one(truth == 1, scores)
    present = [code for code in np.unique(truth) if (truth != code).any()]
    if not present:
        return np.full(len(truth), 0.5)
    return np.mean([_auc_of_one(truth == code, scores[:, code]) for code in present], axis=0)


def _auc_of_one(true: NDArray[np.bool_], scores: NDArray[Any]) -> RowLosses:
    if true.all() or not true.any():
        return np.full(len(true), 0.5)
    above, below = np.sort(scores[true]), np.sort(scores[~true])
    parts = np.empty(len(true))
    parts[true] = 1 - _share_below(below, scores[true])
    parts[~true] = _share_below(above, scores[~true])
    loss = parts[true].mean()
    # Of negative rows, the share of positive ones that are not above them.
    shares = np.where(true, true.mean(), 1 - true.mean())
    return loss + (parts - loss) / shares


def _share_below(others: NDArray[Any], scores: NDArray[Any]) -> RowLosses:
    """The share of the others that each score is above, ties counting one half."""
    sides = [np.searchsorted(others, scores, side) for side in ("left", "right")]
    return np.asarray((sides[0] + sides[1]) / (2 * len(others)))


def log_losses(truth: Codes, probabilities: NDArray[Any]) -> RowLosses:
    """Minus the logarithm of the probability of the true class.

    Examples
    --------
    >>> log_losses(np.array([1]), np.array([[0.5, 0.5]])).round(3).tolist()
    [0.693]
    """
    own = probabilities[np.arange(len(truth)), truth]
    return -np.log(np.maximum(own, LEAST_PROBABILITY))
