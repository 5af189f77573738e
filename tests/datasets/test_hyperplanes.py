"""Rows labelled by a hyperplane: margins hold exactly, rows are dropped by the stated rule."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_array_equal

from rosenblatt.datasets import make_khardon_wachman, make_separable

SEEDS = range(5)


@pytest.mark.parametrize("make", [make_khardon_wachman, make_separable])
def test_the_same_seed_gives_the_same_rows(make):
    for first, second in zip(make(random_state=3), make(random_state=3), strict=True):
        assert_array_equal(first, second)


@pytest.mark.parametrize("make", [make_khardon_wachman, make_separable])
def test_another_seed_gives_other_rows(make):
    first, second = make(random_state=3)[0], make(random_state=4)[0]
    assert first.shape != second.shape or (first != second).any()


def test_values_are_whole_numbers_from_minus_ten_to_ten_all_equally_likely():
    X, _ = make_khardon_wachman(2000, 50, margin=0.0, random_state=0)
    values, counts = np.unique(X, return_counts=True)
    assert_array_equal(values, np.arange(-10, 11))
    expected = X.size / 21
    assert (np.abs(counts - expected) < 5 * np.sqrt(expected)).all()


@pytest.mark.parametrize("seed", SEEDS)
def test_the_weights_are_a_sum_of_some_of_the_rows(seed):
    X, _, w, _ = make_khardon_wachman(8, 3, 0.0, random_state=seed, return_hyperplane=True)
    sums = [np.array(chosen) @ X for chosen in product([0, 1], repeat=8)]
    assert any((total == w).all() for total in sums)


def test_the_coins_choose_about_half_of_the_rows():
    # <w, x> is |x|^2 larger in the mean for chosen rows; the rest averages out in 5000 dimensions.
    X, _, w, _ = make_khardon_wachman(200, 5000, 0.0, random_state=0, return_hyperplane=True)
    chosen = X @ w > (X**2).sum(axis=1) / 2
    assert_array_equal(chosen @ X, w)
    assert abs(chosen.mean() - 0.5) < 5 * 0.5 / np.sqrt(200)


def test_theta_is_half_the_mean_size_of_the_scores():
    X, _, w, b = make_khardon_wachman(margin=0.0, random_state=0, return_hyperplane=True)
    assert len(X) == 600
    assert -b == pytest.approx(np.abs(X @ w).mean() / 2)


@pytest.mark.parametrize("margin", [0.05, 0.25, 0.75])
def test_exactly_the_rows_within_the_margin_are_dropped(margin):
    drawn, _, w, b = make_khardon_wachman(margin=0.0, random_state=1, return_hyperplane=True)
    X, _ = make_khardon_wachman(margin=margin, random_state=1)
    assert_array_equal(X, drawn[np.abs(drawn @ w + b) >= margin * -b])
    assert len(X) < 600


def test_without_noise_the_hyperplane_labels_every_row():
    X, y, w, b = make_khardon_wachman(margin=0.1, random_state=0, return_hyperplane=True)
    assert_array_equal(y, np.sign(X @ w + b))


def test_noise_switches_labels_at_its_rate():
    clean = make_khardon_wachman(20_000, 10, random_state=0)
    noisy = make_khardon_wachman(20_000, 10, noise=0.15, random_state=0)
    assert_array_equal(clean[0], noisy[0])
    rate = (clean[1] != noisy[1]).mean()
    assert rate == pytest.approx(0.15, abs=5 * np.sqrt(0.15 * 0.85 / len(clean[1])))


@pytest.mark.parametrize("bad", [{"noise": 1.5}, {"margin": -0.1}, {"n_features": 0}])
def test_values_out_of_range_are_refused_by_name(bad):
    with pytest.raises(ValueError, match=next(iter(bad))):
        make_khardon_wachman(**bad)


@settings(max_examples=60, deadline=None)
@given(
    n_features=st.integers(1, 60),
    radius=st.floats(0.01, 1e6),
    margin=st.floats(0.001, 0.6),
    intercept=st.floats(-0.39, 0.39),
    seed=st.integers(0, 2**31),
)
def test_every_row_is_in_the_ball_and_outside_the_margin(
    n_features, radius, margin, intercept, seed
):
    X, y, u, b = make_separable(
        200,
        n_features,
        margin * radius,
        radius=radius,
        intercept=intercept * radius,
        random_state=seed,
        return_hyperplane=True,
    )
    rounding = 1e-14 * radius
    assert (y * (X @ u + b)).min() >= margin * radius - rounding
    assert np.linalg.norm(X, axis=1).max() <= radius + rounding
    assert np.linalg.norm(u) == pytest.approx(1)


def test_a_wide_margin_is_reached_in_many_dimensions():
    X, y, u, _ = make_separable(50, 2000, 0.9, random_state=0, return_hyperplane=True)
    assert (y * (X @ u)).min() >= 0.9


def test_rows_come_close_to_the_margin_and_to_the_sphere():
    X, y, u, _ = make_separable(5000, 3, 0.2, radius=2.0, random_state=0, return_hyperplane=True)
    assert (y * (X @ u)).min() < 0.21
    assert np.linalg.norm(X, axis=1).max() > 1.99


def test_a_perceptron_makes_no_more_mistakes_than_the_theorem_allows():
    X, y = make_separable(300, 10, 0.1, random_state=0)
    w, mistakes, passes_left = np.zeros(10), 0, 200
    while (y * (X @ w) <= 0).any() and passes_left:
        passes_left -= 1
        for row, label in zip(X, y, strict=True):
            if label * (row @ w) <= 0:
                w, mistakes = w + label * row, mistakes + 1
    assert 0 < mistakes <= (1.0 / 0.1) ** 2
    assert passes_left


def test_both_classes_lie_beyond_the_hyperplane_of_a_shifted_set():
    _, y = make_separable(1000, 4, 0.1, intercept=0.7, random_state=0)
    assert abs(y.mean()) < 5 / np.sqrt(1000)


@pytest.mark.parametrize("bad", [{"margin": 1.0}, {"margin": 0.5, "intercept": -0.5}])
def test_a_margin_that_leaves_no_room_is_refused(bad):
    with pytest.raises(ValueError, match="no room for both classes"):
        make_separable(10, 3, **bad)


def test_an_infinite_ball_is_refused():
    with pytest.raises(ValueError, match="radius finite"):
        make_separable(10, 3, radius=np.inf)
