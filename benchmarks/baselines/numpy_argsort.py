"""Random coordinate descent the NumPy way: one argsort per epoch."""

import numpy as np


def descend(
    X: np.ndarray, y: np.ndarray, w: np.ndarray, epochs: int, seed: int = 0
) -> tuple[np.ndarray, list[int]]:
    """RCD with uniform directions; returns the weights (bias last) and the error per epoch."""
    rng = np.random.default_rng(seed)
    X1 = np.column_stack([X, np.ones(len(X), dtype=X.dtype)]) * y[:, None].astype(X.dtype)
    w = w.astype(X.dtype)
    z = X1 @ w
    history = []
    for _ in range(epochs):
        d = rng.uniform(-1, 1, size=len(w)).astype(X.dtype)
        g = X1 @ d
        t, error = best_point(z, g)
        w -= t * d
        z -= t * g
        history.append(error)
    return w, history


def best_point(z: np.ndarray, g: np.ndarray) -> tuple[float, int]:
    """The middle of the leftmost best interval; rows that do not move are assumed absent."""
    c = z / g
    order = np.argsort(c)
    c = c[order]
    rises = np.where(g > 0, 1, -1)[order]
    errors = np.count_nonzero(rises < 0) + np.cumsum(rises)
    last = np.flatnonzero(np.append(c[1:] != c[:-1], True))
    k = last[np.argmin(errors[last])]
    if np.count_nonzero(rises < 0) <= errors[k]:
        return c[0] - 1, np.count_nonzero(rises < 0)
    high = c[k + 1] if k + 1 < len(c) else c[k] + 2
    return (c[k] + high) / 2, errors[k]
