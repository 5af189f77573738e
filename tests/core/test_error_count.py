"""The pocket counts errors of small dense tables from a copy with examples side by side."""

import numpy as np
import pytest
from numpy.testing import assert_array_equal
from scipy.sparse import csr_array

from rosenblatt import PocketPerceptron


def noisy(n, d, classes, dtype, seed=0):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, d)).astype(dtype)
    scores = X @ rng.normal(size=(d, classes)) + rng.normal(size=(n, classes))
    weights = {
        "equal": None,
        "of one size": rng.exponential(size=n),
        "of 20 decades": 10.0 ** rng.uniform(-20, 0, size=n),
    }
    return X, scores.argmax(axis=1), weights


@pytest.mark.parametrize("sizes", ["equal", "of one size", "of 20 decades"])
@pytest.mark.parametrize("classes", [2, 3])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize(("n", "d"), [(9, 1), (61, 7), (64, 8), (130, 21)])
def test_the_copy_changes_no_bit(n, d, dtype, classes, sizes):
    X, y, weights = noisy(n, d, classes, dtype)
    pocket = PocketPerceptron(order="random", intercept_scaling=1.0, max_iter=20, random_state=0)
    found = []
    for rows in (X, csr_array(X)):  # sparse rows are counted one by one
        pocket.fit(rows, y, weights[sizes])
        found.append((pocket.coef_, pocket.intercept_, pocket.n_error_evaluations_))
    for dense, sparse in zip(*found, strict=True):
        assert_array_equal(dense, sparse)
