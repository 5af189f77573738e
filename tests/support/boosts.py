"""Data to boost on, and learners whose rounds are not compiled."""

import numpy as np


def stranger(kind):
    """Boosting does not know a derived class, so its rounds are not compiled."""
    return type(kind.__name__, (kind,), {})


def wavy(n=120, n_classes=2):
    """A hyperplane tells something about these, but separates nothing; all rows differ."""
    X = np.random.default_rng(5).normal(size=(n, 3))
    scores = X @ [1.0, 0.5, 0.0] + np.sin(3 * X[:, 0])
    return X, np.digitize(scores, np.quantile(scores, np.arange(1, n_classes) / n_classes))


def weighted(X):
    return np.random.default_rng(5).integers(1, 5, size=len(X)) / 2.0
