"""From outcomes to entries: means, standard errors, ranks, tests."""

from __future__ import annotations

from math import inf, sqrt
from typing import Any

import numpy as np

from rosenblatt.compare.comparison import Entry
from rosenblatt.compare.learners import Learner
from rosenblatt.compare.measuring import Measured
from rosenblatt.compare.plan import Plan
from rosenblatt.compare.statistics import (
    corrected_resampled_ttest,
    corrected_standard_error,
    holm,
    mean_ranks,
)

LEVEL = 0.05


def make_entries(
    learners: list[Learner], measured: Measured, plan: Plan, levels: tuple[float, ...], n_rows: int
) -> list[Entry]:
    """Return all entries, best first, those that failed last."""
    names, failed = measured.names(), {**plan.dropped, **measured.failed}
    errors = np.array([[found[name][0].error for found in measured.rounds] for name in names])
    ranks = dict(zip(names, mean_ranks(errors), strict=True)) if names else {}
    entries = []
    for learner in learners:
        entry = Entry(learner.name, learner.label, learner.ours)
        if learner.name in ranks:
            _fill(entry, measured, plan, levels, n_rows)
            entry.rank = float(ranks[learner.name])
        else:
            entry.failed = failed.get(learner.name, "not measured")
        entries.append(entry)
    return sorted(entries, key=lambda entry: (entry.mean is None, entry.mean))


def _fill(
    entry: Entry, measured: Measured, plan: Plan, levels: tuple[float, ...], n_rows: int
) -> None:
    outcomes = [found[entry.name] for found in measured.rounds]
    confusions = np.array([outcome[0].confusion for outcome in outcomes])
    n_test = int(confusions[0].sum())
    entry.errors = [outcome[0].error for outcome in outcomes]
    entry.mean = float(np.mean(entry.errors))
    entry.standard_error = standard_error(entry.errors, n_test, n_rows)
    entry.fit_seconds = float(np.median([outcome[0].fit_seconds for outcome in outcomes]))
    entry.predict_seconds = float(np.median([outcome[0].predict_seconds for outcome in outcomes]))
    entry.subsample = plan.subsample(entry.name)
    entry.confusion = confusions.sum(axis=0).tolist()
    if len(levels) > 1:
        entry.noisy_errors = {
            f"{level:g}": [outcome[k].error for outcome in outcomes]
            for k, level in enumerate(levels)
        }


def standard_error(errors: list[float], n_test: int, n_rows: int) -> float:
    """Corrected for overlap; after a single hold-out that of a share of the tested rows."""
    if len(errors) > 1:
        return corrected_standard_error(errors, n_test / n_rows)
    return sqrt(errors[0] * (1 - errors[0]) / n_test)


def had_fewer_rows(one: Entry, other: Entry) -> bool:
    """Whether one was trained on fewer rows than the other."""
    return (one.subsample or inf) < (other.subsample or inf)


def differences_to_best(entries: list[Entry], test_fraction: float) -> list[dict[str, Any]]:
    """Test the best entry against each other one; p values are adjusted for their number.

    A learner that had fewer rows than the best is not judged: with as many it may be better.
    """
    best, *others = [entry for entry in entries if entry.failed is None]
    others = [other for other in others if not had_fewer_rows(other, best)]
    if len(best.errors) < 2 or not others:
        return []
    tests = [
        corrected_resampled_ttest(np.subtract(other.errors, best.errors), test_fraction)
        for other in others
    ]
    return [
        {
            "a": best.name,
            "b": other.name,
            "mean": test.mean,
            "standard_error": test.standard_error,
            "p": float(p),
            "significant": bool(p < LEVEL),
        }
        for other, test, p in zip(others, tests, holm([t.p for t in tests]), strict=True)
    ]
