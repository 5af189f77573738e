"""The measurements: every learner on the same splits, in whole rounds."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
from joblib import Parallel, delayed

from rosenblatt.compare.clock import LATE, MEASURING, Clock
from rosenblatt.compare.fits import Examples, Outcome, fit_and_test
from rosenblatt.compare.learners import Learner
from rosenblatt.compare.plan import FEWEST_LEARNERS, HOLD_OUTS, Plan
from rosenblatt.compare.splits import Split, make_splits
from rosenblatt.compare.task import Task
from rosenblatt.datasets import flip_labels

MOST_REPEATS = 10
NO_TIME = "the budget was used up before its turn"
Round = dict[str, list[Outcome]]


@dataclass(frozen=True)
class Wishes:
    """What was asked for: repeats (None: as the budget allows), noise, seed, threads."""

    repeats: int | None
    levels: tuple[float, ...]
    seed: int
    jobs: int


@dataclass
class Measured:
    """Complete rounds: for every split, each learner's outcomes by noise level."""

    rounds: list[Round] = field(default_factory=list)
    failed: dict[str, str] = field(default_factory=dict)
    repeats: int = 0
    whole: bool = True
    interrupted: bool = False

    def names(self) -> list[str]:
        """Learners that were measured on every split."""
        return [name for name in self.rounds[0] if name not in self.failed]


class Measuring:
    """Runs rounds until the wishes are met or the time is up."""

    def __init__(
        self, task: Task, learners: list[Learner], plan: Plan, wishes: Wishes, clock: Clock
    ) -> None:
        self.task, self.plan, self.wishes, self.clock = task, plan, wishes, clock
        # The quick ones first: should time run out in the first split, most had their turn.
        self.learners = sorted(
            (learner for learner in learners if learner.name in plan.rows),
            key=lambda learner: plan.seconds[learner.name],
        )
        self.measured = Measured()
        self.fits = 0
        self.split_seconds = plan.split_seconds

    def run(self) -> Measured:
        """Measure; an interrupt ends it with what is complete, if there is anything."""
        try:
            while self._goes_on():
                self._repeat(self.measured.repeats)
        except KeyboardInterrupt:
            if not self.measured.rounds:
                raise
            self.measured.interrupted = True
            self.measured.repeats = max(self.measured.repeats, 1)
        self._settle()
        return self.measured

    def _goes_on(self) -> bool:
        done, wanted = self.measured.repeats, self.wishes.repeats
        if wanted is not None:
            return done < wanted
        if not self.measured.whole or done >= MOST_REPEATS:
            return False
        needed = self.plan.folds * self.split_seconds
        return done == 0 or needed < self.clock.left(MEASURING)

    def _repeat(self, repeat: int) -> None:
        """Measure one repeat; a first one may end early, a later one counts whole or not at all."""
        rounds: list[Round] = self.measured.rounds if repeat == 0 else []
        for number, split in enumerate(self._splits(repeat)):
            if number and self.clock.past(MEASURING):
                self.measured.whole = False
                break
            self._tell(repeat, number)
            found = self._round(split, seed=1000 * repeat + number)
            if found is None:
                self.measured.whole = False
                break
            rounds.append(found)
        if self.measured.whole and repeat > 0:
            self.measured.rounds += rounds
        if self.measured.whole or repeat == 0:
            self.measured.repeats += 1

    def _splits(self, repeat: int) -> Iterator[Split]:
        return make_splits(self.task.codes, self.plan.folds, repeat, self.wishes.seed)

    def _tell(self, repeat: int, number: int) -> None:
        done = repeat * self.plan.folds + number
        repeats = self.wishes.repeats or (HOLD_OUTS if self.plan.folds == 1 else 1)
        of = f"split {number + 1} of {self.plan.folds}"
        detail = f"repeat {repeat + 1}, {of}" if self.plan.folds > 1 else f"hold-out {repeat + 1}"
        share = 0.9 * done / (repeats * self.plan.folds) if self.wishes.repeats else 0.0
        self.clock.tell("Measuring", detail, share)

    def _round(self, split: Split, seed: int) -> Round | None:
        """All learners on one split; None if the time was up before all had their turn."""
        begin = time.monotonic()
        active = [k for k in self.learners if k.name not in self.measured.failed]
        first = not self.measured.rounds
        examples = self._examples(split)
        jobs = [(level, k) for k in active for level in range(len(self.wishes.levels))]
        noisy = [self._noisy(examples, level, seed) for level in self.wishes.levels]
        outcomes = Parallel(n_jobs=self.wishes.jobs, prefer="threads")(
            delayed(self._fit)(k, noisy[level], seed) for level, k in jobs
        )
        found: Round = {k.name: [] for k in active}
        for (_, learner), outcome in zip(jobs, outcomes, strict=True):
            found[learner.name].append(outcome)
        if not first and any(o.failed == NO_TIME for o in outcomes):
            return None
        self._note_failures(found)
        self.split_seconds = max(time.monotonic() - begin, 1e-6)
        return found

    def _examples(self, split: Split) -> Examples:
        train = split.train[: max(self.plan.rows.values())]
        X, X_test = self.task.coded(train, split.test)
        codes = self.task.codes
        return Examples(X, codes[train], X_test, codes[split.test], len(self.task.classes))

    def _noisy(self, examples: Examples, level: float, seed: int) -> Examples:
        if level == 0:
            return examples
        flipped = flip_labels(examples.y, level, random_state=self._seed(seed))
        return examples.relabelled(flipped)

    def _fit(self, learner: Learner, examples: Examples, seed: int) -> Outcome:
        if self.clock.past(LATE) and self.fits >= FEWEST_LEARNERS * len(self.wishes.levels):
            return Outcome(failed=NO_TIME)
        self.fits += 1
        rows = self.plan.rows[learner.name]
        return fit_and_test(learner, examples.first(rows), self._seed(seed))

    def _seed(self, number: int) -> int:
        return int(np.random.SeedSequence([self.wishes.seed, number]).generate_state(1)[0] % 2**31)

    def _note_failures(self, found: Round) -> None:
        for name, outcomes in found.items():
            reasons = [outcome.failed for outcome in outcomes if outcome.failed]
            if reasons:
                self.measured.failed[name] = reasons[0]

    def _settle(self) -> None:
        """Whoever failed once is left out of all rounds."""
        for found in self.measured.rounds:
            for name in self.measured.failed:
                found.pop(name, None)
