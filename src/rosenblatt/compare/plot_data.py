"""Data for the plots of the chosen model: its weights, and its rows in two dimensions."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from rosenblatt.compare.final_model import Refit

MOST_POINTS, MOST_WEIGHTS = 800, 200


def feature_weights(fitted: Refit, one_plane: bool, classes: list[str]) -> Any:
    """The largest weights, in standardised units; None if the model is not a hyperplane.

    A weight is multiplied by the standard deviation of its feature, so that features can be
    compared, and the hyperplane is scaled to length 1.
    """
    if not one_plane or not hasattr(fitted.estimator, "coef_"):
        return None
    names = [str(name) for name in fitted.coder.get_feature_names_out()]
    coef = np.atleast_2d(fitted.estimator.coef_) * standard_deviations(fitted.X)
    lengths = np.linalg.norm(coef, axis=1, keepdims=True)
    coef = coef / np.where(lengths > 0, lengths, 1.0)
    order = np.argsort(-np.abs(coef).max(axis=0), kind="stable")[:MOST_WEIGHTS]
    if len(coef) == 1:
        return [{"feature": names[j], "weight": float(coef[0, j])} for j in order]
    return [
        {"feature": names[j], "weight": float(coef[k, j]), "class": classes[k]}
        for j in order
        for k in range(len(coef))
    ]


def standard_deviations(X: Any) -> NDArray[np.float64]:
    """Standard deviation of every column, dense or sparse."""
    mean = np.asarray(X.mean(axis=0), dtype=np.float64).ravel()
    squares = np.asarray((X.multiply(X) if hasattr(X, "multiply") else X * X).mean(axis=0))
    return np.sqrt(np.maximum(squares.ravel() - mean**2, 0.0))


def projection_of(fitted: Refit, codes: NDArray[np.intp], one_plane: bool) -> dict[str, Any]:
    """Some rows in two dimensions: by score for two classes, else by components of the scores."""
    X = fitted.X[:MOST_POINTS]
    codes = codes[fitted.rows[:MOST_POINTS]]
    scores = np.asarray(fitted.estimator.decision_function(X), dtype=float)
    if scores.ndim == 1:
        length = np.linalg.norm(fitted.estimator.coef_) if one_plane else 1.0
        u = scores / (length or 1.0)
        places = np.column_stack([u, widest_direction(X, u if one_plane else None)])
        right, boundary = (scores > 0) == (codes == 1), {"u": 0.0}
        first = "distance to the hyperplane" if one_plane else "score"
        axes = [first, "direction of largest variance"]
    else:
        places, boundary = score_components(scores), None
        right = scores.argmax(axis=1) == codes
        axes = ["first principal component of the scores", "second principal component"]
    points = [
        [float(u), float(v), int(code), bool(ok)]
        for (u, v), code, ok in zip(places, codes, right, strict=True)
    ]
    return {"points": points, "boundary": boundary, "axes": axes}


def widest_direction(X: Any, along: NDArray[np.float64] | None) -> NDArray[np.float64]:
    """Coordinates along the direction of largest variance, orthogonal to that of ``along``.

    Computed from the inner products of the rows, so that wide sparse rows stay sparse.
    """
    products = X @ X.T
    gram = np.asarray(products.toarray() if hasattr(products, "toarray") else products, dtype=float)
    gram = gram - gram.mean(axis=0) - gram.mean(axis=1, keepdims=True) + gram.mean()
    if along is not None:
        gram = gram - np.outer(along - along.mean(), along - along.mean())
    values, vectors = np.linalg.eigh(gram)
    return np.asarray(vectors[:, -1] * np.sqrt(max(values[-1], 0.0)))


def score_components(scores: NDArray[np.float64]) -> NDArray[np.float64]:
    """The first two principal components of the scores of the classes."""
    left, values, _ = np.linalg.svd(scores - scores.mean(axis=0), full_matrices=False)
    return np.asarray(left[:, :2] * values[:2])
