"""Importance of columns by permutation: what a model loses when one of them is shuffled.

The same question is put to every learner, whatever its form, and to test rows alone.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray

from rosenblatt.compare.budget_plan import Plan
from rosenblatt.compare.classification_task import ClassificationTask, code_rows
from rosenblatt.compare.clock import IMPORTANCE, Clock
from rosenblatt.compare.column_screening import telling_columns
from rosenblatt.compare.comparison import Entry
from rosenblatt.compare.cross_validation import CompareOptions
from rosenblatt.compare.held_scores import scores_of
from rosenblatt.compare.learner_list import MAJORITY, Learner
from rosenblatt.compare.measured_losses import loss_of
from rosenblatt.compare.single_fit import best_of
from rosenblatt.compare.splits import Split
from rosenblatt.metrics import METRICS
from rosenblatt.tables import Table, TableCoder

SPLITS, SHUFFLES = 3, 3
MOST_COLUMNS, MOST_TRAIN = 40, 5000
MOST_CELLS = 300_000  # of test rows, so that wide tables have fewer of them
FAILURES = (ValueError, ArithmeticError, MemoryError)


@dataclass(frozen=True)
class Shuffled:
    """What shuffling one column changes: the loss, and for numbers how scores follow it."""

    loss: float
    slopes: NDArray[np.float64] | None


def measure_importance(
    task: ClassificationTask,
    entries: list[Entry],
    learners: Mapping[str, Learner],
    plan: Plan,
    options: CompareOptions,
    clock: Clock,
) -> None:
    """Shuffle columns of test rows for models of the first splits, while there is time.

    The loss is the measure that decides; the error in place of the log loss, since calibrating
    anew would hide what is lost.
    """
    measured = [e for e in entries if e.failed is None and e.name != MAJORITY]
    metric = options.metric if METRICS[options.metric].percent else "error"
    found: dict[str, dict[str, list[Shuffled]]] = {e.name: defaultdict(list) for e in measured}
    splits = islice(task.splits(plan.folds, 0, options.seed), SPLITS)
    for number, split in enumerate(splits):
        if clock.past(IMPORTANCE):
            break
        clock.report("Importance", f"split {number + 1}", 0.93 + 0.01 * number)
        part = SplitModels(task, split, number)
        part.fit([learners[e.name] for e in measured], clock)
        for column in part.columns:
            if clock.past(IMPORTANCE):
                break
            for name, change in part.shuffled(column, metric):
                found[name][column] += change
    for entry in measured:
        entry.importance = _summary(found[entry.name], [str(name) for name in task.classes])


class SplitModels:
    """Models of one split, and its test rows to be shuffled."""

    def __init__(self, task: ClassificationTask, split: Split, number: int) -> None:
        self.n_classes, self.random = len(task.classes), np.random.default_rng([number, 5])
        names = task.table.feature_names
        rows = min(max(MOST_CELLS // max(len(names), 1), 50), 500)
        train, test = split.train[:MOST_TRAIN], split.test[:rows]
        self.rows, self.truth = task.table.take(test), task.codes[test]
        self.coder = TableCoder()
        learned = task.table.take(train)
        self.X = code_rows(self.coder.fit(learned), learned)
        self.y = task.codes[train]
        self.columns = telling_columns(learned, self.y, MOST_COLUMNS)
        self.models: dict[str, Any] = {}

    def fit(self, learners: list[Learner], clock: Clock) -> None:
        """Fit the learners, those in front first, while there is time."""
        for learner in learners:
            if clock.past(IMPORTANCE):
                return
            try:
                fitted = learner.make(0, self.X).fit(self.X, self.y)
            except FAILURES:
                continue
            self.models[learner.name] = best_of(fitted)

    def shuffled(self, column: str, metric: str) -> Iterator[tuple[str, list[Shuffled]]]:
        """What each model loses, once for every shuffle."""
        orders = [self.random.permutation(len(self.truth)) for _ in range(SHUFFLES)]
        base = code_rows(self.coder, self.rows)
        others = [self._coded(column, base, order) for order in orders]
        for name, model in self.models.items():
            before = scores_of(model, base, self.n_classes)
            loss = loss_of(before, self.truth, metric)
            changes = []
            for X, order in zip(others, orders, strict=True):
                after = scores_of(model, X, self.n_classes)
                new = loss_of(after, self.truth, metric)
                if loss is not None and new is not None:
                    slopes = self._slopes(column, order, before.values, after.values)
                    changes.append(Shuffled(new - loss, slopes))
            yield name, changes

    def _coded(self, column: str, base: Any, order: NDArray[np.intp]) -> Any:
        if self.rows.matrix is None:
            cells = {**self.rows.columns, column: self.rows.columns[column][order]}
            return code_rows(self.coder, replace(self.rows, columns=cells))
        j = self.rows.feature_names.index(column)
        values = base[:, [j]].toarray().ravel()
        change = sp.csr_array((values[order] - values)[:, None])
        place = sp.csr_array(([1.0], ([0], [j])), shape=(1, base.shape[1]))
        return sp.csr_array(base + change @ place)

    def _slopes(
        self, column: str, order: NDArray[np.intp], before: Any, after: Any
    ) -> NDArray[np.float64] | None:
        """How the score of each class moves with the number in the column; None for texts."""
        cells = _numbers(self.rows, column)
        if cells is None or before is None:
            return None
        moved = np.nan_to_num(cells[order] - cells)
        scores = np.asarray(after, dtype=float) - before
        slopes = np.atleast_1d(moved @ scores)
        return np.array([-slopes[0], slopes[0]]) if len(slopes) == 1 else slopes - slopes.mean()


def _numbers(rows: Table, column: str) -> NDArray[np.float64] | None:
    if rows.matrix is not None:
        return rows.matrix[:, [rows.feature_names.index(column)]].toarray().ravel()
    cells = rows.columns[column]
    return None if cells.dtype == object else np.asarray(cells, dtype=np.float64)


def _summary(found: Mapping[str, list[Shuffled]], classes: list[str]) -> list[dict[str, Any]]:
    """Mean and spread by column, the largest first."""
    rows = [
        {
            "column": column,
            "mean": float(np.mean([change.loss for change in changes])),
            "spread": float(np.std([change.loss for change in changes])),
            "towards": _towards(changes, classes),
        }
        for column, changes in found.items()
        if changes
    ]
    return sorted(rows, key=lambda row: -row["mean"])


def _towards(changes: list[Shuffled], classes: list[str]) -> str | None:
    slopes = [change.slopes for change in changes if change.slopes is not None]
    if not slopes or not np.any(total := np.sum(slopes, axis=0)):
        return None
    return classes[int(total.argmax())]
