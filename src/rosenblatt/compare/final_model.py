"""The model that is kept: which learner, fitted to all rows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rosenblatt.compare.budget_plan import Plan
from rosenblatt.compare.classification_task import ClassificationTask, code_rows
from rosenblatt.compare.clock import TOO_LATE, Clock
from rosenblatt.compare.comparison import Entry
from rosenblatt.compare.fit_times import TimingResults
from rosenblatt.compare.learner_list import MAJORITY, Learner
from rosenblatt.compare.single_fit import best_of
from rosenblatt.compare.splits import stratified_order
from rosenblatt.tables import TableCoder

SHORT = 1.0  # seconds that a model is worth, however late it is


@dataclass(frozen=True)
class Refit:
    """A fitted coder and estimator, and the coded rows they were fitted to."""

    coder: Any
    estimator: Any
    X: Any
    rows: NDArray[np.intp]


def choose_entry(entries: list[Entry], learners: Mapping[str, Learner]) -> Entry:
    """Return the entry with the lowest error, or a hyperplane within one standard error of it.

    A hyperplane can be read and exported, so a vote of hundreds has to be clearly better. The
    majority class is never chosen unless nothing else was measured.
    """
    ranked = [e for e in entries if e.failed is None and not e.reference]
    ranked = [e for e in ranked if e.name != MAJORITY] or ranked
    best = ranked[0]
    assert best.mean is not None and best.standard_error is not None
    limit = best.mean + best.standard_error
    planes = [e for e in ranked if learners[e.name].one_plane and (e.mean or 0.0) <= limit]
    return planes[0] if planes else best


def refit(
    task: ClassificationTask, entry: Entry, learner: Learner, n_rows: int, seed: int, clock: Clock
) -> Refit:
    """Fit the chosen learner to ``n_rows`` rows: a stratified sample if that is not all."""
    order = stratified_order(task.codes, np.random.default_rng([seed, 77]))
    rows = order[:n_rows]
    clock.report("Fitting the model", f"{entry.label} on {len(rows)} rows", 0.97)
    coder = TableCoder()
    sample = task.table.take(rows)
    X = code_rows(coder.fit(sample), sample)
    estimator = learner.make(seed, X)
    estimator.fit(X, sample.target)
    return Refit(coder, best_of(estimator), X, rows)


def refit_rows(
    task: ClassificationTask, entry: Entry, plan: Plan, timings: TimingResults, clock: Clock
) -> int:
    """Return how many rows to fit: all, unless memory or the remaining time allows only fewer."""
    memory = plan.n_train if plan.memory_bound else task.n_rows
    measured = entry.subsample or plan.n_train
    times = timings.learners[entry.name].extended(measured, entry.fit_seconds or 0.0)
    allowed = max(clock.left(TOO_LATE), SHORT)
    return max(times.rows_within(allowed, memory), min(measured, memory))
