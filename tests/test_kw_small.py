"""The small-set protocol on the slow truth."""

import math
from itertools import pairwise

import numpy as np
import pytest
from kw_small import fold_accuracies
from numpy.testing import assert_allclose, assert_array_equal


@pytest.fixture(scope="module")
def noisy():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(43, 3)) + 1
    return X, np.where(X.sum(axis=1) + rng.normal(size=43) > 3, 1, -1)


@pytest.mark.parametrize("name", ["last", "longest", "voted"])
def test_accuracies_do_not_change_when_the_rows_are_scaled(noisy, name):
    X, y = noisy
    setting = {"permutation": 1, "tau": 0.5, "lam": 0.125, "epochs": 9}
    scaled = fold_accuracies(4.0 * X, y, **setting)
    assert_array_equal(fold_accuracies(X, y, **setting)[name], scaled[name])


def test_one_epoch_of_the_average_algorithm_has_a_closed_form(noisy):
    X, y = noisy
    found = fold_accuracies(X, y, 2, tau=math.inf, alpha=1, epochs=1)["last"]
    order, expected = np.random.RandomState(2).permutation(43), []
    for first, end in pairwise([0, 5, 10, 15, *range(19, 44, 4)]):
        test, fit = order[first:end], np.delete(order, np.s_[first:end])
        theta = np.mean((X[fit] ** 2).sum(axis=1)) * (1 - 0.1 * y[fit].sum())
        score = 0.1 * (y[fit] @ X[fit]) @ X[test].T - theta
        expected.append(100 * np.mean(np.sign(score) == y[test]))
    assert_allclose(found, expected)
