"""Entries from measurements: means, standard errors, ranks, and verdicts against the best."""

from __future__ import annotations

from dataclasses import asdict
from math import inf, sqrt
from typing import Any

import numpy as np

from rosenblatt.compare.budget_plan import Plan
from rosenblatt.compare.comparison import Entry
from rosenblatt.compare.cross_validation import Measurements
from rosenblatt.compare.learner_list import Learner
from rosenblatt.judgement import TestedRows, judge, pairs_among
from rosenblatt.statistics import corrected_standard_error, mean_ranks


def make_entries(
    learners: list[Learner],
    measurements: Measurements,
    plan: Plan,
    levels: tuple[float, ...],
    n_rows: int,
) -> list[Entry]:
    """Return all entries, best first, those that failed last."""
    names, failed = measurements.names(), {**plan.dropped, **measurements.failed}
    errors = np.array([[split[name][0].error for split in measurements.splits] for name in names])
    ranks = dict(zip(names, mean_ranks(errors), strict=True)) if names else {}
    entries = []
    for learner in learners:
        entry = Entry(learner.name, learner.label, learner.ours)
        if learner.name in ranks:
            _fill(entry, measurements, plan, levels, n_rows)
            entry.rank = float(ranks[learner.name])
        else:
            entry.failed = failed.get(learner.name, "not measured")
        entries.append(entry)
    return sorted(entries, key=lambda entry: (entry.mean is None, entry.mean))


def _fill(
    entry: Entry, measurements: Measurements, plan: Plan, levels: tuple[float, ...], n_rows: int
) -> None:
    results = [split[entry.name] for split in measurements.splits]
    confusions = np.array([result[0].confusion for result in results])
    n_test = int(confusions[0].sum())
    entry.errors = [result[0].error for result in results]
    entry.mean = float(np.mean(entry.errors))
    entry.standard_error = standard_error(entry.errors, n_test, n_rows)
    entry.fit_seconds = float(np.median([result[0].fit_seconds for result in results]))
    entry.predict_seconds = float(np.median([result[0].predict_seconds for result in results]))
    entry.subsample = plan.subsample(entry.name)
    entry.confusion = confusions.sum(axis=0).tolist()
    if len(levels) > 1:
        entry.noisy_errors = {
            f"{level:g}": [result[k].error for result in results] for k, level in enumerate(levels)
        }


def standard_error(errors: list[float], n_test: int, n_rows: int) -> float:
    """Corrected for overlapping training sets; after a single hold-out, the binomial one."""
    if len(errors) > 1:
        return corrected_standard_error(errors, n_test / n_rows)
    return sqrt(errors[0] * (1 - errors[0]) / n_test)


def had_fewer_rows(one: Entry, other: Entry) -> bool:
    """Whether the first was trained on fewer rows than the second."""
    return (one.subsample or inf) < (other.subsample or inf)


def differences_to_best(
    entries: list[Entry], measurements: Measurements, train_share: float
) -> list[dict[str, Any]]:
    """Judge each of the other entries against the best, allowing for all pairs of them.

    A learner trained on fewer rows than the best is not judged: with as many it may be better. Nor
    is any after a single split, which cannot show how much depends on the training rows.
    """
    best, *others = [entry for entry in entries if entry.failed is None]
    others = [other for other in others if not had_fewer_rows(other, best)]
    if len(measurements.splits) < 2 or not others:
        return []
    tested = TestedRows(measurements.tested, train_share)
    pairs = pairs_among(1 + len(others))
    found = [
        judge(measurements.wrong(other.name), measurements.wrong(best.name), tested, pairs)
        for other in others
    ]
    return [
        {"a": best.name, "b": other.name, **asdict(judged), "verdict": judged.verdict}
        for other, judged in zip(others, found, strict=True)
    ]
