"""Learning curves: how the error falls as the training rows grow."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from typing import Any

import numpy as np

from rosenblatt.compare.clock import CURVES, Clock
from rosenblatt.compare.comparison import Entry
from rosenblatt.compare.entries import standard_error
from rosenblatt.compare.fits import Examples, fit_and_test
from rosenblatt.compare.learners import MAJORITY, Learner
from rosenblatt.compare.plan import Plan
from rosenblatt.compare.splits import Split, make_splits
from rosenblatt.compare.task import Task

LEADERS, SPLITS, HALVINGS = 4, 5, 5
FEWEST_ROWS = 20


def draw_curves(
    task: Task,
    entries: list[Entry],
    learners: Mapping[str, Learner],
    plan: Plan,
    seed: int,
    clock: Clock,
) -> None:
    """Measure the leading learners on smaller parts of the first splits, while there is time."""
    leaders = [e for e in entries if e.failed is None and e.name != MAJORITY][:LEADERS]
    sizes = curve_sizes(plan.n_train, len(task.classes))
    found: dict[str, dict[int, list[float]]] = {e.name: {n: [] for n in sizes} for e in leaders}
    splits = make_splits(task.codes, plan.folds, 0, seed)
    for number, split in enumerate(islice(splits, SPLITS)):
        if not sizes or clock.past(CURVES):
            break
        clock.tell("Learning curves", f"split {number + 1}", 0.9 + 0.02 * number)
        if not _sweep(task, split, found, learners, plan, clock):
            break
    for entry in leaders:
        entry.learning_curve = _points(entry, found[entry.name], plan, task.n_rows, len(split.test))


def curve_sizes(n_train: int, n_classes: int) -> list[int]:
    """Halvings of the training part, down to a few rows a class."""
    least = max(FEWEST_ROWS, 3 * n_classes)
    sizes = [n_train // 2**k for k in range(HALVINGS, 0, -1)]
    return [size for size in sizes if size >= least]


def _sweep(
    task: Task,
    split: Split,
    found: dict[str, dict[int, list[float]]],
    learners: Mapping[str, Learner],
    plan: Plan,
    clock: Clock,
) -> bool:
    """Measure all sizes on one split, the small ones first; False when the time is up."""
    sizes = list(next(iter(found.values())))
    train, n_classes = split.train[: sizes[-1]], len(task.classes)
    X, X_test = task.coded(train, split.test)
    examples = Examples(X, task.codes[train], X_test, task.codes[split.test], n_classes)
    for size in sizes:
        for name, errors in found.items():
            if clock.past(CURVES):
                return False
            if size < plan.rows[name]:
                outcome = fit_and_test(learners[name], examples.first(size), seed=size)
                if outcome.failed is None:
                    errors[size].append(outcome.error)
    return True


def _points(
    entry: Entry, errors: dict[int, list[float]], plan: Plan, n_rows: int, n_test: int
) -> list[dict[str, Any]]:
    """The measured sizes, and all training rows, known from the comparison itself."""
    points = [
        {
            "rows": size,
            "mean": float(np.mean(values)),
            "standard_error": standard_error(values, n_test, n_rows),
        }
        for size, values in errors.items()
        if values
    ]
    last = {"rows": plan.rows[entry.name], "mean": entry.mean}
    return [*points, {**last, "standard_error": entry.standard_error}] if points else []
