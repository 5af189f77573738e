"""Learning curves: how the error falls as the number of training rows grows."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from typing import Any

import numpy as np

from rosenblatt.compare.budget_plan import Plan
from rosenblatt.compare.classification_task import ClassificationTask
from rosenblatt.compare.clock import CURVES, Clock
from rosenblatt.compare.comparison import Entry
from rosenblatt.compare.entries import standard_error
from rosenblatt.compare.learner_list import MAJORITY, Learner
from rosenblatt.compare.single_fit import TrainTestData, fit_and_test
from rosenblatt.compare.splits import Split

LEADERS, SPLITS, HALVINGS = 4, 5, 5
FEWEST_ROWS = 20
ErrorsBySize = dict[int, list[float]]


def measure_curves(
    task: ClassificationTask,
    entries: list[Entry],
    learners: Mapping[str, Learner],
    plan: Plan,
    seed: int,
    clock: Clock,
) -> None:
    """Measure the leading learners on fewer rows of the first splits, while there is time."""
    leaders = [e for e in entries if e.failed is None and e.name != MAJORITY][:LEADERS]
    sizes = curve_sizes(plan.n_train, len(task.classes))
    errors: dict[str, ErrorsBySize] = {e.name: {n: [] for n in sizes} for e in leaders}
    splits = task.splits(plan.folds, 0, seed)
    for number, split in enumerate(islice(splits, SPLITS)):
        if not sizes or clock.past(CURVES):
            break
        clock.report("Learning curves", f"split {number + 1}", 0.9 + 0.02 * number)
        if not _measure_split(task, split, errors, learners, plan, clock):
            break
    for entry in leaders:
        n_test = len(split.test)
        entry.learning_curve = _points(entry, errors[entry.name], plan, task.n_rows, n_test)


def curve_sizes(n_train: int, n_classes: int) -> list[int]:
    """The number of training rows halved again and again, down to a few rows per class."""
    least = max(FEWEST_ROWS, 3 * n_classes)
    sizes = [n_train // 2**k for k in range(HALVINGS, 0, -1)]
    return [size for size in sizes if size >= least]


def _measure_split(
    task: ClassificationTask,
    split: Split,
    errors: dict[str, ErrorsBySize],
    learners: Mapping[str, Learner],
    plan: Plan,
    clock: Clock,
) -> bool:
    """Measure all sizes on one split, the smallest first; False when the time is up."""
    sizes = list(next(iter(errors.values())))
    train, n_classes = split.train[: sizes[-1]], len(task.classes)
    X, X_test = task.coded(train, split.test)
    data = TrainTestData(X, task.codes[train], X_test, task.codes[split.test], n_classes)
    for size in sizes:
        for name, by_size in errors.items():
            if clock.past(CURVES):
                return False
            if size < plan.rows[name]:
                result = fit_and_test(learners[name], data.first(size), seed=size)
                if result.failed is None:
                    by_size[size].append(result.error)
    return True


def _points(
    entry: Entry, errors: ErrorsBySize, plan: Plan, n_rows: int, n_test: int
) -> list[dict[str, Any]]:
    """The sizes measured here, and all training rows, measured by the comparison itself."""
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
