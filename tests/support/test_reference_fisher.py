"""Fisher's discriminant and the mean squared norm of the reference."""

import numpy as np
from numpy.testing import assert_allclose
from reference import fisher, mean_squared_norm
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis


def clouds(seed=0, n=40, d=3):
    rng = np.random.default_rng(seed)
    y = np.where(rng.uniform(size=n) < 0.3, 1, -1)
    return rng.normal(size=(n, d)) @ rng.normal(size=(d, d)) + y[:, None], y


def test_unequal_classes_swap_their_priors_in_the_bias():
    w, b = fisher(np.array([[0.0], [2.0], [4.0]]), np.array([-1, -1, 1]))
    assert_allclose([*w, b], [4.5, -(2 / 3 * 4 + 1 / 3 * 1) * 4.5])


def test_a_weight_of_two_is_the_row_given_twice():
    X, y = clouds()
    times = np.random.default_rng(1).integers(1, 4, len(y))
    assert_allclose(
        np.hstack(fisher(X, y, times)), np.hstack(fisher(X.repeat(times, axis=0), y.repeat(times)))
    )


def test_doubling_all_weights_changes_nothing():
    X, y = clouds()
    assert_allclose(np.hstack(fisher(X, y)), np.hstack(fisher(X, y, np.full(len(y), 2.0))))


def test_the_direction_is_that_of_linear_discriminant_analysis():
    X, y = clouds()
    peer = LinearDiscriminantAnalysis(solver="lsqr").fit(X, y).coef_[0]
    assert_allclose(fisher(X, y)[0], peer)


def test_scores_do_not_change_under_an_affine_map_of_the_features():
    X, y = clouds()
    Z = X @ np.random.default_rng(2).normal(size=(3, 3)) + 5
    (w, b), (v, c) = fisher(X, y), fisher(Z, y)
    assert_allclose(X @ w + b, Z @ v + c)


def test_a_feature_that_is_always_zero_brings_the_ridge_and_no_weight():
    X, y = clouds(d=1)
    w, _ = fisher(np.column_stack([X, np.zeros(len(y))]), y)
    m1, m2 = X[y > 0].mean(), X[y < 0].mean()
    spread = np.sum((X[:, 0] - np.where(y > 0, m1, m2)) ** 2) / len(y)
    ridge = 1e-10 / (1 - 1e-10) * spread / 2
    assert_allclose(w, [(m1 - m2) / (spread + ridge), 0.0], rtol=1e-13)


def test_the_mean_squared_norm_is_weighted():
    assert mean_squared_norm(np.array([[3.0, 4.0], [0.0, 1.0]]), np.array([1.0, 3.0])) == 7.0
