"""Flipped labels: exactly as many as asked for, always to another class."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_array_equal

from rosenblatt.datasets import flip_labels


@given(
    codes=st.lists(st.integers(0, 3), min_size=2, max_size=60).filter(lambda c: len(set(c)) > 1),
    fraction=st.floats(0, 1),
    seed=st.integers(0, 1000),
)
def test_exactly_the_stated_number_of_labels_changes(codes, fraction, seed):
    noisy = flip_labels(codes, fraction, seed)
    assert (noisy != codes).sum() == round(fraction * len(codes))
    assert set(noisy) <= set(codes)


def test_the_new_class_is_uniform_among_the_others():
    y = np.zeros(30_000, dtype=int)
    y[:3] = [1, 2, 3]
    counts = np.bincount(flip_labels(y, 1.0, random_state=0)[3:], minlength=4)
    assert counts[0] == 0
    assert (np.abs(counts[1:] - 10_000) < 5 * np.sqrt(10_000)).all()


def test_every_row_is_equally_likely_to_be_flipped():
    y = np.repeat([0, 1], 10)
    flips = sum(flip_labels(y, 0.25, seed) != y for seed in range(2000))
    assert (np.abs(flips - 500) < 5 * np.sqrt(2000 * 0.25 * 0.75)).all()


def test_texts_stay_texts():
    y = np.array(["no", "yes", "perhaps"] * 10)
    noisy = flip_labels(y, 0.5, random_state=0)
    assert noisy.dtype == y.dtype
    assert set(noisy) <= set(y)


def test_the_given_labels_stay_as_they_are():
    y = np.repeat([-1, 1], 10)
    before = y.copy()
    flip_labels(y, 1.0, random_state=0)
    assert_array_equal(y, before)


def test_two_classes_swap_when_all_labels_flip():
    y = np.repeat([-1, 1], 10)
    assert_array_equal(flip_labels(y, 1.0), -y)


def test_the_same_seed_flips_the_same_labels():
    y = np.arange(100) % 3
    assert_array_equal(flip_labels(y, 0.3, 7), flip_labels(y, 0.3, 7))


def test_a_single_class_cannot_be_flipped():
    with pytest.raises(ValueError, match="one class only"):
        flip_labels(np.ones(10), 0.5)


@pytest.mark.parametrize("fraction", [-0.1, 1.1])
def test_a_fraction_outside_zero_and_one_is_refused(fraction):
    with pytest.raises(ValueError, match="fraction"):
        flip_labels([0, 1], fraction)
