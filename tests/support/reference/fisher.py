"""Fisher's discriminant and the mean squared norm."""

from typing import Any

import numpy as np

from reference.loop import _weights

Hypothesis = tuple[Any, Any]


def fisher(X: np.ndarray, y: np.ndarray, weights: np.ndarray | None = None) -> Hypothesis:
    """Fisher's discriminant as Li (2005) starts from it.

    ``w = S^-1 (m1 - m2)``, ``b = -(p2 m1 + p1 m2).w``; S is the weighted within-class covariance
    (divisor: the total weight), plus ``g / (1 - g) tr(S) / m`` on its diagonal, g = 1e-10, if it
    has no Cholesky factor.

    Examples
    --------
    >>> w, b = fisher(np.array([[0.0], [2.0], [4.0], [6.0]]), np.array([-1, -1, 1, 1]))
    >>> w.tolist(), float(b)
    ([4.0], -12.0)
    """
    X, v, plus = np.asarray(X, dtype=np.float64), _weights(weights, len(X)), np.asarray(y) > 0
    p1, p2 = v[plus].sum() / v.sum(), v[~plus].sum() / v.sum()
    m1, m2 = (np.average(X[side], axis=0, weights=v[side]) for side in (plus, ~plus))
    Z = X - np.where(plus[:, None], m1, m2)
    S = (v[:, None] * Z).T @ Z / v.sum()
    w = np.linalg.solve(_positive_definite(S), m1 - m2)
    return w, -(p2 * m1 + p1 * m2) @ w


def _positive_definite(S: np.ndarray, g: float = 1e-10) -> np.ndarray:
    try:
        np.linalg.cholesky(S)
    except np.linalg.LinAlgError:
        return S + g / (1 - g) * np.trace(S) / len(S) * np.eye(len(S))
    return S


def mean_squared_norm(X: np.ndarray, weights: np.ndarray | None = None) -> float:
    """Weighted mean of ``|x|^2``."""
    return float(np.average((X * X).sum(axis=1), weights=weights))
