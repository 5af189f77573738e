"""Statistics agree with hand calculations, published tables and theorems."""

from math import sqrt

import numpy as np
import pytest
from scipy.stats import t

from rosenblatt.statistics import (
    corrected_standard_error,
    critical_difference,
    mean_ranks,
    t_interval,
)


def test_the_correction_is_that_of_ten_fold_cross_validation():
    values = np.random.default_rng(0).normal(size=100)
    ordinary, corrected = (corrected_standard_error(values, share) for share in (0.0, 0.1))
    assert corrected / ordinary == pytest.approx(np.sqrt((1 / 100 + 1 / 9) / (1 / 100)))


def test_one_split_is_too_few_for_a_standard_error():
    with pytest.raises(ValueError, match="two or more"):
        corrected_standard_error([0.1], 0.1)


def test_more_repeats_do_not_shrink_the_error_below_that_of_the_overlap():
    values = np.tile([0.0, 1.0], 5000)
    assert corrected_standard_error(values, 0.1) > 0.5 / 3


def test_a_test_fraction_of_one_is_refused():
    with pytest.raises(ValueError, match="test_fraction=1"):
        corrected_standard_error([0.1, 0.2], 1)


def test_ties_share_their_ranks():
    np.testing.assert_allclose(mean_ranks([[0.1], [0.1], [0.3]]), [1.5, 1.5, 3.0])


def test_equal_counts_divided_differently_are_ties():
    np.testing.assert_allclose(mean_ranks([[1 - 0.9], [0.1]]), [1.5, 1.5])


def test_mean_ranks_of_k_learners_sum_to_k_times_k_plus_one_over_two():
    errors = np.random.default_rng(2).integers(0, 5, size=(6, 40)) / 10
    assert mean_ranks(errors).sum() == pytest.approx(6 * 7 / 2)


# Demšar (2006), table 5: q of the two-tailed Nemenyi test.
@pytest.mark.parametrize(
    ("k", "alpha", "q"),
    [(2, 0.05, 1.960), (5, 0.05, 2.728), (10, 0.05, 3.164), (4, 0.10, 2.291), (8, 0.10, 2.780)],
)
def test_critical_values_are_those_of_the_printed_table(k, alpha, q):
    found = critical_difference(k, 20, alpha) / np.sqrt(k * (k + 1) / (6 * 20))
    assert found == pytest.approx(q, abs=0.001)


def test_one_learner_has_no_critical_difference():
    with pytest.raises(ValueError, match="2 or more learners"):
        critical_difference(1, 10)


def test_ten_folds_have_a_half_width_of_0754_standard_deviations():
    scores = np.random.default_rng(0).random(10)
    assert t_interval(scores)[1] / scores.std() == pytest.approx(0.754, abs=5e-4)


def test_the_interval_is_that_of_the_usual_standard_error():
    scores = np.random.default_rng(0).random(7)
    error = scores.std(ddof=1) / sqrt(7)
    mean, half_width = t_interval(scores, confidence=0.8)
    interval = t.interval(0.8, 6, loc=scores.mean(), scale=error)
    assert (mean - half_width, mean + half_width) == pytest.approx(interval)


@pytest.mark.parametrize("scores", [[0.5], [[0.5, 0.6]]])
def test_an_interval_needs_a_list_of_two_scores(scores):
    with pytest.raises(ValueError, match="a list of two or more scores"):
        t_interval(scores)


def test_an_interval_needs_a_confidence_between_0_and_1():
    with pytest.raises(ValueError, match="confidence=95 is not between 0 and 1"):
        t_interval([0.5, 0.6], confidence=95)
