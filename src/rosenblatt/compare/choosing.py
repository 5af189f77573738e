"""The model that is kept: which learner, fitted to all rows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rosenblatt.compare.clock import LATE, Clock
from rosenblatt.compare.comparison import Entry
from rosenblatt.compare.costs import Costs
from rosenblatt.compare.learners import MAJORITY, Learner
from rosenblatt.compare.plan import Plan
from rosenblatt.compare.splits import stratified_order
from rosenblatt.compare.task import Task, code_rows
from rosenblatt.tables import TableCoder


@dataclass(frozen=True)
class Refit:
    """A fitted coder and estimator, and the coded rows they saw."""

    coder: Any
    estimator: Any
    X: Any
    rows: NDArray[np.intp]


def choose_entry(entries: list[Entry], learners: Mapping[str, Learner]) -> Entry:
    """Return the entry of lowest error, or a single hyperplane within one standard error of it.

    A hyperplane can be read and exported; a vote of hundreds must be clearly better to be kept.
    The majority is never chosen, because it is no model.
    """
    ranked = [e for e in entries if e.failed is None]
    ranked = [e for e in ranked if e.name != MAJORITY] or ranked
    best = ranked[0]
    assert best.mean is not None and best.standard_error is not None
    within = best.mean + best.standard_error
    planes = [e for e in ranked if learners[e.name].one_plane and (e.mean or 0.0) <= within]
    return planes[0] if planes else best


def refit(
    task: Task, entry: Entry, learner: Learner, n_rows: int, seed: int, clock: Clock
) -> Refit:
    """Fit the chosen learner to so many rows, a stratified sample if not all."""
    order = stratified_order(task.codes, np.random.default_rng([seed, 77]))
    rows = order[:n_rows]
    clock.tell("Fitting the model", f"{entry.label} on {len(rows)} rows", 0.97)
    coder = TableCoder()
    known = task.table.take(rows)
    X = code_rows(coder.fit(known), known)
    estimator = learner.make(seed, X)
    estimator.fit(X, known.target)
    return Refit(coder, estimator, X, rows)


def refit_rows(task: Task, entry: Entry, plan: Plan, costs: Costs, clock: Clock) -> int:
    """All rows, unless the learner was held back to fewer and there is no time for more."""
    memory = plan.n_train if plan.memory_bound else task.n_rows
    if entry.subsample is None or costs.learners[entry.name].fit(memory) < clock.left(LATE):
        return memory
    return entry.subsample
