"""The separating hyperplane by linear programming."""

import numpy as np
import pytest
from scipy.sparse import csr_array

from rosenblatt.training.separation import separating_hyperplane


def margins(X, positive, found):
    w, b = found
    return np.where(positive, 1, -1) * (X @ w + b)


@pytest.mark.parametrize("kind", [np.asarray, csr_array])
@pytest.mark.parametrize("fit_intercept", [False, True])
def test_random_rows_in_as_many_dimensions_are_separated(kind, fit_intercept):
    for seed in range(20):
        rng = np.random.default_rng(seed)
        X, positive = kind(rng.normal(size=(12, 12))), rng.random(12) < 0.5
        found = separating_hyperplane(X, positive, fit_intercept=fit_intercept)
        assert np.all(margins(X, positive, found) > 0)


@pytest.mark.parametrize("kind", [np.asarray, csr_array])
def test_a_row_between_rows_of_the_other_class_cannot_be_separated(kind):
    for seed in range(20):
        X = np.random.default_rng(seed).normal(size=(9, 3))
        X[0] = X[1:].mean(axis=0)
        assert separating_hyperplane(kind(X), np.arange(9) == 0) is None


def test_what_only_an_intercept_separates_is_not_separated_without():
    X, positive = np.array([[1.0], [2.0]]), np.array([False, True])
    assert separating_hyperplane(X, positive) is not None
    assert separating_hyperplane(X, positive, fit_intercept=False) is None
