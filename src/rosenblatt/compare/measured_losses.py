"""The losses of every learner on every test row, for each measure."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rosenblatt.compare.cross_calibration import cross_calibrated, values_of
from rosenblatt.compare.cross_validation import Measurements
from rosenblatt.compare.held_scores import HeldScores
from rosenblatt.compare.row_losses import (
    Codes,
    RowLosses,
    auc_losses,
    balanced_losses,
    error_losses,
    f1_losses,
    log_losses,
)
from rosenblatt.metrics import METRICS

BY_PREDICTION: dict[str, Callable[[Codes, Codes], RowLosses]] = {
    "error": error_losses,
    "balanced": balanced_losses,
    "f1": f1_losses,
}


class MeasuredLosses:
    """Losses by learner, measure and level of label noise; each is computed when it is asked for.

    Parameters
    ----------
    measurements : Measurements
        All splits.
    codes : ndarray of int
        The class of every row of the table.
    metric : str
        The measure that decides.
    """

    def __init__(
        self, measurements: Measurements, codes: NDArray[Any], metric: str = "error"
    ) -> None:
        self.measurements, self.metric = measurements, metric
        self.truths = [codes[rows] for rows in measurements.tested]
        self.rows = cache(self._rows)

    def splits(self, name: str, metric: str | None = None, level: int = 0) -> list[float] | None:
        """The measure in every split; None if the learner has no scores to compute it from."""
        found = self.rows(name, metric or self.metric, level)
        return None if found is None else [float(np.mean(losses)) for losses in found]

    def deciding(self, name: str) -> list[RowLosses]:
        """The losses of rows by the measure that decides."""
        found = self.rows(name, self.metric, 0)
        assert found is not None
        return found

    def without(self, name: str) -> str | None:
        """Why the learner cannot be ranked by the measure that decides, if so."""
        if len(self.rows(name, self.metric, 0) or []) == len(self.truths):
            return None
        return f"it has no scores, from which {METRICS[self.metric].title} follows"

    def held(self, name: str, level: int = 0) -> list[HeldScores]:
        """What the learner said of the test rows of every split."""
        found = [split[name][level].held for split in self.measurements.splits]
        return [held for held in found if held is not None]

    def scored(self, name: str, level: int = 0) -> tuple[list[Codes], list[HeldScores]]:
        """Classes and scores of the splits of which scores are known."""
        pairs = zip(self.truths, self.held(name, level), strict=True)
        found = [(truth, held) for truth, held in pairs if held.values is not None]
        return [truth for truth, _ in found], [held for _, held in found]

    def probabilities(self, name: str, level: int = 0) -> list[NDArray[np.float64]]:
        """Probabilities of the classes for the test rows of those splits."""
        truths, held = self.scored(name, level)
        return cross_calibrated(held, truths) if held else []

    def _rows(self, name: str, metric: str, level: int) -> list[RowLosses] | None:
        if metric in BY_PREDICTION:
            pairs = zip(self.truths, self.held(name, level), strict=True)
            return [BY_PREDICTION[metric](truth, part.predicted) for truth, part in pairs]
        truths, held = self.scored(name, level)
        if not held:
            return None
        if metric == "logloss":
            found = zip(truths, self.probabilities(name, level), strict=True)
            return [log_losses(truth, shares) for truth, shares in found]
        return [auc_losses(t, values_of(part)) for t, part in zip(truths, held, strict=True)]


def loss_of(held: HeldScores, truth: Codes, metric: str) -> float | None:
    """The measure of a single fit; the log loss of probabilities calibrated on half the rows."""
    if metric in BY_PREDICTION:
        return float(BY_PREDICTION[metric](truth, held.predicted).mean())
    if held.values is None:
        return None
    if metric == "auc":
        return float(auc_losses(truth, held.values).mean())
    return float(log_losses(truth, cross_calibrated([held], [truth])[0]).mean())
