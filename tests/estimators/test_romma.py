"""ROMMA: its two constraints, the maximum margin, and rows that cannot be separated."""

import numpy as np
import pytest
import scipy.sparse as sp
from reference import Romma, train, vote_sum
from sklearn.svm import LinearSVC

from rosenblatt import ROMMA


def separable(n=80, d=5, gap=0.2, seed=0):
    rng = np.random.default_rng(seed)
    X, w = rng.normal(size=(n, d)), rng.normal(size=d)
    y = np.where(X @ w > 0, 1, -1)
    return X + gap * np.outer(y, w) / np.linalg.norm(w), y


def noisy(n=300, d=5):
    X, y = separable(n, d)
    y[::5] *= -1
    return X, y


def plain(**params):
    return ROMMA(**{"fit_intercept": False, "order": "cyclic", **params})


def widest(X, y):
    """The largest margin of a hyperplane through 0 by a hard-margin machine."""
    svm = LinearSVC(C=1e7, loss="hinge", fit_intercept=False, tol=1e-10, max_iter=10**6).fit(X, y)
    return svm.coef_[0] / np.linalg.norm(svm.coef_)


@pytest.mark.parametrize("aggressive", [False, True])
def test_a_learned_row_meets_both_constraints_with_equality(aggressive):
    X, y = noisy(60)
    model = plain(aggressive=aggressive).partial_fit(X[:3], y[:3], classes=[-1, 1])
    learned = 0
    for x, sign in zip(X[3:], y[3:], strict=True):
        w = model.coef_[0]
        if model.partial_fit([x], [sign]).mistakes_.any():
            v, learned = model.coef_[0], learned + 1
            assert sign * v @ x == pytest.approx(1, rel=1e-6)
            assert v @ w == pytest.approx(w @ w, rel=1e-6)
    assert learned > 2


@pytest.mark.parametrize("seed", range(5))
def test_aggressive_updates_converge_to_the_maximum_margin(seed):
    X, y = separable(seed=seed)
    best = widest(X, y)
    model = plain(tol=1e-3, max_iter=100_000).fit(X, y)
    w = model.coef_[0]
    assert model.stop_reason_ == "separated"
    margin = (y * (X @ w)).min() / np.linalg.norm(w)
    assert margin >= (1 - 1e-3) * (y * (X @ best)).min() * (1 - 1e-6)
    assert w @ best / np.linalg.norm(w) > 0.999


def test_with_an_intercept_the_margin_is_that_of_rows_with_a_constant():
    X, y = separable()
    X = X + 1.0
    augmented = np.column_stack([X, np.full(len(X), 3.0)])
    best = widest(augmented, y)
    model = ROMMA(intercept_scaling=3.0, tol=1e-4, max_iter=100_000, order="cyclic").fit(X, y)
    w = np.append(model.coef_[0], model.intercept_[0] / 3)
    assert w @ best / np.linalg.norm(w) > 0.9999


@pytest.mark.parametrize("seed", range(5))
def test_mistakes_stay_below_the_perceptron_bound(seed):
    """Li and Long, Theorem 3: at most R^2 / gamma^2 mistakes."""
    X, y = separable(seed=seed)
    gamma = (y * (X @ widest(X, y))).min()
    bound = (X**2).sum(axis=1).max() / gamma**2
    model = plain(aggressive=False, max_iter=10_000).fit(X, y)
    assert model.stop_reason_ == "separated" and model.n_updates_ <= bound


def test_weights_grow_with_every_update():
    X, y = separable()
    model, length = plain(), 0.0
    for x, sign in zip(X, y, strict=True):
        model.partial_fit([x], [sign], classes=[-1, 1])
        before, length = length, np.linalg.norm(model.coef_)
        assert length >= before * (1 - 1e-12)


@pytest.mark.parametrize("aggressive", [False, True])
@pytest.mark.parametrize("min_margin", [1e-4, 0.05])
def test_rows_that_cannot_be_separated_do_not_blow_up_the_weights(min_margin, aggressive):
    X, y = noisy()
    X = np.vstack([X, -X[:50], X[:50]])  # the very opposite, and contradictions
    y = np.concatenate([y, y[:50], -y[:50]])
    model = plain(aggressive=aggressive, min_margin=min_margin).fit(X, y)
    shortest = np.linalg.norm(X, axis=1).min()
    assert np.linalg.norm(model.coef_) * shortest * min_margin <= 1 + 1e-9


@pytest.mark.parametrize("sparse", [False, True])
def test_votes_walk_through_the_rescaled_hypotheses(sparse):
    X, y = noisy()
    fit = train(X, y, [np.arange(300)] * 2, Romma(tau=0.5), fit_intercept=False, max_iter=2)
    model = plain(tol=0.5, hypothesis="voted", max_iter=2).fit(sp.csr_array(X) if sparse else X, y)
    np.testing.assert_array_equal(model.decision_function(X), vote_sum(fit.votes, X))


@pytest.mark.parametrize("hypothesis", ["last", "averaged", "longest", "voted"])
def test_batches_give_what_one_pass_gives(hypothesis):
    X, y = noisy()
    batches = plain(hypothesis=hypothesis)
    for at in range(0, 300, 60):
        batches.partial_fit(X[at : at + 60], y[at : at + 60])
    once = plain(hypothesis=hypothesis, max_iter=1).fit(X, y)
    np.testing.assert_array_equal(batches.coef_, once.coef_)
    np.testing.assert_array_equal(batches.decision_function(X), once.decision_function(X))
