"""A lower bound of training errors: never above the optimum, and proven set by set."""

from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
import scipy.sparse as sp

from rosenblatt import error_lower_bound, separability
from rosenblatt.datasets import load


def least_errors(X, y, weights):
    """By trying all sets of rows to leave out, the lightest first."""
    n = len(y)
    sets = [s for k in range(n + 1) for s in combinations(range(n), k)]
    for left_out in sorted(sets, key=lambda s: sum(weights[list(s)])):
        kept = np.setdiff1d(np.arange(n), left_out)
        if len(set(y[kept].tolist())) < 2 or separability(X[kept], y[kept]).separable:
            return weights[list(left_out)].sum()
    raise AssertionError


@pytest.mark.parametrize("weighted", [False, True])
def test_the_bound_is_never_above_the_optimum(weighted):
    rng = np.random.default_rng(0)
    positive = 0
    for _ in range(15):
        X = rng.integers(-2, 3, size=(9, 2)) * 1.0
        y = rng.integers(0, 2, size=9)
        y[:2] = 0, 1
        weights = rng.integers(0, 4, size=9) / 2 if weighted else np.ones(9)
        weights[:2] = 1.0
        bound = error_lower_bound(X, y, sample_weight=weights if weighted else None)
        assert bound.errors <= least_errors(X, y, weights)
        assert bound.verify(X, y, weights if weighted else None)
        positive += bound.errors > 0
    assert positive > 5


def test_the_bound_is_positive_exactly_if_the_rows_are_not_separable():
    rng = np.random.default_rng(1)
    for _ in range(100):
        X, y = rng.integers(-3, 4, size=(12, 3)) * 1.0, rng.integers(0, 2, size=12)
        y[:2] = 0, 1
        bound = error_lower_bound(X, y)
        assert bound.complete and (bound.errors == 0) == separability(X, y).separable


def test_contradictions_count_one_error_for_each_pair():
    X = np.repeat([[0.0, 1.0], [2.0, 5.0]], 6, axis=0)
    y = np.array([0, 0, 1, 1, 1, 1, 0, 1, 1, 1, 1, 1])
    assert error_lower_bound(X, y).errors == 3


def test_rows_of_weight_zero_are_absent_and_weights_are_copies():
    rng = np.random.default_rng(2)
    X, y = rng.integers(-2, 3, size=(30, 2)) * 1.0, rng.integers(0, 2, size=30)
    counts = rng.integers(0, 3, size=30)
    weighted = error_lower_bound(X, y, sample_weight=counts.astype(float))
    copied = error_lower_bound(np.repeat(X, counts, axis=0), np.repeat(y, counts))
    assert weighted.verify(X, y, counts) and weighted.complete and copied.complete
    assert not set(np.flatnonzero(counts == 0)) & {
        row for proof, _ in weighted.subsystems for row in proof.rows.tolist()
    }


def test_sparse_rows_are_proven_too():
    rng = np.random.default_rng(3)
    X = rng.integers(-2, 3, size=(60, 4)) * 1.0 * (rng.random((60, 4)) < 0.5)
    y = rng.integers(0, 2, size=60)
    bound = error_lower_bound(sp.csr_array(X), y)
    assert bound.errors > 0 and bound.verify(X, y)


def test_proofs_that_share_a_row_are_refused():
    X, y = [[0.0], [1.0], [2.0], [3.0]], [0, 1, 0, 1]
    bound = error_lower_bound(X, y)
    assert bound.verify(X, y)
    twice = replace(bound, subsystems=bound.subsystems * 2, errors=bound.errors * 2)
    assert not twice.verify(X, y)
    assert not replace(bound, errors=bound.errors + 0.5).verify(X, y)
    assert not replace(bound, subsystems=((separability(X, [0, 0, 1, 1]), Fraction(1)),)).verify(
        X, y
    )


@pytest.mark.parametrize("name", ["heart_statlog", "breast_cancer_wisconsin", "pima_diabetes"])
def test_real_rows_have_a_bound_below_the_best_errors_known(name, data_home):
    """Best known: heart 24, breast 11 (proven), pima 148 of one hyperplane."""
    X, y = load(name, paper="li", data_home=data_home, return_X_y=True)
    bound = error_lower_bound(X, y)
    known = {"heart_statlog": 24, "breast_cancer_wisconsin": 11, "pima_diabetes": 148}[name]
    assert 0 < bound.errors <= known and bound.complete and bound.verify(X, y)


def test_without_time_nothing_is_claimed_beyond_contradictions():
    rng = np.random.default_rng(4)
    X, y = rng.normal(size=(50, 2)), rng.integers(0, 2, size=50)
    bound = error_lower_bound(X, y, time_limit=0.0)
    assert bound.errors == 0 and not bound.complete
