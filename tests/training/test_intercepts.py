"""The constant feature: the root mean square of the values that are not 0, or that of the norms."""

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given
from hypothesis import strategies as st

from rosenblatt import BaggedPerceptron, Perceptron
from rosenblatt.selection import LaneSearchCV


def rows(seed=0, n=60, d=7, zeros=0.4):
    rng = np.random.default_rng(seed)
    X = np.rint(rng.normal(size=(n, d)) * 8) / 4
    X[rng.random(X.shape) < zeros] = 0.0
    return X, rng.integers(0, 2, size=n), rng.integers(0, 4, size=n) / 2


def constant2(X, y, scaling="auto", weights=None, **params):
    model = Perceptron(intercept_scaling=scaling, max_iter=1, random_state=0, **params)
    return model.fit(X, y, weights)._stream.frame.constant2


def mean_square_of_nonzeros(X, weights):
    return (weights @ (X**2).sum(axis=1)) / (weights @ (X != 0).sum(axis=1))


@pytest.mark.parametrize("order", ["content", "shuffled", "cyclic", "random"])
@pytest.mark.parametrize("zeros", [0.0, 0.4])
def test_auto_is_the_mean_square_of_the_values_that_are_not_zero(zeros, order):
    X, y, weights = rows(zeros=zeros)
    ones = np.ones(len(y))
    plain, weighted = (constant2(X, y, weights=w, order=order) for w in (None, weights))
    assert plain == pytest.approx(mean_square_of_nonzeros(X, ones), rel=1e-14)
    assert weighted == pytest.approx(mean_square_of_nonzeros(X, weights), rel=1e-14)


@given(
    st.integers(0, 10_000), st.sampled_from(["f4", "f8"]), st.sampled_from(["content", "cyclic"])
)
def test_dense_and_sparse_rows_have_the_same_constant(seed, dtype, order):
    X, y, weights = rows(seed)
    X, y[:2] = X.astype(dtype), (0, 1)
    weights[:2] = 1
    stored = sp.csr_array(X)
    stored.data[::5] = 0.0  # a stored zero is a zero
    X = stored.toarray()
    for given_weights in (None, weights):
        both = [constant2(Z, y, weights=given_weights, order=order) for Z in (X, stored)]
        assert both[0] == both[1]


def test_rows_without_weight_are_not_counted():
    X, y, weights = rows()
    X[weights == 0] *= 100
    assert constant2(X, y, weights=weights) == constant2(
        X[weights > 0], y[weights > 0], weights=weights[weights > 0]
    )


def test_a_row_of_weight_two_counts_as_two():
    X, y, _ = rows()
    weights = np.where(np.arange(len(y)) < 20, 2.0, 1.0)
    assert constant2(X, y, weights=weights) == constant2(
        np.concatenate([X, X[:20]]), np.concatenate([y, y[:20]])
    )


def test_the_constant_follows_the_unit_of_the_rows():
    X, y, _ = rows()
    assert constant2(8 * X, y) == 64 * constant2(X, y)


def test_norm_is_the_mean_squared_norm():
    X, y, weights = rows()
    norms = np.average((X**2).sum(axis=1), weights=weights)
    assert constant2(X, y, "norm", weights) == pytest.approx(norms, rel=1e-14)


def test_rows_of_zeros_alone_have_a_constant_of_one():
    assert constant2(np.zeros((4, 2)), [0, 1, 0, 1]) == 1.0


@pytest.mark.parametrize("scaling", ["auto", "norm"])
def test_lanes_have_the_constant_of_separate_fits(scaling):
    X, y, weights = rows()
    weights += 0.25
    learner = Perceptron(intercept_scaling=scaling, max_iter=3, random_state=0)
    search = LaneSearchCV(learner, {"margin": [0.0, 0.5]}, cv=3).fit(X, y, sample_weight=weights)
    alone = learner.set_params(**search.best_params_).fit(X, y, weights)
    np.testing.assert_array_equal(search.best_estimator_.coef_, alone.coef_)
    np.testing.assert_array_equal(search.best_estimator_.intercept_, alone.intercept_)


def test_bagged_learners_have_it_too():
    X, y, _ = rows()
    model = BaggedPerceptron(Perceptron(max_iter=2), random_state=0)
    dense, sparse = (model.fit(Z, y).coef_ for Z in (X, sp.csr_array(X)))
    np.testing.assert_allclose(dense, sparse, rtol=1e-12)
