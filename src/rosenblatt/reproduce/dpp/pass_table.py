"""What Figures 1 and 2 are to show, in numbers: the margin settles, and Fisher's J falls."""

from collections.abc import Iterable

import numpy as np

from rosenblatt.lab import group, mean, means
from rosenblatt.reproduce.dpp.committee_fits import LAST_PASSES
from rosenblatt.reproduce.dpp.paper_folds import STORED
from rosenblatt.reproduce.dpp.settings import PASSES
from rosenblatt.reproduce.paper import Line, ResultRows

RANGE = "range of the mean gamma in the last 100 passes (% of its mean)"
FALLS = "fits whose J ends below its start (%)"
START, LAST, LEAST = "J before the first pass", "J after the last pass", "pass with the least J"


def pass_lines(rows: ResultRows) -> list[Line]:
    """Means over the fits of each data set; the paper prints none of these numbers."""
    fits = group([row for row in rows if "J_last" in row], ["dataset"])
    passes = group([row for row in rows if "pass" in row], ["dataset"])
    return [
        line
        for name in STORED
        for line in (
            shown(name, RANGE, margin_range(passes.get((name,), []))),
            *criterion_lines(name, fits.get((name,), [])),
        )
    ]


def criterion_lines(dataset: str, fits: ResultRows) -> list[Line]:
    return [
        shown(dataset, FALLS, (100.0 * (row["J_last"] < row["J_start"]) for row in fits)),
        shown(dataset, START, (row["J_start"] for row in fits)),
        shown(dataset, LAST, (row["J_last"] for row in fits)),
        shown(dataset, LEAST, (row["J_least_pass"] for row in fits)),
    ]


def margin_range(rows: ResultRows) -> list[float]:
    """The range of the curve that Figure 1 draws, over its mean, at its end; empty without rows."""
    found = means([row for row in rows if row["pass"] > PASSES - LAST_PASSES], ["pass"], "gamma")
    curve = np.array([each.mean for each in found.values()])
    return [100 * float(np.ptp(curve) / curve.mean())] if len(curve) else []


def shown(dataset: str, measure: str, values: Iterable[float]) -> Line:
    """A line without a verdict. J is infinite while every perceptron has all rows on one side."""
    finite = [value for value in values if np.isfinite(value)]
    labels = {"dataset": dataset, "measure": measure}
    if not finite:
        return Line(labels, None, None, counted=False)
    ours = mean(finite)
    error = ours.standard_error if ours.count > 1 else None
    return Line(labels, None, ours.mean, error, counted=False)
