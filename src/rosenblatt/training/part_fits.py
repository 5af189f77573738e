"""Fits of models that are parts of another one: they must know all of its classes."""

from typing import Any

import numpy as np
from sklearn.utils.validation import has_fit_parameter

MOST_COPIES = 10  # copies for each different row


def fit_part(
    model: Any, X: Any, codes: np.ndarray, weights: np.ndarray | None, classes: np.ndarray
) -> None:
    """Fit to examples; a class that has none of them is named by a row without weight."""
    missing = np.setdiff1d(np.arange(len(classes)), codes)
    if len(missing):
        weights = np.ones(len(codes)) if weights is None else weights
        rows = np.append(np.arange(len(codes)), np.zeros(len(missing), dtype=int))
        X, codes = X[rows], np.append(codes, missing)
        weights = np.append(weights, np.zeros(len(missing)))
    if weights is not None and has_fit_parameter(model, "sample_weight"):
        model.fit(X, classes[codes], sample_weight=weights)
    elif weights is None or bool((weights == 1).all()):
        model.fit(X, classes[codes])
    else:
        rows = np.repeat(np.arange(len(codes)), copies_of(weights, model))
        model.fit(X[rows], classes[codes[rows]])


def copies_of(weights: np.ndarray, model: Any) -> np.ndarray:
    """Copies of each row in place of its weight, for a fit that takes no weights."""
    copies = np.rint(weights)
    whole = bool((copies == weights).all() and (copies > 0).all())
    if not whole or copies.sum() > MOST_COPIES * len(weights):
        raise TypeError(
            f"{type(model).__name__}.fit takes no sample_weight, but the rows of this fit have "
            "weights (their own, those of their classes, or copies of rows); give fit a parameter "
            "sample_weight and pass it on."
        )
    return copies.astype(int)
