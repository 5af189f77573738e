"""Repeated cross-validation: every learner on the same splits, each split complete or not used."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from math import inf

import numpy as np
from joblib import Parallel, delayed
from numpy.typing import NDArray

from rosenblatt.compare.budget_plan import FEWEST_LEARNERS, HOLD_OUTS, TOO_SLOW, Plan
from rosenblatt.compare.classification_task import ClassificationTask
from rosenblatt.compare.clock import LATE, MEASURING, Clock
from rosenblatt.compare.learner_list import Learner
from rosenblatt.compare.single_fit import FitResult, TrainTestData, fit_and_test
from rosenblatt.compare.splits import RowNumbers, Split
from rosenblatt.compare.time_cap import TimeUp, capped
from rosenblatt.datasets import flip_labels
from rosenblatt.formatting import count, duration
from rosenblatt.metrics import METRICS

MOST_REPEATS = 10
LONGEST_OVERRUN = 3
MOST_SCORES = 50_000_000  # 200 MB
NO_TIME = "the budget ran out before its turn"
SplitResults = dict[str, list[FitResult]]  # by learner, one result per noise level


@dataclass(frozen=True)
class CompareOptions:
    """Repeats (None: as many as the budget allows), noise levels, seed, threads, measure."""

    repeats: int | None
    levels: tuple[float, ...]
    seed: int
    jobs: int
    metric: str = "error"
    tune: bool = False


@dataclass
class Measurements:
    """The results of every complete split, and the rows that it tested."""

    splits: list[SplitResults] = field(default_factory=list)
    tested: list[RowNumbers] = field(default_factory=list)
    failed: dict[str, str] = field(default_factory=dict)
    repeats: int = 0
    complete: bool = True
    interrupted: bool = False

    def names(self) -> list[str]:
        """Learners that were measured on every split."""
        return [name for name in self.splits[0] if name not in self.failed]

    def wrong(self, name: str) -> list[NDArray[np.bool_]]:
        """Whether the learner is wrong on each test row of each split, without label noise."""
        found = [split[name][0].wrong for split in self.splits]
        return [wrong for wrong in found if wrong is not None]


class CrossValidation:
    """Measures split after split until there are enough repeats or the time is up."""

    def __init__(
        self,
        task: ClassificationTask,
        learners: list[Learner],
        plan: Plan,
        options: CompareOptions,
        clock: Clock,
    ) -> None:
        self.task, self.plan, self.options, self.clock = task, plan, options, clock
        # The fastest first: if time runs out during the first split, most have been measured.
        self.learners = sorted(
            (learner for learner in learners if learner.name in plan.rows),
            key=lambda learner: plan.seconds[learner.name],
        )
        self.measurements = Measurements()
        self.n_fits = self.n_scores = 0
        self.split_seconds = plan.split_seconds

    def run(self) -> Measurements:
        """Measure; an interrupt ends it with the splits that are complete, if there are any."""
        try:
            while self._has_time_for_a_repeat():
                self._repeat(self.measurements.repeats)
        except KeyboardInterrupt:
            if not self.measurements.splits:
                raise
            self.measurements.interrupted = True
            self.measurements.repeats = max(self.measurements.repeats, 1)
        self._drop_failed()
        return self.measurements

    def _has_time_for_a_repeat(self) -> bool:
        done, wanted = self.measurements.repeats, self.options.repeats
        if wanted is not None:
            return done < wanted
        if not self.measurements.complete or done >= MOST_REPEATS:
            return False
        needed = self.plan.folds * self.split_seconds
        return done == 0 or needed < self.clock.left(MEASURING)

    def _repeat(self, repeat: int) -> None:
        """Measure one repeat; the first may end early, a later one is used only if complete."""
        kept = self.measurements if repeat == 0 else Measurements()
        for number, split in enumerate(self._splits(repeat)):
            if number and self.clock.past(MEASURING):
                self.measurements.complete = False
                break
            self._report(repeat, number)
            results = self._measure(split, seed=1000 * repeat + number)
            if results is None:
                self.measurements.complete = False
                break
            kept.splits.append(results)
            kept.tested.append(split.test)
        if self.measurements.complete and repeat > 0:
            self.measurements.splits += kept.splits
            self.measurements.tested += kept.tested
        if self.measurements.complete or repeat == 0:
            self.measurements.repeats += 1

    def _splits(self, repeat: int) -> Iterator[Split]:
        return self.task.splits(self.plan.folds, repeat, self.options.seed)

    def _report(self, repeat: int, number: int) -> None:
        done = repeat * self.plan.folds + number
        repeats = self.options.repeats or (HOLD_OUTS if self.plan.folds == 1 else 1)
        of = f"split {number + 1} of {self.plan.folds}"
        detail = f"repeat {repeat + 1}, {of}" if self.plan.folds > 1 else f"hold-out {repeat + 1}"
        fraction = 0.9 * done / (repeats * self.plan.folds) if self.options.repeats else 0.0
        self.clock.report("Measuring", detail, fraction)

    def _measure(self, split: Split, seed: int) -> SplitResults | None:
        """Measure all learners on one split; None if the time ran out before the last one."""
        begin = time.monotonic()
        active = [k for k in self.learners if k.name not in self.measurements.failed]
        first = not self.measurements.splits
        data = self._coded(split)
        fits = [(level, k) for k in active for level in range(len(self.options.levels))]
        noisy = [self._noisy(data, level, seed) for level in self.options.levels]
        results = Parallel(n_jobs=self.options.jobs, prefer="threads")(
            delayed(self._fit)(k, noisy[level], seed) for level, k in fits
        )
        by_learner: SplitResults = {k.name: [] for k in active}
        for (_, learner), result in zip(fits, results, strict=True):
            by_learner[learner.name].append(result)
        if not first and any(result.failed == NO_TIME for result in results):
            return None
        self._record_failures(by_learner)
        self._limit_memory(by_learner)
        self.split_seconds = max(time.monotonic() - begin, 1e-6)
        return by_learner

    def _coded(self, split: Split) -> TrainTestData:
        train = split.train[: max(self.plan.rows.values())]
        X, X_test = self.task.coded(train, split.test)
        codes = self.task.codes
        return TrainTestData(X, codes[train], X_test, codes[split.test], len(self.task.classes))

    def _noisy(self, data: TrainTestData, level: float, seed: int) -> TrainTestData:
        if level == 0:
            return data
        flipped = flip_labels(data.y, level, random_state=self._seed(seed))
        return data.relabelled(flipped)

    def _fit(self, learner: Learner, data: TrainTestData, seed: int) -> FitResult:
        if self.clock.past(LATE) and self.n_fits >= FEWEST_LEARNERS * len(self.options.levels):
            return FitResult(failed=NO_TIME)
        cap = self._cap(learner)
        self.n_fits += 1
        rows = self.plan.rows[learner.name]
        try:
            with capped(cap):
                return fit_and_test(learner, data.first(rows), self._seed(seed))
        except TimeUp:
            slower = f"{TOO_SLOW}: more than {duration(cap)} on {count(rows)} rows"
            first = not self.measurements.splits and not self.clock.past(LATE)
            return FitResult(failed=slower if first else NO_TIME)

    def _cap(self, learner: Learner) -> float:
        """Seconds after which a fit is ended: far more than planned, or the end of the budget."""
        few = self.n_fits < FEWEST_LEARNERS * len(self.options.levels)
        if self.clock.budget is None or (few and self.clock.past(MEASURING)):
            return inf
        planned = self.plan.seconds[learner.name] / len(self.options.levels)
        return min(LONGEST_OVERRUN * planned + 1.0, max(self.clock.left(LATE), 0.0))

    def _seed(self, number: int) -> int:
        return int(np.random.SeedSequence([self.options.seed, number]).generate_state(1)[0] % 2**31)

    def _limit_memory(self, by_learner: SplitResults) -> None:
        """Forget scores once there are very many, unless they decide: earlier splits will do."""
        found = [r.held for results in by_learner.values() for r in results if r.held is not None]
        self.n_scores += sum(held.values.size for held in found if held.values is not None)
        if self.n_scores > MOST_SCORES and METRICS[self.options.metric].scoring:
            for results in by_learner.values():
                results[:] = [replace(r, held=r.held and r.held.without_scores()) for r in results]

    def _record_failures(self, by_learner: SplitResults) -> None:
        for name, results in by_learner.items():
            reasons = [result.failed for result in results if result.failed]
            if reasons:
                self.measurements.failed[name] = reasons[0]

    def _drop_failed(self) -> None:
        """Remove learners that failed once from all splits, so that errors stay paired."""
        for results in self.measurements.splits:
            for name in self.measurements.failed:
                results.pop(name, None)
