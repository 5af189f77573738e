"""ALMA: the unit ball, the share of the maximum margin, the number of updates."""

import numpy as np
import pytest
from sklearn.svm import LinearSVC

from rosenblatt import ALMA


def separable(seed=0, n=100, d=4):
    rng = np.random.default_rng(seed)
    X, w = rng.normal(size=(n, d)), rng.normal(size=d)
    y = np.where(X @ w > 0, 1, -1)
    return X + 0.3 * np.outer(y, w) / np.linalg.norm(w), y


def noisy():
    X, y = separable(n=300)
    y[::4] *= -1
    return X, y


def plain(**params):
    return ALMA(**{"fit_intercept": False, "order": "cyclic", "hypothesis": "last", **params})


def widest_margin(X, y):
    """Of rows of length 1, by a hard-margin machine."""
    X = X / np.linalg.norm(X, axis=1, keepdims=True)
    svm = LinearSVC(C=1e7, loss="hinge", fit_intercept=False, tol=1e-10, max_iter=10**6).fit(X, y)
    return (y * (X @ svm.coef_[0])).min() / np.linalg.norm(svm.coef_)


@pytest.mark.parametrize("hypothesis", ["last", "averaged", "longest", "pocket"])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("alpha", [0.1, 0.9, 1.0])
def test_the_weights_stay_in_the_unit_ball(alpha, dtype, hypothesis):
    X, y = noisy()
    model = ALMA(alpha=alpha, hypothesis=hypothesis, intercept_scaling=2.0, random_state=0)
    model.fit(X.astype(dtype), y, np.linspace(0.1, 3, 300))
    w = np.append(model.coef_[0], model.intercept_[0] / 2)
    assert 0 < np.linalg.norm(w) <= 1 + 4 * np.finfo(dtype).eps


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("alpha", [0.2, 0.5, 0.9])
def test_a_pass_without_updates_leaves_the_promised_margin(alpha, seed):
    """Gentile, Theorem 3: margin at least (1 - alpha) of the largest, and few updates."""
    X, y = separable(seed)
    model = plain(alpha=alpha, max_iter=100_000).fit(X, y)
    lengths = np.linalg.norm(X, axis=1)
    best = widest_margin(X, y)
    assert model.stop_reason_ == "separated"
    margin = (y * (X @ model.coef_[0]) / lengths).min() / np.linalg.norm(model.coef_)
    assert margin >= (1 - alpha) * best
    assert model.n_updates_ <= 2 / best**2 * (2 / alpha - 1) ** 2 + 8 / alpha - 4


def test_the_length_of_a_row_does_not_matter():
    X, y = noisy()
    lengths = 2.0 ** np.random.default_rng(0).integers(-3, 4, size=(300, 1))
    one, other = plain().fit(X, y), plain().fit(X * lengths, y)
    np.testing.assert_allclose(one.coef_, other.coef_, rtol=1e-9)


@pytest.mark.parametrize("hypothesis", ["last", "averaged", "voted"])
def test_batches_give_what_one_pass_gives(hypothesis):
    """The number of updates made so far decides margin and rate, so it must be remembered."""
    X, y = noisy()
    batches = plain(hypothesis=hypothesis)
    for at in range(0, 300, 60):
        batches.partial_fit(X[at : at + 60], y[at : at + 60])
    once = plain(hypothesis=hypothesis, max_iter=1).fit(X, y)
    np.testing.assert_array_equal(batches.coef_, once.coef_)
    np.testing.assert_array_equal(batches.decision_function(X), once.decision_function(X))
