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
from rosenblatt.compare.cross_validation import CompareOptions
from rosenblatt.compare.entries import standard_error
from rosenblatt.compare.learner_list import MAJORITY, Learner
from rosenblatt.compare.measured_losses import MeasuredLosses, loss_of
from rosenblatt.compare.single_fit import TrainTestData, fit_and_test
from rosenblatt.compare.splits import Split

LEADERS, SPLITS, HALVINGS = 4, 5, 5
FEWEST_ROWS = 20
ErrorsBySize = dict[int, list[float]]  # one error per split, in the order of the splits


def measure_curves(
    task: ClassificationTask,
    entries: list[Entry],
    learners: Mapping[str, Learner],
    plan: Plan,
    options: CompareOptions,
    losses: MeasuredLosses,
    clock: Clock,
) -> None:
    """Measure the leading learners on fewer rows of the first splits, while there is time.

    Every point of a curve is a mean over the same splits, the last one too, of which the
    comparison has the errors.
    """
    leaders = [e for e in entries if e.mean is not None and not e.reference and e.name != MAJORITY]
    sizes = curve_sizes(plan.n_train, len(task.classes))
    found: dict[str, ErrorsBySize] = {e.name: {n: [] for n in sizes} for e in leaders[:LEADERS]}
    splits = task.splits(plan.folds, 0, options.seed)
    n_splits = min(SPLITS, len(losses.truths))
    for number, split in enumerate(islice(splits, n_splits)):
        if not sizes or not found or clock.past(CURVES):
            break
        clock.report("Learning curves", f"split {number + 1}", 0.9 + 0.02 * number)
        if not _measure_split(task, split, found, learners, plan, losses.metric, clock):
            break
    for entry in leaders[:LEADERS]:
        errors = {**found[entry.name], plan.rows[entry.name]: losses.splits(entry.name) or []}
        entry.learning_curve = _points(errors, len(losses.truths[0]), task.n_rows)


def curve_sizes(n_train: int, n_classes: int) -> list[int]:
    """The number of training rows halved again and again, down to a few rows per class."""
    least = max(FEWEST_ROWS, 3 * n_classes)
    sizes = [n_train // 2**k for k in range(HALVINGS, 0, -1)]
    return [size for size in sizes if size >= least]


def _measure_split(
    task: ClassificationTask,
    split: Split,
    found: dict[str, ErrorsBySize],
    learners: Mapping[str, Learner],
    plan: Plan,
    metric: str,
    clock: Clock,
) -> bool:
    """Measure all sizes on one split, the smallest first; False when the time is up."""
    sizes = list(next(iter(found.values())))
    train, n_classes = split.train[: sizes[-1]], len(task.classes)
    X, X_test = task.coded(train, split.test)
    data = TrainTestData(X, task.codes[train], X_test, task.codes[split.test], n_classes)
    for size in sizes:
        for name, by_size in found.items():
            if clock.past(CURVES):
                return False
            if size < plan.rows[name]:
                result = fit_and_test(learners[name], data.first(size), seed=size)
                loss = loss_of(result.held, data.y_test, metric) if result.held else None
                if loss is not None:
                    by_size[size].append(loss)
    return True


def _points(errors: ErrorsBySize, n_test: int, n_rows: int) -> list[dict[str, Any]]:
    """A point for each size that was measured on as many splits as any other."""
    splits = max((len(values) for values in list(errors.values())[:-1]), default=0)
    points = [
        {
            "rows": size,
            "mean": float(np.mean(values[:splits])),
            "standard_error": standard_error(values[:splits], n_test, n_rows),
            "splits": splits,
        }
        for size, values in errors.items()
        if splits and len(values) >= splits
    ]
    return points if len(points) > 1 else []
