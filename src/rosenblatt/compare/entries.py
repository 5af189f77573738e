"""Entries from measurements: means, standard errors, ranks, and verdicts against the best."""

from __future__ import annotations

from dataclasses import asdict
from math import inf, sqrt
from typing import Any

import numpy as np

from rosenblatt.compare.budget_plan import Plan
from rosenblatt.compare.comparison import Entry
from rosenblatt.compare.learner_list import Learner
from rosenblatt.compare.measured_losses import MeasuredLosses
from rosenblatt.compare.row_losses import RowLosses
from rosenblatt.judgement import Judgement, TestedRows, judge, pairs_among
from rosenblatt.metrics import METRICS
from rosenblatt.statistics import corrected_standard_error, mean_ranks


def make_entries(
    learners: list[Learner],
    losses: MeasuredLosses,
    plan: Plan,
    levels: tuple[float, ...],
    n_rows: int,
) -> list[Entry]:
    """Return all entries: the best first, then references, those that failed last."""
    measurements = losses.measurements
    failed = {**plan.dropped, **measurements.failed}
    failed |= {name: why for name in measurements.names() if (why := losses.without(name))}
    entries = []
    for learner in learners:
        entry = Entry(learner.name, learner.label, learner.ours, reference=learner.reference)
        entry.failed = failed.get(learner.name)
        if learner.name in measurements.names() and entry.failed is None:
            _fill(entry, losses, plan, levels, n_rows)
        else:
            entry.failed = entry.failed or "not measured"
        entries.append(entry)
    _rank([entry for entry in entries if entry.failed is None and not entry.reference])
    return sorted(entries, key=lambda entry: (entry.mean is None, entry.reference, entry.mean))


def _rank(entries: list[Entry]) -> None:
    ranks = mean_ranks(np.array([entry.errors for entry in entries])) if entries else ()
    for entry, rank in zip(entries, ranks, strict=True):
        entry.rank = float(rank)


def _fill(
    entry: Entry, losses: MeasuredLosses, plan: Plan, levels: tuple[float, ...], n_rows: int
) -> None:
    results = [split[entry.name] for split in losses.measurements.splits]
    confusions = np.array([result[0].confusion for result in results])
    shown = {name: _measure(losses, entry.name, name, n_rows) for name in METRICS}
    entry.measures = {name: found for name, found in shown.items() if found}
    entry.errors = losses.splits(entry.name) or []
    entry.mean, entry.standard_error = entry.measures[losses.metric].values()
    entry.fit_seconds = float(np.median([result[0].fit_seconds for result in results]))
    entry.predict_seconds = float(np.median([result[0].predict_seconds for result in results]))
    entry.subsample = plan.subsample(entry.name)
    entry.confusion = confusions.sum(axis=0).tolist()
    entry.tuned = [result[0].chosen for result in results if result[0].chosen]
    if len(levels) > 1:
        noisy = {f"{level:g}": losses.splits(entry.name, level=k) for k, level in enumerate(levels)}
        entry.noisy_errors = {level: found for level, found in noisy.items() if found}


def _measure(
    losses: MeasuredLosses, name: str, metric: str, n_rows: int
) -> dict[str, float] | None:
    rows = losses.rows(name, metric, 0)
    if rows is None:
        return None
    values = [float(found.mean()) for found in rows]
    if len(values) > 1:
        error = corrected_standard_error(values, len(rows[0]) / n_rows)
    else:
        error = float(rows[0].std()) / sqrt(len(rows[0]))
    return {"mean": float(np.mean(values)), "standard_error": error}


def standard_error(errors: list[float], n_test: int, n_rows: int) -> float:
    """Corrected for overlapping training sets; after a single hold-out, the binomial one."""
    if len(errors) > 1:
        return corrected_standard_error(errors, n_test / n_rows)
    share = min(max(errors[0], 0.0), 1.0)
    return sqrt(share * (1 - share) / n_test)


def had_fewer_rows(one: Entry, other: Entry) -> bool:
    """Whether the first was trained on fewer rows than the second."""
    return (one.subsample or inf) < (other.subsample or inf)


def differences_to_best(
    entries: list[Entry], losses: MeasuredLosses, train_share: float
) -> list[dict[str, Any]]:
    """Judge each of the other entries against the best, allowing for all pairs of them.

    A learner trained on fewer rows than the best is not judged: with as many it may be better. Nor
    is any after a single split, which cannot show how much depends on the training rows.
    References are judged too, but never the best.
    """
    measured = [entry for entry in entries if entry.failed is None]
    best = measured[0]
    others = [other for other in measured[1:] if not had_fewer_rows(other, best)]
    if len(losses.measurements.splits) < 2 or not others:
        return []
    tested = TestedRows(losses.measurements.tested, train_share)
    pairs = pairs_among(1 + len(others))
    of_best = losses.deciding(best.name)
    found = [_judged(losses.deciding(other.name), of_best, tested, pairs) for other in others]
    return [
        {"a": best.name, "b": other.name, **asdict(judged), "verdict": judged.verdict}
        for other, judged in zip(others, found, strict=True)
    ]


def _judged(
    rows: list[RowLosses], of_best: list[RowLosses], tested: TestedRows, pairs: int
) -> Judgement:
    """Judge in units of the largest loss of a row, which is 1 where errors are counted."""
    unit = max(float(np.abs(part).max(initial=0.0)) for part in (*rows, *of_best)) or 1.0
    found = judge([part / unit for part in rows], [part / unit for part in of_best], tested, pairs)
    return Judgement(unit * found.mean, unit * found.low, unit * found.high)
