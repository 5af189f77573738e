"""How long a fit takes: timed on growing parts of the rows, extended by a power law or a line."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from math import log
from typing import Any

import numpy as np

from rosenblatt.compare.fits import Examples, Outcome, fit_and_test
from rosenblatt.compare.learners import Learner
from rosenblatt.compare.splits import Split
from rosenblatt.compare.task import Task

GROWTH = 4
FIRST_ROWS, FIRST_CODED, MOST_ROWS = 200, 5000, 50_000
FIRST_CELLS = 1_000_000
PROBE_TEST_ROWS = 2000
LEAST_SHARE = 0.1


@dataclass
class Cost:
    """Seconds of fits by number of rows, and of one prediction."""

    rows: list[int] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    predict_row: float = 0.0
    failed: str | None = None

    def note(self, n_rows: int, outcome: Outcome, n_test: int) -> None:
        """Remember what a fit took."""
        self.failed = outcome.failed
        self.rows.append(n_rows)
        self.seconds.append(outcome.fit_seconds)
        self.predict_row = outcome.predict_seconds / n_test

    def fit(self, n_rows: int) -> float:
        """Expected seconds of a fit on so many rows."""
        last_rows, last = self.rows[-1], self.seconds[-1]
        if self.power() < 1:
            return last + self.per_row() * (n_rows - last_rows)
        return last * (n_rows / last_rows) ** self.power()

    def power(self) -> float:
        """How the time grew with the rows, at most squared; below 1 if some of it is fixed."""
        if len(self.rows) < 2 or not min(self.seconds[-2:]) > 0:
            return 1.0
        slope = log(self.seconds[-1] / self.seconds[-2]) / log(self.rows[-1] / self.rows[-2])
        return min(slope, 2.0)

    def per_row(self) -> float:
        """Seconds of a row beside the fixed ones: not none, whatever a noisy clock says."""
        (before_rows, last_rows), (before, last) = self.rows[-2:], self.seconds[-2:]
        return max((last - before) / (last_rows - before_rows), LEAST_SHARE * last / last_rows)

    def rows_within(self, seconds: float, most: int) -> int:
        """Return the most rows that can be fitted in so many seconds."""
        if self.fit(most) <= seconds:
            return most
        if self.power() < 1:
            more = (seconds - self.seconds[-1]) / self.per_row()
            return max(int(self.rows[-1] + more), 0)
        return int(self.rows[-1] * (seconds / self.seconds[-1]) ** (1 / self.power()))

    def worth_growing(self, n_rows: int, seconds: float) -> bool:
        """Whether so many rows may be tried within so many seconds.

        One fit does not tell what of its time is fixed: half is hoped to be.
        """
        hoped = 0.5 if len(self.rows) == 1 else 1.0
        return hoped * self.fit(n_rows) <= seconds


@dataclass
class Costs:
    """Cost of every learner, and of coding one row."""

    learners: dict[str, Cost]
    code_row: float
    row_bytes: float
    n_features: int


def probe(
    task: Task, learners: list[Learner], split: Split, seconds: float, tell: Callable[[str], None]
) -> Costs:
    """Time every learner on growing parts of a split, for about so many seconds in all."""
    _warm_up(learners)
    parts = Parts(task, split)
    costs, end = {}, time.monotonic() + seconds
    for number, learner in enumerate(learners):
        tell(learner.label)
        # What one does not use is for the others.
        share = max(end - time.monotonic(), 0.0) / (len(learners) - number)
        costs[learner.name] = _probe_one(learner, parts, share)
    return Costs(costs, parts.code_row, parts.row_bytes, parts.examples.X.shape[1])


def _probe_one(learner: Learner, parts: Parts, seconds: float) -> Cost:
    cost, n_rows, until = Cost(), parts.first, time.monotonic() + seconds
    if learner.rounds is not None:
        foretold = _foretell(learner, learner.rounds, parts)
        if foretold.fit_seconds > seconds:
            cost.note(n_rows, foretold, len(parts.of(n_rows).y_test))
            return cost
    while True:
        examples = parts.of(n_rows)
        outcome = fit_and_test(learner, examples, seed=0)
        cost.note(n_rows, outcome, len(examples.y_test))
        n_rows = min(GROWTH * n_rows, parts.most)
        if cost.failed or n_rows == cost.rows[-1]:
            return cost
        if not cost.worth_growing(n_rows, until - time.monotonic()):
            return cost


def _foretell(learner: Learner, rounds: str, parts: Parts) -> Outcome:
    """What a fit would take, from one of its rounds: the whole may take hours on wide rows."""
    examples = parts.of(parts.first)
    times = learner.make(0, examples.X).get_params()[rounds]

    def make(seed: int, X: Any) -> Any:
        return learner.make(seed, X).set_params(**{rounds: 1})

    one = fit_and_test(replace(learner, make=make), examples, seed=0)
    voters = 1 if learner.one_plane else times
    return replace(
        one,
        fit_seconds=times * one.fit_seconds,
        predict_seconds=voters * one.predict_seconds,
    )


class Parts:
    """Beginnings of the training part, coded once and again only when more rows are wanted."""

    def __init__(self, task: Task, split: Split) -> None:
        self.task, self.split = task, split
        self.first = first_rows(task, split)
        self.most = min(len(split.train), max(MOST_ROWS, self.first))
        self._code(min(self.most, max(FIRST_CODED, self.first)))

    def of(self, n_rows: int) -> Examples:
        """The first rows."""
        if n_rows > len(self.examples.y):
            self._code(n_rows)
        return self.examples.first(n_rows)

    def _code(self, n_rows: int) -> None:
        train, test = self.split.train[:n_rows], self.split.test[:PROBE_TEST_ROWS]
        begin = time.perf_counter()
        X, X_test = self.task.coded(train, test)
        self.code_row = (time.perf_counter() - begin) / (len(train) + len(test))
        size = X.nbytes if isinstance(X, np.ndarray) else 12 * X.nnz
        self.row_bytes = max(size / len(train), 1.0)
        codes = self.task.codes
        self.examples = Examples(X, codes[train], X_test, codes[test], len(self.task.classes))


def _warm_up(learners: list[Learner]) -> None:
    """Fit everyone once, untimed: a first fit also loads code."""
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(20, 2)), np.arange(20) % 2
    for learner in learners:
        fit_and_test(learner, Examples(X, y, X, y, 2), seed=0)


def first_rows(task: Task, split: Split) -> int:
    """A part that no learner spends long on, with two rows a class or more if there are."""
    width = len(task.classes) * max(task.n_columns, 1)
    wanted = max(2 * len(task.classes), 50, min(FIRST_ROWS, FIRST_CELLS // width))
    # A part nearly as large as the whole would be timed for nothing.
    return wanted if 2 * wanted < len(split.train) else len(split.train)
