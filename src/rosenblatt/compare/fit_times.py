"""How long a fit takes: timed on samples of growing size, then extrapolated."""

from __future__ import annotations

import time
from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from math import log
from typing import Any

import numpy as np

from rosenblatt.compare.classification_task import ClassificationTask
from rosenblatt.compare.learner_list import Learner
from rosenblatt.compare.single_fit import FitResult, TrainTestData, fit_and_test
from rosenblatt.compare.splits import Split

GROWTH = 4
FIRST_ROWS, FIRST_CODED, MOST_ROWS = 200, 5000, 50_000
FIRST_CELLS = 1_000_000
TIMING_TEST_ROWS = 2000
LEAST_FRACTION = 0.1


@dataclass
class FitTimes:
    """Seconds of one learner's fits by number of rows, and of predicting one row."""

    rows: list[int] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    predict_row: float = 0.0
    predict_row_before: float = 0.0  # after the fit before the last one
    failed: str | None = None

    def add(self, n_rows: int, result: FitResult, n_test: int) -> None:
        """Record the times of a fit."""
        self.failed = result.failed
        self.rows.append(n_rows)
        self.seconds.append(result.fit_seconds)
        self.predict_row_before = self.predict_row
        self.predict_row = result.predict_seconds / n_test

    def fit(self, n_rows: int) -> float:
        """Expected seconds of a fit on ``n_rows`` rows: a power law, or a line below power 1."""
        last_rows, last = self.rows[-1], self.seconds[-1]
        if self.power() < 1:
            return last + self.per_row() * (n_rows - last_rows)
        return last * (n_rows / last_rows) ** self.power()

    def power(self) -> float:
        """Exponent of the growth with the rows, 2 at most; below 1 if part of the time is fixed."""
        if len(self.rows) < 2 or not min(self.seconds[-2:]) > 0:
            return 1.0
        slope = log(self.seconds[-1] / self.seconds[-2]) / log(self.rows[-1] / self.rows[-2])
        return min(slope, 2.0)

    def per_row(self) -> float:
        """Seconds each further row takes; never 0, however noisy the timings are."""
        (before_rows, last_rows), (before, last) = self.rows[-2:], self.seconds[-2:]
        return max((last - before) / (last_rows - before_rows), LEAST_FRACTION * last / last_rows)

    def predict(self, n_rows: int) -> float:
        """Expected seconds of predicting one row after a fit on ``n_rows`` rows.

        A model that keeps rows is slower the more it has learned from, at most in proportion.
        """
        if len(self.rows) < 2 or not min(self.predict_row_before, self.predict_row) > 0:
            return self.predict_row
        growth = log(self.predict_row / self.predict_row_before)
        power = growth / log(self.rows[-1] / self.rows[-2])
        return self.predict_row * (n_rows / self.rows[-1]) ** min(max(power, 0.0), 1.0)

    def total(self, n_rows: int, n_test: int) -> float:
        """Expected seconds of a fit on ``n_rows`` rows and of predicting ``n_test`` rows."""
        return self.fit(n_rows) + self.predict(n_rows) * n_test

    def rows_within(self, seconds: float, most: int, n_test: int = 0) -> int:
        """Return how many rows, ``most`` at the most, can be fitted and tested in ``seconds``."""
        sizes = range(1, most + 1)
        return bisect_right(sizes, seconds, key=lambda n_rows: self.total(n_rows, n_test))

    def worth_growing(self, n_rows: int, seconds: float) -> bool:
        """Whether a fit on ``n_rows`` rows is likely to end within ``seconds``.

        A single fit does not show how much of its time is fixed; half of it is assumed to be.
        """
        variable = 0.5 if len(self.rows) == 1 else 1.0
        return variable * self.fit(n_rows) <= seconds


@dataclass
class TimingResults:
    """The times of every learner, and the time and memory of coding one row."""

    learners: dict[str, FitTimes]
    code_row: float
    row_bytes: float
    n_features: int


def time_learners(
    task: ClassificationTask,
    learners: list[Learner],
    split: Split,
    seconds: float,
    report: Callable[[str], None],
) -> TimingResults:
    """Time every learner on growing samples of a split, for about ``seconds`` in total."""
    _warm_up(learners)
    sample = GrowingSample(task, split)
    times, end = {}, time.monotonic() + seconds
    for number, learner in enumerate(learners):
        report(learner.label)
        # Time that one learner does not use is left to the others.
        share = max(end - time.monotonic(), 0.0) / (len(learners) - number)
        times[learner.name] = _time_one(learner, sample, share)
    return TimingResults(times, sample.code_row, sample.row_bytes, sample.data.X.shape[1])


def _time_one(learner: Learner, sample: GrowingSample, seconds: float) -> FitTimes:
    times, n_rows, until = FitTimes(), sample.first, time.monotonic() + seconds
    if learner.rounds is not None:
        estimate = _estimate(learner, learner.rounds, sample)
        if estimate.fit_seconds > seconds:
            times.add(n_rows, estimate, len(sample.of(n_rows).y_test))
            return times
    while True:
        data = sample.of(n_rows)
        result = fit_and_test(learner, data, seed=0)
        times.add(n_rows, result, len(data.y_test))
        n_rows = min(GROWTH * n_rows, sample.most)
        if times.failed or n_rows == times.rows[-1]:
            return times
        if not times.worth_growing(n_rows, until - time.monotonic()):
            return times


def _estimate(learner: Learner, rounds: str, sample: GrowingSample) -> FitResult:
    """Estimate the times of a fit from one of its rounds: a whole fit may take hours."""
    data = sample.of(sample.first)
    n_rounds = learner.make(0, data.X).get_params()[rounds]

    def make(seed: int, X: Any) -> Any:
        return learner.make(seed, X).set_params(**{rounds: 1})

    one = fit_and_test(replace(learner, make=make), data, seed=0)
    n_voters = 1 if learner.one_plane else n_rounds
    return replace(
        one,
        fit_seconds=n_rounds * one.fit_seconds,
        predict_seconds=n_voters * one.predict_seconds,
    )


class GrowingSample:
    """The first training rows of a split, coded again only when more of them are needed."""

    def __init__(self, task: ClassificationTask, split: Split) -> None:
        self.task, self.split = task, split
        self.first = first_rows(task, split)
        self.most = min(len(split.train), max(MOST_ROWS, self.first))
        self._code(min(self.most, max(FIRST_CODED, self.first)))

    def of(self, n_rows: int) -> TrainTestData:
        """The first ``n_rows`` training rows, with the same test rows."""
        if n_rows > len(self.data.y):
            self._code(n_rows)
        return self.data.first(n_rows)

    def _code(self, n_rows: int) -> None:
        train, test = self.split.train[:n_rows], self.split.test[:TIMING_TEST_ROWS]
        begin = time.perf_counter()
        X, X_test = self.task.coded(train, test)
        self.code_row = (time.perf_counter() - begin) / (len(train) + len(test))
        size = X.nbytes if isinstance(X, np.ndarray) else 12 * X.nnz
        self.row_bytes = max(size / len(train), 1.0)
        codes = self.task.codes
        self.data = TrainTestData(X, codes[train], X_test, codes[test], len(self.task.classes))


def _warm_up(learners: list[Learner]) -> None:
    """Fit every learner once, untimed: a first fit also loads code."""
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(20, 2)), np.arange(20) % 2
    for learner in learners:
        fit_and_test(learner, TrainTestData(X, y, X, y, 2), seed=0)


def first_rows(task: ClassificationTask, split: Split) -> int:
    """Size of the first sample: quick to fit, with two rows or more of each class if possible."""
    width = len(task.classes) * max(task.n_columns, 1)
    wanted = max(2 * len(task.classes), 50, min(FIRST_ROWS, FIRST_CELLS // width))
    # A sample nearly as large as the whole would add nothing to the timing of the whole.
    return wanted if 2 * wanted < len(split.train) else len(split.train)
