"""Data and comparisons for the tests of searches."""

import numpy as np
from sklearn.model_selection import GridSearchCV

from rosenblatt import Perceptron
from rosenblatt.selection import LaneSearchCV
from rosenblatt.training.keepers import HYPOTHESES

ALL_HYPOTHESES = sorted(HYPOTHESES)


def table(n_classes=2, n_rows=90, n_features=5):
    """Rounded values with zeros, equal rows and noisy labels."""
    rng = np.random.default_rng(n_classes)
    X = rng.normal(size=(n_rows, n_features)).round(1)
    X[rng.random(X.shape) < 0.3] = 0.0
    X[-n_rows // 5 :] = X[: n_rows // 5]
    scores = X @ rng.normal(size=(n_features, n_classes)) + rng.normal(size=(n_rows, n_classes))
    return X, scores.argmax(axis=1)


def fingerprint(estimator, X, y, sample_weight=None):
    """Scores that differ if anything learned differs in a single bit."""
    values = np.asarray(estimator.decision_function(X), dtype=float)
    mistakes = estimator.mistakes_.reshape(len(estimator.mistakes_), -1)
    return {
        "accuracy": estimator.score(X, y, sample_weight),
        "decisions": float(values.ravel() @ np.arange(1, values.size + 1)),
        "coef": float(estimator.coef_.astype(float).sum()),
        "intercept": float(estimator.intercept_.astype(float).sum()),
        "mistakes": float(
            np.arange(len(mistakes)) @ mistakes @ np.arange(1, mistakes.shape[1] + 1)
        ),
        "updates": estimator.n_updates_,
        "passes": estimator.n_iter_ + len(estimator.history_["updates"]),
        "stopped": len(estimator.stop_reason_),
        "separable": {True: 1, False: 0, None: -1}[estimator.separable_],
        "counted": getattr(estimator, "n_error_evaluations_", 0),
    }


def learner(**params):
    return Perceptron(**{"random_state": 5, "max_iter": 4, **params})


def both(estimator, grid, X, y, *, search=LaneSearchCV, fit_params=None, **options):
    """Our search and scikit-learn's, fitted with the same arguments."""
    options = {"scoring": fingerprint, "refit": "decisions", "cv": 3, **options}
    return [
        make(estimator, grid, **options).fit(X, y, **(fit_params or {}))
        for make in (search, GridSearchCV)
    ]


def assert_same(ours, theirs):
    """Equal to the last bit, except for the times."""
    assert list(ours.cv_results_) == list(theirs.cv_results_)
    for name, column in theirs.cv_results_.items():
        if not name.endswith("_time"):
            assert_equal_columns(ours.cv_results_[name], column, name)
    assert ours.n_splits_ == theirs.n_splits_
    for name in ("best_index_", "best_score_"):
        np.testing.assert_equal(getattr(ours, name, None), getattr(theirs, name, None))


def assert_equal_columns(ours, theirs, name):
    if name == "params" or isinstance(theirs, np.ma.MaskedArray):
        assert str(ours) == str(theirs), name
    else:
        np.testing.assert_array_equal(ours, theirs, err_msg=name)
