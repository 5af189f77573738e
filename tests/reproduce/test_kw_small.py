"""The protocol for small data sets in plain NumPy."""

import math
from itertools import pairwise, product, repeat

import numpy as np
import pytest
from kw_small import fold_accuracies
from numpy.testing import assert_allclose, assert_array_equal
from reference import Perceptron, mean_squared_norm, train, vote_sum

from rosenblatt.reproduce.kw.folds import permuted, splits


@pytest.fixture(scope="module")
def noisy():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(43, 3)) + 1
    return X, np.where(X.sum(axis=1) + rng.normal(size=43) > 3, 1, -1)


def reference_accuracies(X, y, permutation, tau, lam, alpha, epochs):
    """One fold after the other, each trained by the reference implementation."""
    X, y = permuted(X, y, permutation)
    found = [
        one_fold(X[fit], y[fit], X[test], y[test], tau, lam, alpha, epochs)
        for fit, test in splits(len(y))
    ]
    return dict(zip(["last", "longest", "voted"], np.transpose(found), strict=True))


def one_fold(X, y, X_test, y_test, tau, lam, alpha, epochs):
    C = mean_squared_norm(X)
    rule = Perceptron(tau=tau * C, lam=lam, alpha=alpha, eta0=0.1)
    start = np.zeros(X.shape[1]), -C
    fit = train(X, y, repeat(range(len(X))), rule, init=start, constant2=C, max_iter=epochs)
    scores = [X_test @ w + b for w, b in (fit.last, fit.longest)] + [vote_sum(fit.votes, X_test)]
    return [100 * np.mean((s >= 0) == (y_test > 0)) for s in scores]


@pytest.mark.parametrize(("lam", "alpha"), [(0.0, math.inf), (0.25, math.inf), (0.0, 2), (0.25, 3)])
def test_folds_side_by_side_equal_the_reference_exactly(noisy, lam, alpha):
    taus, permutations = [0.0, 0.25], [0, 3]
    found = fold_accuracies(*noisy, permutations, taus, lam, alpha, epochs=5)
    for (t, tau), (p, permutation) in product(enumerate(taus), enumerate(permutations)):
        expected = reference_accuracies(*noisy, permutation, tau, lam, alpha, epochs=5)
        for name in expected:
            assert_allclose(found[name][t, p], expected[name], rtol=0, atol=1e-9)


@pytest.mark.parametrize("name", ["last", "longest", "voted"])
def test_accuracies_do_not_change_when_the_rows_are_scaled(noisy, name):
    X, y = noisy
    setting = {"permutations": [1], "taus": [0.5], "lam": 0.125, "epochs": 9}
    scaled = fold_accuracies(4.0 * X, y, **setting)
    assert_array_equal(fold_accuracies(X, y, **setting)[name], scaled[name])


def test_one_epoch_of_the_average_algorithm_has_a_closed_form(noisy):
    X, y = noisy
    found = fold_accuracies(X, y, [2], [math.inf], alpha=1, epochs=1)["last"][0, 0]
    order, expected = np.random.RandomState(2).permutation(43), []
    for first, end in pairwise([0, 5, 10, 15, *range(19, 44, 4)]):
        test, fit = order[first:end], np.delete(order, np.s_[first:end])
        theta = np.mean((X[fit] ** 2).sum(axis=1)) * (1 - 0.1 * y[fit].sum())
        score = 0.1 * (y[fit] @ X[fit]) @ X[test].T - theta
        expected.append(100 * np.mean(np.sign(score) == y[test]))
    assert_allclose(found, expected)
