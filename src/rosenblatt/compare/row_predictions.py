"""What the test rows show of the kept learner: hard rows, thresholds, and honest probabilities."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from rosenblatt.compare.classification_task import ClassificationTask
from rosenblatt.compare.comparison import Comparison
from rosenblatt.compare.learner_list import MAJORITY
from rosenblatt.compare.measured_losses import MeasuredLosses
from rosenblatt.tables import Table

HARD_ROWS, CELLS, CURVES, POINTS, BINS = 20, 12, 4, 160, 10


def add_predictions(
    comparison: Comparison, task: ClassificationTask, losses: MeasuredLosses
) -> None:
    """Add the rows wrong most often, the curves of two classes, and the reliability."""
    comparison.hard_rows = hard_rows(comparison, task, losses)
    shares = losses.probabilities(comparison.chosen)
    if not shares:
        return
    truth = np.concatenate(losses.scored(comparison.chosen)[0])
    comparison.reliability = reliability(np.concatenate(shares), truth)
    if len(comparison.classes) == 2:
        comparison.curves = threshold_curves(comparison, losses)


# ---------------------------------------------------------------------- hard rows


def hard_rows(
    comparison: Comparison, task: ClassificationTask, losses: MeasuredLosses
) -> list[dict[str, Any]]:
    """The rows that most learners get wrong, each with its cells."""
    names = [e.name for e in comparison.ranked if e.name != MAJORITY]
    votes, tests = _wrong_votes(names, losses, task.n_rows, len(task.classes))
    wrong = votes.sum(axis=1)
    share = np.divide(wrong, tests, where=tests > 0, out=np.zeros(task.n_rows))
    own = _own_probability(comparison.chosen, losses, task)
    order = np.lexsort((np.nan_to_num(own, nan=0.5), -share))[:HARD_ROWS]
    return [
        {
            "row": int(row) + 1,
            "class": comparison.classes[task.codes[row]],
            "predicted": comparison.classes[int(votes[row].argmax())],
            "wrong": int(wrong[row]),
            "tests": int(tests[row]),
            "probability": None if np.isnan(own[row]) else float(own[row]),
            "cells": _cells(task.table, int(row), _columns(comparison, task.table)),
        }
        for row in order
        if wrong[row]
    ]


def _wrong_votes(
    names: list[str], losses: MeasuredLosses, n_rows: int, n_classes: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """How often each row was taken for each other class, and how often it was tested."""
    votes, tests = np.zeros((n_rows, n_classes), np.int64), np.zeros(n_rows, np.int64)
    tested = losses.measurements.tested
    for name in names:
        for rows, truth, held in zip(tested, losses.truths, losses.held(name), strict=True):
            missed = held.predicted != truth
            np.add.at(votes, (rows[missed], held.predicted[missed]), 1)
            np.add.at(tests, rows, 1)
    return votes, tests


def _own_probability(
    name: str, losses: MeasuredLosses, task: ClassificationTask
) -> NDArray[np.float64]:
    """Mean probability of its own class by row; NaN where there is none."""
    total, times = np.zeros(task.n_rows), np.zeros(task.n_rows)
    held = losses.held(name)
    known = [k for k, part in enumerate(held) if part.values is not None]
    for k, shares in zip(known, losses.probabilities(name), strict=True):
        rows, truth = losses.measurements.tested[k], losses.truths[k]
        np.add.at(total, rows, shares[np.arange(len(truth)), truth])
        np.add.at(times, rows, 1)
    return np.divide(total, times, where=times > 0, out=np.full(task.n_rows, np.nan))


def _columns(comparison: Comparison, table: Table) -> list[str]:
    """The most important columns first."""
    known = [each["column"] for each in comparison.entry(comparison.chosen).importance]
    if table.matrix is not None:
        return known[:CELLS]
    return [*known, *(name for name in table.columns if name not in set(known))][:CELLS]


def _cells(table: Table, row: int, columns: list[str]) -> dict[str, str]:
    if table.matrix is None:
        return {name: cell_text(table.columns[name][row]) for name in columns}
    line = table.matrix[[row]].toarray().ravel()
    names = table.feature_names
    known = {name: line[names.index(name)] for name in columns}
    return {name: cell_text(value) for name, value in known.items()}


def cell_text(value: Any) -> str:
    """A cell as text; empty if it is missing.

    >>> cell_text(0.1 + 0.2), cell_text(None), cell_text(3.0)
    ('0.3', '', '3')
    """
    if value is None or (isinstance(value, float | np.floating) and np.isnan(value)):
        return ""
    return f"{value:.6g}" if isinstance(value, float | np.floating) else str(value)[:80]


# ---------------------------------------------------------------------- thresholds


def threshold_curves(comparison: Comparison, losses: MeasuredLosses) -> dict[str, Any]:
    """Wrong rows of both classes at every threshold, for the kept learner and the leading ones."""
    others = [e for e in comparison.ranked if e.name not in (comparison.chosen, MAJORITY)]
    names = [comparison.chosen, *(e.name for e in others)]
    found = [_curve(comparison, name, losses) for name in names]
    return {
        "classes": comparison.classes,
        "rows": comparison.class_counts,
        "learners": [curve for curve in found if curve][:CURVES],
    }


def _curve(comparison: Comparison, name: str, losses: MeasuredLosses) -> dict[str, Any] | None:
    shares = losses.probabilities(name)
    if not shares:
        return None
    truth = np.concatenate(losses.scored(name)[0]) == 1
    thresholds, found, false = cumulative(np.concatenate(shares)[:, 1], truth)
    precision = found / np.maximum(found + false, 1)
    recall, alarms = found / max(truth.sum(), 1), false / max((~truth).sum(), 1)
    kept = thinned(alarms, recall)
    # The area under the precision-recall curve as scikit-learn's average precision sums it up.
    average = float(np.sum(np.diff(recall, prepend=0.0) * precision))
    return {
        "name": name,
        "label": comparison.entry(name).label,
        "average_precision": average,
        "points": [
            [round(float(v), 5) for v in row]
            for row in zip(
                thresholds[kept], alarms[kept], recall[kept], precision[kept], strict=True
            )
        ],
    }


def cumulative(
    probabilities: NDArray[np.float64], truth: NDArray[np.bool_]
) -> tuple[NDArray[np.float64], NDArray[np.int64], NDArray[np.int64]]:
    """Thresholds from high to low, with the rows of the second and the first class above each.

    Examples
    --------
    >>> thresholds, found, false = cumulative(np.array([0.2, 0.9, 0.9]), np.array([1, 1, 0]) > 0)
    >>> thresholds.tolist(), found.tolist(), false.tolist()
    ([1.0, 0.9, 0.2], [0, 1, 2], [0, 1, 1])
    """
    order = np.argsort(-probabilities, kind="stable")
    ordered, right = probabilities[order], truth[order]
    last = np.append(np.flatnonzero(np.diff(ordered)), len(ordered) - 1)
    found, false = np.cumsum(right)[last], np.cumsum(~right)[last]
    return np.append(1.0, ordered[last]), np.append(0, found), np.append(0, false)


def thinned(alarms: NDArray[np.float64], recall: NDArray[np.float64]) -> NDArray[np.intp]:
    """Some points, evenly along the curve, its ends included."""
    along = np.concatenate([[0.0], np.cumsum(np.abs(np.diff(alarms)) + np.abs(np.diff(recall)))])
    wanted = np.linspace(0.0, along[-1], POINTS)
    return np.unique(np.append(np.searchsorted(along, wanted[:-1]), len(along) - 1))


# ---------------------------------------------------------------------- reliability


def reliability(shares: NDArray[np.float64], truth: NDArray[np.intp]) -> list[dict[str, Any]]:
    """Predicted and observed share, in bins of as many rows.

    Of two classes the probability of the second is judged, of more that of the predicted class.
    """
    if shares.shape[1] == 2:
        predicted, came = shares[:, 1], truth == 1
    else:
        predicted, came = shares.max(axis=1), shares.argmax(axis=1) == truth
    order = np.argsort(predicted, kind="stable")
    parts = [part for part in np.array_split(order, min(BINS, len(order))) if len(part)]
    return [
        {
            "predicted": float(predicted[part].mean()),
            "observed": float(came[part].mean()),
            "rows": len(part),
        }
        for part in parts
    ]
