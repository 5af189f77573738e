"""Verdicts on pairs of learners: cases that were once judged wrongly, and laws."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rosenblatt.judgement import TestedRows, judge


def folds(n_rows, n_folds):
    return TestedRows(np.array_split(np.arange(n_rows), n_folds), 1 - 1 / n_folds)


def paired(tested, common, errors, rng):
    """Two learners that are both wrong on some rows, and each on others of its own."""
    hard = [rng.random(size) < common for size in tested.sizes]
    own = [(error - common) / (1 - common) for error in errors]
    return [[part | (rng.random(len(part)) < share) for part in hard] for share in own]


def independent(tested, error, rng):
    """A learner whose mistakes are drawn row by row."""
    return [rng.random(size) < error for size in tested.sizes]


@pytest.mark.parametrize(
    ("n_rows", "error", "best", "common"),
    [(7000, 0.469, 0.365, 0.0), (19_020, 0.203, 0.159, 0.1)],
    ids=["the majority class", "a physics table"],
)
def test_three_folds_of_thousands_of_rows_show_a_difference_of_many_points(
    n_rows, error, best, common
):
    tested = folds(n_rows, 3)
    wrong, wrong_best = paired(tested, common, (error, best), np.random.default_rng(0))
    assert judge(wrong, wrong_best, tested, comparisons=7).verdict == "worse"


def test_three_rows_in_eight_thousand_are_no_verdict_however_equal_the_folds():
    tested = folds(8124, 3)
    wrong, never = ([np.zeros(size, bool) for size in tested.sizes] for _ in range(2))
    for part in wrong:
        part[0] = True  # one row in each fold: differences without variance
    assert judge(wrong, never, tested).verdict == "cannot tell"


def test_test_parts_of_seven_times_the_training_part_do_not_hide_a_difference():
    rng = np.random.default_rng(0)
    hard = rng.random(5000) < 0.2
    splits = [rng.permutation(5000)[:4400] for _ in range(20)]
    tested = TestedRows(splits, train_share=0.12)
    best = [hard[rows] for rows in splits]
    wrong = [part | (rng.random(4400) < 0.048 + 0.003 * rng.normal()) for part in best]
    found = judge(wrong, best, tested)
    assert found.mean == pytest.approx(0.038, abs=0.003)
    assert found.verdict == "worse"


@given(st.integers(0, 2**32 - 1), st.integers(2, 6), st.integers(12, 200))
def test_swapping_the_learners_turns_the_judgement_round(seed, n_folds, n_rows):
    rng = np.random.default_rng(seed)
    tested = folds(n_rows, n_folds)
    one, two = (independent(tested, share, rng) for share in rng.random(2))
    there, back = judge(one, two, tested), judge(two, one, tested)
    assert there.low == pytest.approx(-back.high) and there.high == pytest.approx(-back.low)


@given(st.integers(0, 2**32 - 1), st.integers(1, 30))
def test_more_comparisons_never_shorten_the_interval(seed, comparisons):
    rng = np.random.default_rng(seed)
    tested = folds(120, 4)
    one, two = (independent(tested, share, rng) for share in rng.random(2))
    alone, among = judge(one, two, tested), judge(one, two, tested, comparisons)
    assert among.low <= alone.low + 1e-12 and among.high >= alone.high - 1e-12


def test_equal_learners_are_seldom_told_apart():
    rng = np.random.default_rng(1)
    tested = folds(300, 5)
    false = sum(
        judge(independent(tested, 0.3, rng), independent(tested, 0.3, rng), tested).verdict
        != "cannot tell"
        for _ in range(400)
    )
    assert false <= 0.05 * 400


def test_learners_that_vary_far_more_than_their_test_rows_are_seldom_told_apart():
    rng = np.random.default_rng(2)
    tested = TestedRows(np.arange(6000).reshape(3, 2000), train_share=0.9)

    def unsteady():
        return [rng.random(2000) < share for share in 0.3 + 0.08 * rng.normal(size=3)]

    false = sum(judge(unsteady(), unsteady(), tested).verdict != "cannot tell" for _ in range(600))
    assert false <= 0.05 * 600


def test_splits_and_values_that_do_not_match_are_refused():
    tested = folds(10, 2)
    with pytest.raises(ValueError, match="give one for each"):
        judge([np.zeros(5, bool), np.zeros(4, bool)], [np.zeros(5, bool)] * 2, tested)
    with pytest.raises(ValueError, match="two or more"):
        TestedRows([range(5)], 0.5)
