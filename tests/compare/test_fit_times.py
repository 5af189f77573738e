"""How long fits take: estimated from shorter ones."""

import time

import numpy as np
import pytest
import scipy.sparse as sp

from rosenblatt.compare import Learner
from rosenblatt.compare.classification_task import make_task
from rosenblatt.compare.common_rounds import time_learners
from rosenblatt.compare.fit_times import FitTimes
from rosenblatt.compare.single_fit import FitResult
from rosenblatt.compare.splits import make_splits
from rosenblatt.tables import Table


class Rounds:
    """Waits a twentieth of a second in each of its rounds, on more than a handful of rows.

    That is much longer than what a fit computes beside it, on a busy machine, too.
    """

    def __init__(self, n=200):
        self.n = n

    def get_params(self):
        return {"n": self.n}

    def set_params(self, n):
        return Rounds(n)

    def fit(self, X, y):
        time.sleep(0.05 * self.n if len(y) > 20 else 0)
        return self

    def predict(self, X):
        return np.zeros(X.shape[0], dtype=int)


class Slow(Rounds):
    """Waits as long to predict, too."""

    def set_params(self, n):
        return Slow(n)

    def predict(self, X):
        time.sleep(0.05)
        return super().predict(X)


def small_task(X):
    return make_task(Table.from_arrays("small", X, np.arange(X.shape[0]) % 2))


def test_the_time_of_many_rounds_is_estimated_from_one():
    task = small_task(np.random.default_rng(0).normal(size=(40, 3)))
    learner = Learner("slow", "slow", lambda *_: Rounds(), rounds="n")
    split = next(make_splits(task.codes, 4, 0, seed=0))
    begin = time.monotonic()
    timings = time_learners(task, [learner], split, 0.5, lambda text: None)
    assert time.monotonic() - begin < 5  # a whole fit takes ten seconds
    assert timings.learners["slow"].fit(30) > 9


@pytest.mark.parametrize("one_plane", [True, False])
def test_only_a_vote_predicts_once_for_each_round(one_plane):
    task = small_task(np.random.default_rng(0).normal(size=(40, 3)))
    split = next(make_splits(task.codes, 4, 0, seed=0))
    learner = Learner("slow", "slow", lambda *_: Slow(), one_plane=one_plane, rounds="n")
    times = time_learners(task, [learner], split, 0.5, lambda text: None).learners["slow"]
    votes = times.predict_row * len(split.test) > 5  # seconds: two hundred twentieths, not one
    assert votes is not one_plane


def test_sparse_rows_have_the_32_bit_indices_that_scikit_learn_requires():
    task = small_task(sp.random_array((40, 30), density=0.2, rng=0, format="csr"))
    X, X_test = task.coded(np.arange(30), np.arange(30, 40))
    assert X.indices.dtype == X_test.indices.dtype == np.int32


def test_a_fixed_part_of_the_time_is_not_multiplied_by_the_rows():
    times = FitTimes(rows=[50, 200], seconds=[1.05, 1.2])  # a second, and a thousandth for each row
    assert times.fit(5200) == pytest.approx(6.2)
    assert times.rows_within(6.2, 10**6) == pytest.approx(5200, abs=1)


def test_time_that_grows_faster_than_the_rows_is_extrapolated_by_its_power():
    times = FitTimes(rows=[100, 400], seconds=[1.0, 8.0])
    assert times.fit(1600) == pytest.approx(64.0)
    assert times.rows_within(64.0, 10**6) == pytest.approx(1600, abs=1)


def test_prediction_that_slows_down_with_the_rows_is_extrapolated():
    times = FitTimes([100, 400], [1.0, 2.0], predict_row=0.002, predict_row_before=0.001)
    assert times.predict(1600) == pytest.approx(0.004)
    assert times.predict(400) == 0.002


def test_noisy_predictions_neither_speed_up_nor_outgrow_the_rows():
    faster = FitTimes([100, 400], [1.0, 2.0], predict_row=0.001, predict_row_before=0.002)
    slower = FitTimes([100, 400], [1.0, 2.0], predict_row=1.0, predict_row_before=0.002)
    assert (faster.predict(40_000), slower.predict(40_000)) == (0.001, 100.0)


def test_the_times_of_predictions_are_kept_from_one_fit_to_the_next():
    times = FitTimes()
    times.add(100, FitResult(fit_seconds=1.0, predict_seconds=2.0), n_test=10)
    assert times.predict(10_000) == 0.2
    times.add(400, FitResult(fit_seconds=4.0, predict_seconds=4.0), n_test=10)
    assert times.predict(1600) == pytest.approx(0.8)


def test_noisy_timings_do_not_make_rows_free():
    assert FitTimes(rows=[50, 200], seconds=[1.1, 1.0]).fit(20_000) > 10
