"""The joint learner of the reference: hand-worked examples and its two-class case."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from reference import Perceptron, fisher, joint, joint_votes, train


def plain_joint(X, labels, n_classes, order):
    """The same learner with lists and loops, without a constant feature: weights, updates."""
    W, updates = [[0.0] * len(X[0]) for _ in range(n_classes)], 0
    for i in order:
        score = [sum(a * b for a, b in zip(w, X[i], strict=True)) for w in W]
        wrong = [k for k in range(n_classes) if k != labels[i]]
        best = min(k for k in wrong if score[k] == max(score[j] for j in wrong))
        if score[labels[i]] <= score[best]:
            W[labels[i]] = [a + b for a, b in zip(W[labels[i]], X[i], strict=True)]
            W[best] = [a - b for a, b in zip(W[best], X[i], strict=True)]
            updates += 1
    return W, updates


def noisy(seed, n=20, d=2):
    rng = np.random.default_rng(seed)
    X, order = rng.integers(-4, 5, (n, d)).astype(float), rng.integers(n, size=(6, 2 * n))
    return X, rng.integers(2, size=n), order, rng.integers(1, 9, n) / 4


@settings(deadline=None)
@given(st.integers(0, 2**32 - 1), st.integers(2, 5))
def test_joint_training_is_the_plain_loop(seed, n_classes):
    rng = np.random.default_rng(seed)
    X, labels = rng.integers(-3, 4, (8, 2)), rng.integers(n_classes, size=8)
    order = rng.integers(8, size=60)
    fit = joint(X, labels, n_classes, [order], Perceptron(), fit_intercept=False)
    W, updates = plain_joint(X.tolist(), labels.tolist(), n_classes, order)
    assert_array_equal(fit.last[0], W)
    assert fit.updates == [updates]


@pytest.mark.parametrize("keeper", ["last", "longest", "averaged", "pocket"])
@pytest.mark.parametrize(
    ("tau", "lam", "alpha"), [(0, 0, 99), (2, 0, 99), (2, 0.25, 99), (2, 0, 2)]
)
def test_two_classes_together_are_one_hyperplane_and_its_mirror(keeper, tau, lam, alpha):
    X, labels, passes, weights = noisy(1)
    one = Perceptron(tau=tau, lam=lam, alpha=alpha)
    two = Perceptron(tau=2 * tau, lam=2 * lam, alpha=alpha)
    w, b = getattr(train(X, 2 * labels - 1, passes, one, weights=weights), keeper)
    W, B = getattr(joint(X, labels, 2, passes, two, weights=weights), keeper)
    assert_allclose(W, [-w, w], atol=1e-12)
    assert_allclose(B, [-b, b], atol=1e-12)


@pytest.mark.parametrize(
    "tally", ["pocket_evaluations", "counts", "updates", "mistakes", "n_iter", "stop"]
)
def test_two_classes_together_count_like_one_hyperplane(tally):
    X, labels, passes, weights = noisy(2)
    one = train(X, 2 * labels - 1, passes, Perceptron(tau=1, alpha=3), weights=weights)
    two = joint(X, labels, 2, passes, Perceptron(tau=2, alpha=3), weights=weights)
    assert_array_equal(getattr(one, tally), getattr(two, tally))


def test_two_classes_together_vote_like_one_hyperplane():
    X, labels, passes, weights = noisy(3)
    one = train(X, 2 * labels - 1, passes, Perceptron(), weights=weights)
    two = joint(X, labels, 2, passes, Perceptron(), weights=weights)
    assert [run for *_, run in one.votes] == [run for *_, run in two.votes]


def test_the_weights_of_the_classes_sum_to_those_of_the_start():
    rng = np.random.default_rng(4)
    X, labels = rng.normal(size=(30, 3)), rng.integers(4, size=30)
    start = rng.normal(size=(4, 3)), rng.normal(size=4)
    fit = joint(X, labels, 4, [range(30)] * 5, Perceptron(), init=start)
    assert_allclose(fit.last[0].sum(axis=0), start[0].sum(axis=0), atol=1e-12)


def test_the_lowest_of_equal_rivals_is_lowered():
    fit = joint(np.ones((1, 1)), [1], 3, [[0]], Perceptron(), constant2=4.0)
    assert fit.last[0][:, 0].tolist() == [-1.0, 1.0, 0.0]
    assert fit.last[1].tolist() == [-4.0, 4.0, 0.0]


def test_a_unit_step_raises_the_margin_by_twice_the_squared_norm():
    told = []

    class Listening:
        def move(self, e):
            told.append((e.margin, e.norm2, e.reach))
            return "update", 1.0, 1.0

    joint(np.array([[1.0, 2.0]]), [0], 2, [[0, 0]], Listening(), constant2=9.0)
    assert told == [(0.0, 5.0, 28.0), (28.0, 5.0, 28.0)]


def test_the_pocket_of_many_classes_is_no_worse_than_its_start():
    rng = np.random.default_rng(5)
    X, labels = rng.normal(size=(30, 2)), rng.integers(3, size=30)
    start = zip(*(fisher(X, np.where(labels == k, 1, -1)) for k in range(3)), strict=True)
    w0, b0 = map(np.array, start)
    fit = joint(X, labels, 3, rng.integers(30, size=(9, 30)), Perceptron(), init=(w0, b0))
    errors = [np.mean(np.argmax(X @ w.T + b, axis=1) != labels) for w, b in (fit.pocket, (w0, b0))]
    assert errors[0] <= errors[1]


def test_each_hypothesis_votes_with_its_run_for_its_first_best_class():
    tied = np.array([[1.0], [0.0], [1.0]]), np.zeros(3), 2.0
    biased = np.array([[0.0], [0.0], [1.0]]), np.array([0.0, 2.0, 0.0]), 5.0
    chosen = joint_votes([tied, biased], np.array([[1.0], [3.0]]))
    assert chosen.tolist() == [[2.0, 5.0, 0.0], [2.0, 0.0, 5.0]]
