"""Small problems for the tests of the search core."""

from __future__ import annotations

import numpy as np
import pytest


def noisy(n: int, m: int, seed: int, dtype=np.float64):
    """A noisy linear problem with features in [-1, 1]."""
    rng = np.random.default_rng(seed)
    X = rng.uniform(-1, 1, size=(n, m))
    noise = rng.normal(size=n) * 0.4 * np.sqrt(m)
    y = np.where(X @ rng.normal(size=m) + noise + 0.2 > 0, 1, -1).astype(np.int8)
    return X.astype(dtype), y


def tied(n: int, m: int, seed: int, dtype=np.float64):
    """Small whole numbers: equal crossing points, repeated and contradictory rows, zeros."""
    rng = np.random.default_rng(seed)
    X = rng.integers(-2, 3, size=(n, m)).astype(dtype)
    X[: n // 4] = X[n // 4 : n // 4 + n // 4]
    return X, rng.choice(np.array([-1, 1], dtype=np.int8), size=n)


KINDS = {"noisy": noisy, "tied": tied}


@pytest.fixture(params=KINDS)
def make(request):
    """A function (n, m, seed, dtype) -> X, y."""
    return KINDS[request.param]


def recount(X, y, weights, w) -> float:
    """Weight of the wrong rows in double precision."""
    margin = y * (X.astype(np.float64) @ np.asarray(w)[1:] + w[0])
    return float(np.sum(weights[margin <= 0]) if weights is not None else np.sum(margin <= 0))
