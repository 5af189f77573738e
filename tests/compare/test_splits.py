"""Splits: stratified, repeatable, suited to small classes."""

import numpy as np
import pytest

from rosenblatt.compare.splits import make_splits, possible_folds, stratified_order

CODES = np.repeat([0, 1, 2], [60, 30, 10])


def test_the_first_rows_of_an_order_have_all_classes_in_about_their_proportions():
    order = stratified_order(CODES, np.random.default_rng(0))
    for size in (20, 50, 80):
        counts = np.bincount(CODES[order[:size]], minlength=3)
        np.testing.assert_allclose(counts, size * np.array([0.6, 0.3, 0.1]), atol=2)


def test_an_order_begins_with_one_row_of_each_class():
    order = stratified_order(CODES, np.random.default_rng(1))
    assert sorted(CODES[order[:3]]) == [0, 1, 2]


def test_the_folds_of_a_repeat_test_every_row_once():
    tested = np.concatenate([split.test for split in make_splits(CODES, 5, 0, seed=3)])
    assert sorted(tested) == list(range(100))


@pytest.mark.parametrize("folds", [1, 4])
def test_training_and_test_parts_share_no_row(folds):
    for split in make_splits(CODES, folds, 0, seed=3):
        assert not set(split.train) & set(split.test)


def test_repeats_differ():
    first, second = (next(make_splits(CODES, 5, repeat, seed=3)) for repeat in (0, 1))
    assert set(first.test) != set(second.test)


def test_the_seed_fixes_the_splits():
    first, second = (next(make_splits(CODES, 5, 2, seed=3)) for _ in range(2))
    np.testing.assert_array_equal(first.train, second.train)


def test_folds_follow_the_smallest_class():
    assert possible_folds(np.repeat([0, 1], [50, 7]), 10) == 7


def test_a_class_of_one_row_does_not_reduce_the_folds_below_three():
    assert possible_folds(np.repeat([0, 1, 2], [50, 50, 1]), 10) == 3


def test_two_rows_a_class_make_two_folds():
    assert possible_folds(np.repeat([0, 1], [2, 2]), 10) == 2


def test_a_hold_out_of_a_large_table_is_no_larger_than_it_needs_to_be():
    (split,) = make_splits(np.arange(400_000) % 2, 1, 0, seed=0)
    assert len(split.test) == 20_000
