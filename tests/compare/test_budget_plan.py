"""Plans: folds and rows chosen by the expected times of fits."""

import pytest

from rosenblatt.compare.budget_plan import make_plan
from rosenblatt.compare.fit_times import FitTimes, TimingResults


def timings(**seconds_per_1000_rows):
    learners = {
        name: FitTimes([500, 1000], [s / 2, s], predict_row=0.0)
        for name, s in seconds_per_1000_rows.items()
    }
    return TimingResults(learners, code_row=0.0, row_bytes=80.0, n_features=10)


def test_with_enough_time_the_plan_is_as_asked():
    plan = make_plan(timings(fast=0.01), 1000, 10, seconds=10, n_levels=1)
    assert (plan.folds, plan.rows["fast"], plan.notes) == (10, 900, [])


def test_less_time_means_fewer_folds_first():
    plan = make_plan(timings(fast=0.01, slow=1.0), 1000, 10, seconds=5, n_levels=1)
    assert (plan.folds, plan.subsample("slow")) == (5, None)


def test_too_little_time_gives_the_slow_learner_fewer_rows():
    plan = make_plan(timings(fast=0.001, slow=10.0), 9000, 10, seconds=60, n_levels=1)
    assert plan.subsample("fast") is None
    assert plan.subsample("slow") == pytest.approx(2000, rel=0.02)


def test_the_planned_splits_stay_within_the_time():
    plan = make_plan(timings(a=1.0, b=2.0, c=5.0), 90_000, 10, seconds=300, n_levels=3)
    assert plan.folds * plan.split_seconds <= 300


def test_a_learner_too_slow_on_the_fewest_rows_is_dropped_with_its_reason():
    measured = timings(a=0.001, b=0.001, c=0.001, slow=1000.0)
    plan = make_plan(measured, 9000, 10, seconds=60, n_levels=1)
    assert "even on 500 rows" in plan.dropped["slow"]
    assert list(plan.rows) == ["a", "b", "c"]


def test_a_learner_that_failed_keeps_its_reason():
    measured = timings(fast=0.01, broken=0.01)
    measured.learners["broken"].failed = "it broke"
    plan = make_plan(measured, 1000, 10, seconds=10, n_levels=1)
    assert plan.dropped == {"broken": "it broke"}


def test_many_rows_mean_hold_outs_and_the_notes_say_so():
    plan = make_plan(timings(fast=0.0001), 500_000, 10, seconds=60, n_levels=1)
    assert plan.folds == 1
    assert "hold-outs of 20,000 rows" in plan.notes[0]


def test_rows_that_do_not_fit_into_memory_are_left_out_and_the_notes_say_so():
    measured = timings(fast=0.0001)
    measured.row_bytes = 80_000.0
    plan = make_plan(measured, 90_000, 10, seconds=None, n_levels=1)
    assert plan.n_train == 5000
    assert "5,000 rows, to fit into memory" in plan.notes[0]


def test_without_a_budget_nothing_is_reduced():
    plan = make_plan(timings(slow=1000.0), 9000, 10, seconds=None, n_levels=1)
    assert (plan.folds, plan.subsample("slow")) == (10, None)


def test_faster_than_linear_growth_is_extrapolated():
    times = FitTimes([1000, 4000], [1.0, 8.0])
    assert times.fit(16_000) == pytest.approx(64.0)
    assert times.rows_within(64.0, 10**6) == pytest.approx(16_000, abs=1)


def test_prediction_that_slows_down_with_the_rows_counts_too():
    measured = timings(a=0.001, b=0.001)
    keeps = measured.learners["b"]
    keeps.predict_row_before, keeps.predict_row = 0.0005, 0.001  # 10 s for 900 rows after 9000
    plan = make_plan(measured, 10_000, 10, seconds=20, n_levels=1)
    assert plan.subsample("a") is None
    assert plan.folds * plan.split_seconds <= 20
    assert plan.subsample("b") < 2000


def test_no_rows_are_coded_for_the_majority_alone():
    plan = make_plan(timings(majority=0.0001, slow=10.0), 9000, 10, seconds=30, n_levels=1)
    assert plan.rows["majority"] == plan.rows["slow"] < plan.n_train
