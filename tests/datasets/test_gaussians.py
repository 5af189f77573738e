"""Normal clouds: their moments, their Bayes error, their labels.

Tolerances on means are five standard errors of the mean that the definition implies.
"""

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from rosenblatt.datasets import make_flat_ellipsoid, make_ringnorm, make_threenorm, make_yinyang

MAKERS = [make_ringnorm, make_threenorm, make_yinyang, make_flat_ellipsoid]
N = 20_000


@pytest.mark.parametrize("make", MAKERS)
def test_the_same_seed_gives_the_same_data(make):
    for first, second in zip(make(50, random_state=3), make(50, random_state=3), strict=True):
        assert_array_equal(first, second)


@pytest.mark.parametrize("make", MAKERS)
def test_another_seed_gives_other_data(make):
    assert not np.array_equal(make(50, random_state=3)[0], make(50, random_state=4)[0])


@pytest.mark.parametrize("make", MAKERS)
def test_a_random_state_object_moves_on_between_calls(make):
    rng = np.random.RandomState(0)
    assert not np.array_equal(make(50, random_state=rng)[0], make(50, random_state=rng)[0])


@pytest.mark.parametrize("make", MAKERS)
def test_both_classes_are_equally_likely(make):
    y = make(N, random_state=0)[1]
    assert set(y) == {-1, 1}
    assert abs(y.mean()) < 5 / np.sqrt(N)


@pytest.mark.parametrize("make", MAKERS)
def test_no_rows_are_refused(make):
    with pytest.raises(ValueError, match="n_samples"):
        make(0)


@pytest.mark.parametrize(("label", "mean", "variance"), [(1, 0.0, 4.0), (-1, 1 / 20**0.5, 1.0)])
def test_each_class_of_ringnorm_has_its_mean_and_covariance(label, mean, variance):
    X, y = make_ringnorm(N, random_state=0)
    rows = X[y == label]
    assert rows.shape[1] == 20
    assert_allclose(rows.mean(axis=0), mean, atol=5 * (variance / len(rows)) ** 0.5)
    assert_allclose(
        np.cov(rows.T), variance * np.eye(20), atol=5 * variance * (2 / len(rows)) ** 0.5
    )


def test_class_minus_one_of_threenorm_has_alternating_means():
    X, y = make_threenorm(N, random_state=0)
    rows = X[y == -1]
    centre = 2 / np.sqrt(20) * np.tile([1, -1], 10)
    assert_allclose(rows.mean(axis=0), centre, atol=5 / len(rows) ** 0.5)
    assert_allclose(np.cov(rows.T), np.eye(20), atol=5 * (2 / len(rows)) ** 0.5)


def test_class_plus_one_of_threenorm_is_two_clouds_around_opposite_centres():
    # For x = s a + noise with a fair sign s, the covariance is I + a a'.
    X, y = make_threenorm(N, random_state=0)
    rows = X[y == 1]
    assert_allclose(rows.mean(axis=0), 0, atol=5 * (1.2 / len(rows)) ** 0.5)
    assert_allclose(np.cov(rows.T), np.eye(20) + 0.2, atol=5 * 1.2 * (2 / len(rows)) ** 0.5)


def test_the_best_rule_errs_on_threenorm_as_breiman_printed():
    # Breiman (1998) gives 10.5 % for the best possible rule.
    X, y = make_threenorm(N, random_state=0)
    a = 2 / np.sqrt(20)
    alternating = np.tile([a, -a], 10)
    plus = np.logaddexp(_log_density(X, a), _log_density(X, -a)) - np.log(2)
    errors = (plus > _log_density(X, alternating)) != (y > 0)
    assert errors.mean() == pytest.approx(0.105, abs=5 * (0.105 * 0.895 / N) ** 0.5 + 0.0005)


def test_the_flat_ellipsoid_is_long_along_its_first_axis_only():
    X, _ = make_flat_ellipsoid(N, 5, ratio=100.0, random_state=0)
    scale = np.array([10.0, 1, 1, 1, 1])
    assert_allclose(np.cov((X / scale).T), np.eye(5), atol=5 * (2 / N) ** 0.5)


def test_the_flat_ellipsoid_is_labelled_by_its_second_axis():
    X, y = make_flat_ellipsoid(1000, 3, random_state=0)
    assert_array_equal(y, np.sign(X[:, 1]))


def test_a_flat_ellipsoid_needs_a_second_axis():
    with pytest.raises(ValueError, match="n_features"):
        make_flat_ellipsoid(10, 1)


def _log_density(X, centre):
    return -((X - centre) ** 2).sum(axis=1) / 2
