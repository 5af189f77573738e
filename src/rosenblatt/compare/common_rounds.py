"""The first rounds: every learner on the same rows, more each time, and how long that takes."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from math import inf
from typing import Any

import numpy as np

from rosenblatt.compare.classification_task import ClassificationTask
from rosenblatt.compare.fit_times import FirstLook, FitTimes, TimingResults
from rosenblatt.compare.growing_sample import GROWTH, GrowingSample
from rosenblatt.compare.learner_list import Learner
from rosenblatt.compare.single_fit import FitResult, TrainTestData, fit_and_test
from rosenblatt.compare.splits import Split
from rosenblatt.compare.time_cap import WAITING, TimeUp, capped

LONGEST_SHARE = 3  # a fit may take so many times its share of the time
SHORTEST_CAP = 0.3
COMMON_SHARE = 0.6  # of the time, for the rounds of all; the rest shows how fast ones grow
SOON = 1.5  # seconds after which the first look is shown, as soon as a round ends
LookCallback = Callable[[FirstLook], None]


def time_learners(
    task: ClassificationTask,
    learners: list[Learner],
    split: Split,
    seconds: float,
    report: Callable[[str], None],
    look: LookCallback | None = None,
) -> TimingResults:
    """Fit every learner to the same growing samples of a split, for about ``seconds`` in total.

    A fit that takes far more than its share of the time is ended. ``look`` is called once with the
    errors, soon. Without time (0 seconds) there is one round, and no fit is ended.
    """
    rounds = CommonRounds(task, learners, split, seconds, report, look)
    rounds.run()
    sample = rounds.sample
    n_features = sample.data.X.shape[1]
    return TimingResults(
        rounds.times, sample.code_row, sample.row_bytes, n_features, rounds.first_look()
    )


class CommonRounds:
    """Rounds on equal rows for all learners, then further ones for those that are fast."""

    def __init__(
        self,
        task: ClassificationTask,
        learners: list[Learner],
        split: Split,
        seconds: float,
        report: Callable[[str], None],
        look: LookCallback | None,
    ) -> None:
        self.learners, self.report, self.look = learners, report, look
        self.limited = seconds > 0
        self.begin, self.own_begin = time.monotonic(), time.process_time()
        self.end, self.common_end = self.begin + seconds, self.begin + COMMON_SHARE * seconds
        self.times = {learner.name: FitTimes() for learner in learners}
        self.errors: dict[int, dict[str, float]] = {}
        _warm_up(learners)
        self.sample = GrowingSample(task, split)

    def run(self) -> None:
        """Do all rounds."""
        n_rows = self.sample.first
        self._round(n_rows, self.learners)
        while (more := min(GROWTH * n_rows, self.sample.most)) > n_rows:
            going_on = [k for k in self.learners if self._goes_on(k)]
            expected = sum(self.times[k.name].fit(more) for k in going_on)
            if self.look and time.monotonic() + expected > self.begin + SOON:
                self._show()
            if expected > self._left(self.common_end):
                break
            self._round(more, going_on)
            n_rows = more
        self._show()
        further = [learner for learner in self.learners if self._goes_on(learner)]
        further.sort(key=lambda learner: self.times[learner.name].seconds[-1])
        for number, learner in enumerate(further):
            self._grow(learner, self._left(self.end) / (len(further) - number))

    def _goes_on(self, learner: Learner) -> bool:
        times = self.times[learner.name]
        return not (times.failed or times.ended or times.estimated)

    def _left(self, end: float) -> float:
        return max(end - time.monotonic(), 0.0)

    def _round(self, n_rows: int, learners: list[Learner]) -> None:
        for number, learner in enumerate(learners):
            self.report(f"{learner.label} on {n_rows} rows")
            share = self._left(self.common_end) / (len(learners) - number)
            self._fit(learner, n_rows, share)

    def _grow(self, learner: Learner, seconds: float) -> None:
        """Fit a fast learner to more rows, to know its time better."""
        times, until = self.times[learner.name], time.monotonic() + seconds
        while self._goes_on(learner):
            more, left = min(GROWTH * times.rows[-1], self.sample.most), until - time.monotonic()
            if more == times.rows[-1] or not times.worth_growing(more, left):
                return
            self._fit(learner, more, left)

    def _fit(self, learner: Learner, n_rows: int, share: float) -> None:
        """Time a fit, or estimate its time from one of its rounds if it would take too long."""
        cap = max(LONGEST_SHARE * share, SHORTEST_CAP) if self.limited else inf
        times, data = self.times[learner.name], self.sample.of(n_rows)
        slowdown, begin, own = self._slowdown(), time.monotonic(), time.process_time()
        try:
            with capped(cap, slowdown):
                estimate = _estimate(learner, data) if not times.rows else None
                if estimate is not None and estimate.fit_seconds > (cap if self.limited else 0.0):
                    estimate = undisturbed(estimate, begin, own, slowdown)
                    times.add(n_rows, estimate, len(data.y_test))
                    times.estimated = True
                    return
                result = fit_and_test(learner, data, seed=0)
        except TimeUp:
            times.add(n_rows, FitResult(fit_seconds=time.monotonic() - begin), len(data.y_test))
            times.ended = True
            return
        times.add(n_rows, undisturbed(result, begin, own, slowdown), len(data.y_test))
        if result.failed is None:
            self.errors.setdefault(n_rows, {})[learner.name] = result.error

    def _slowdown(self) -> float:
        """How much longer than its own time a computation has taken here so far."""
        own = time.process_time() - self.own_begin
        return max((time.monotonic() - self.begin) / own, 1.0) if own > 0.1 else 1.0

    def first_look(self) -> FirstLook:
        """Errors on the most rows that all learners were fitted to, of those that were at all."""
        fitted = {name for name, times in self.times.items() if not times.failed}
        ended = {name for name in fitted if not any(name in e for e in self.errors.values())}
        common = [n for n, errors in self.errors.items() if fitted - ended <= set(errors)]
        rows = max(common, default=0)
        return FirstLook(rows, len(self.sample.data.y_test), self.errors.get(rows, {}))

    def _show(self) -> None:
        if self.look is not None:
            self.look(self.first_look())
            self.look = None


def undisturbed(result: FitResult, begin: float, own: float, slowdown: float) -> FitResult:
    """Times as they would be if the processor had been shared as it is on the mean.

    A pause while others compute lasts longer than many a fit, so single times tell little on a busy
    machine; but how much of the processor a fit needed is known.
    """
    taken, used = time.monotonic() - begin, time.process_time() - own
    if used < WAITING * taken:
        return result
    factor = slowdown * used / taken
    return replace(result, fit_seconds=factor * result.fit_seconds,
                   predict_seconds=factor * result.predict_seconds)  # fmt: skip


def _estimate(learner: Learner, data: TrainTestData) -> FitResult | None:
    """Estimate the times of a fit from one of its rounds: a whole fit may take hours."""
    if learner.rounds is None:
        return None
    rounds = learner.rounds
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


def _warm_up(learners: list[Learner]) -> None:
    """Fit every learner once, untimed: a first fit also loads code."""
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(20, 2)), np.arange(20) % 2
    for learner in learners:
        fit_and_test(learner, TrainTestData(X, y, X, y, 2), seed=0)
