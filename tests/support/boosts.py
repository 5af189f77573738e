"""Data to boost on, and learners whose rounds are not compiled."""

import numpy as np


def stranger(kind):
    """Who fits in a way of its own is not compiled by boosting."""

    def fit(self, X, y, sample_weight=None):
        return kind.fit(self, X, y, sample_weight)

    return type(kind.__name__, (kind,), {"fit": fit})


def wavy(n=120, n_classes=2):
    """A hyperplane tells something about these, but separates nothing; all rows differ."""
    X = np.random.default_rng(5).normal(size=(n, 3))
    scores = X @ [1.0, 0.5, 0.0] + np.sin(3 * X[:, 0])
    return X, np.digitize(scores, np.quantile(scores, np.arange(1, n_classes) / n_classes))


def weighted(X):
    return np.random.default_rng(5).integers(1, 5, size=len(X)) / 2.0
