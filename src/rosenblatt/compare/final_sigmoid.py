"""The sigmoid that gives the kept model probabilities."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from rosenblatt.compare.cross_calibration import sigmoid_of, values_of
from rosenblatt.compare.held_scores import score_columns, unit_of
from rosenblatt.compare.measured_losses import MeasuredLosses


def sigmoid_for(estimator: Any, losses: MeasuredLosses, name: str) -> NDArray[np.float64] | None:
    """The sigmoid of a model fitted to all rows, from what models of its kind said of test rows.

    None for models with probabilities of their own, and for those without scores.
    """
    truths, held = losses.scored(name)
    if not held or any(part.logits for part in held):
        return None
    scores = np.concatenate([score_columns(values_of(part)) for part in held])
    sigmoid = sigmoid_of(scores, np.concatenate(truths))
    sigmoid[0] /= unit_of(estimator)
    return sigmoid
