"""The first rounds: equal rows for everybody, and times that plans can rely on."""

import time

import numpy as np
import pytest

from rosenblatt.compare import Learner, choose_learners, compare
from rosenblatt.compare.classification_task import make_task
from rosenblatt.compare.common_rounds import time_learners, undisturbed
from rosenblatt.compare.fit_times import FirstLook
from rosenblatt.compare.leaderboard import first_look
from rosenblatt.compare.single_fit import FitResult
from rosenblatt.tables import Table

RNG = np.random.default_rng(0)
X = RNG.normal(size=(4000, 10))
TABLE = Table.from_arrays("made", X, (X[:, 0] + 0.3 * RNG.normal(size=4000) > 0).astype(int))


class Endless:
    """A fit that would take an hour."""

    def fit(self, X, y):
        time.sleep(3600 if len(y) > 20 else 0)
        return self

    def predict(self, X):
        return np.zeros(X.shape[0], dtype=int)


def looked(learners, seconds=2.0):
    task = make_task(TABLE)
    split = next(task.splits(5, 0, seed=0))
    found: list[FirstLook] = []
    timings = time_learners(task, learners, split, seconds, lambda text: None, found.append)
    return timings, found


def test_all_learners_have_the_same_rows_in_the_first_look():
    timings, (look,) = looked(choose_learners(["averaged", "svm", "rcd"]))
    assert set(look.errors) == {"majority", "averaged", "svm", "rcd"}
    assert 200 <= look.rows <= 3200
    assert all(look.rows in times.rows for times in timings.learners.values())


def test_a_fit_that_does_not_end_is_ended_and_the_others_are_seen():
    endless = Learner("endless", "endless", lambda *_: Endless())
    begin = time.monotonic()
    timings, (look,) = looked([endless, *choose_learners(["averaged"])])
    assert time.monotonic() - begin < 60
    assert timings.learners["endless"].ended
    assert "endless" not in look.errors and "averaged" in look.errors


def test_every_learner_has_been_timed_on_two_sizes_if_there_is_time():
    timings, _ = looked(choose_learners(["averaged", "svm"]), seconds=5.0)
    assert all(len(times.rows) >= 2 for times in timings.learners.values())


def test_what_was_seen_of_a_learner_is_told_beside_the_best():
    look = FirstLook(840, 1000, {"svm": 0.1, "kernel": 0.25})
    assert look.about("kernel") == (
        "its error on 840 rows of one split was 25.0 %, the lowest 10.0 %"
    )
    assert look.about("rcd") == ""


def test_pauses_of_the_machine_do_not_count_as_time_of_a_fit():
    begin, own = time.monotonic() - 10, time.process_time() - 1  # one second of ten was its own
    found = undisturbed(FitResult(fit_seconds=10.0, predict_seconds=1.0), begin, own, slowdown=2.0)
    assert found.fit_seconds == pytest.approx(2.0, rel=0.1)
    assert found.predict_seconds == pytest.approx(0.2, rel=0.1)


def test_waiting_is_time_of_a_fit():
    begin, own = time.monotonic() - 10, time.process_time()
    assert undisturbed(FitResult(fit_seconds=10.0), begin, own, slowdown=2.0).fit_seconds == 10


def test_the_comparison_keeps_the_first_look_and_shows_it_once():
    shown = []
    found = compare(TABLE, learners=["averaged", "svm"], budget=4.0, look=shown.append)
    assert len(shown) == 1
    assert found.first_look["rows"] >= shown[0].rows
    assert set(found.first_look["errors"]) == {"majority", "averaged", "svm"}


def test_the_first_look_is_printed_lowest_error_first():
    from io import StringIO

    from rich.console import Console

    text = StringIO()
    look = FirstLook(210, 100, {"majority": 0.5, "svm": 0.125, "averaged": 0.25})
    Console(file=text, width=80).print(first_look(look))
    assert "the same 210 rows for all learners" in text.getvalue()
    assert text.getvalue().index("linear SVM 12.5 %") < text.getvalue().index("averaged")


def test_the_kept_model_has_all_rows_and_the_summary_says_so():
    found = compare(TABLE, learners=["averaged", "svm"], budget=4.0)
    assert found.model_rows == 4000
    assert any("fitted to all 4,000 rows" in sentence for sentence in found.summary)


def test_a_rival_as_fast_as_ours_has_as_many_rows():
    found = compare(TABLE, learners=["averaged", "svm", "logistic"], budget=6.0)
    assert {entry.subsample for entry in found.ranked} == {None}
