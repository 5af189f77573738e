"""The public Fisher discriminant, against the reference and scikit-learn's analysis."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from reference import fisher
from scipy.sparse import csr_array
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis

from rosenblatt import GradientPerceptron, fisher_discriminant


def clouds(seed=0, n=60, d=4):
    rng = np.random.default_rng(seed)
    y = np.where(rng.uniform(size=n) < 0.3, 1, -1)
    return rng.normal(size=(n, d)) @ rng.normal(size=(d, d)) + y[:, None], y


@pytest.mark.parametrize("kind", [np.asarray, csr_array])
@pytest.mark.parametrize("seed", range(5))
def test_weights_and_intercept_equal_the_slow_truth(seed, kind):
    X, y = clouds(seed)
    weights = np.random.default_rng(seed).integers(1, 4, len(y)).astype(float)
    assert_allclose(
        np.hstack(fisher_discriminant(kind(X), y, weights)), np.hstack(fisher(X, y, weights))
    )


def test_the_direction_is_that_of_linear_discriminant_analysis():
    X, y = clouds()
    peer = LinearDiscriminantAnalysis(solver="lsqr").fit(X, y).coef_[0]
    assert_allclose(fisher_discriminant(X, y)[0], peer)


def test_a_weight_of_k_is_the_row_given_k_times():
    X, y = clouds()
    k = np.random.default_rng(1).integers(1, 4, len(y))
    copies = fisher_discriminant(X.repeat(k, axis=0), y.repeat(k))
    assert_allclose(np.hstack(fisher_discriminant(X, y, k)), np.hstack(copies))


def test_a_constant_feature_brings_the_ridge_and_no_weight():
    X, y = clouds(d=2)
    w, _ = fisher_discriminant(np.column_stack([X, np.zeros(len(y))]), y)
    assert w[2] == 0
    assert_allclose(w[:2], fisher_discriminant(X, y)[0], rtol=1e-6)


@pytest.mark.parametrize("copies", [1, 5, 1000])
@pytest.mark.parametrize("make", [np.asarray, csr_array], ids=["dense", "sparse"])
def test_classes_of_one_point_each_are_told_apart_along_the_line_between_them(make, copies):
    """Rounding leaves variances of 1e-34, by which nothing must be divided."""
    points = np.array([[0.1, 0.7, 1 / 3], [0.41, 1.07, 0.37]])
    X, y = np.repeat(points, copies, axis=0), np.repeat([0, 1], copies)
    w, b = fisher_discriminant(make(X), y)
    assert_allclose(w, points[1] - points[0])
    assert_allclose(b, -w @ points.mean(axis=0))


def test_three_classes_are_refused():
    with pytest.raises(ValueError, match="3 classes"):
        fisher_discriminant([[0.0], [1.0], [2.0]], [0, 1, 2])


@pytest.mark.parametrize("order", ["content", "shuffled", "cyclic", "random"])
def test_every_order_starts_from_the_discriminant_of_all_rows(order):
    X, y = clouds()
    still = GradientPerceptron(
        init="fisher", order=order, eta0=1e-12, hypothesis="last", max_iter=1, random_state=0
    ).fit(X, y)
    start = np.hstack(fisher_discriminant(X, y))
    assert_allclose(np.append(still.coef_, still.intercept_), start, rtol=1e-6)
