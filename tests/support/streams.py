"""The same rows learned in batches and in one pass, and how the two are compared."""

import numpy as np
import scipy.sparse as sp

from rosenblatt import Perceptron
from rosenblatt.training.keepers import HYPOTHESES, NOT_IN_STREAMS

IN_STREAMS = sorted(HYPOTHESES - set(NOT_IN_STREAMS))
KINDS = {
    "float64": lambda X: X,
    "float32": lambda X: X.astype(np.float32),
    "csr": sp.csr_array,
    "csr float32": lambda X: sp.csr_array(X.astype(np.float32)),
}


def signs(n=90, d=6, n_classes=2, seed=0):
    """Rows of +1 and -1: all have the same norm, every sum is exact, equal rows are common."""
    rng = np.random.default_rng(seed)
    X = rng.choice([-1.0, 1.0], size=(n, d))
    scores = X @ rng.integers(-2, 3, size=(d, n_classes)) + rng.normal(size=(n, n_classes))
    return X, scores.argmax(axis=1)


def quarters(n, seed=1):
    """Weights whose sums are exact; some are zero."""
    return np.random.default_rng(seed).integers(0, 9, size=n) / 4


def batches(n, sizes=(1, 7, 2, 30, 50)):
    return np.split(np.arange(n), np.cumsum(sizes)[:-1])


def one_pass(X, y, weights=None, **params):
    return Perceptron(order="cyclic", max_iter=1, **params).fit(X, y, weights)


def stream(X, y, weights=None, classes=None, parts=None, model=None, **params):
    model = Perceptron(**params) if model is None else model
    for rows in batches(len(y)) if parts is None else parts:
        w = None if weights is None else weights[rows]
        model.partial_fit(X[rows], y[rows], classes=classes, sample_weight=w)
    return model


def assert_same(one, other, X, exact=True):
    compare = np.testing.assert_array_equal if exact else np.testing.assert_allclose
    np.testing.assert_array_equal(one.classes_, other.classes_)
    compare(one.coef_, other.coef_)
    compare(one.intercept_, other.intercept_)
    compare(one.decision_function(X), other.decision_function(X))
    np.testing.assert_array_equal(one.predict(X), other.predict(X))
