"""Scores of test rows by any classifier, in units that different fits share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rosenblatt.classifiers.classifier import Classifier, predicted_codes
from rosenblatt.classifiers.shares import columns

LEAST_PROBABILITY = 1e-12


@dataclass(frozen=True)
class HeldScores:
    """What a model says of test rows.

    Parameters
    ----------
    predicted : ndarray of int
        Codes of the predicted classes.
    values : ndarray or None
        One score per row for two classes, else one per class; None if the model has no scores, or
        has not met every class.
    logits : bool
        Whether the softmax of the scores is the model's own probability.
    """

    predicted: NDArray[np.intp]
    values: NDArray[np.float32] | None = None
    logits: bool = False

    def without_scores(self) -> HeldScores:
        """The predictions alone."""
        return HeldScores(self.predicted)


def scores_of(estimator: Any, X: Any, n_classes: int) -> HeldScores:
    """Predict rows, with scores where the model has them for every class."""
    if isinstance(estimator, Classifier):
        scores = estimator.decision_function(X)  # in place of predict, which calls it
        predicted = np.asarray(estimator.classes_[predicted_codes(scores)], dtype=np.intp)
        whole = len(estimator.classes_) == n_classes
        found = scores / estimator._unit() if whole else None
        return HeldScores(predicted, _single(found))
    predicted = np.asarray(estimator.predict(X), dtype=np.intp)
    if len(getattr(estimator, "classes_", ())) != n_classes:
        return HeldScores(predicted)
    if hasattr(estimator, "predict_proba"):
        logs = np.log(np.maximum(estimator.predict_proba(X), LEAST_PROBABILITY))
        scores = logs[:, 1] - logs[:, 0] if n_classes == 2 else logs
        return HeldScores(predicted, _single(scores), logits=True)
    if hasattr(estimator, "decision_function"):
        return HeldScores(predicted, _single(estimator.decision_function(X) / unit_of(estimator)))
    return HeldScores(predicted)


def unit_of(estimator: Any) -> float:
    """The unit of a model's scores: the length of its weights, which grow with the rows learned."""
    if isinstance(estimator, Classifier):
        return estimator._unit()
    return float(np.linalg.norm(getattr(estimator, "coef_", 1.0))) or 1.0


def _single(scores: Any) -> NDArray[np.float32] | None:
    if scores is None:
        return None
    largest = float(np.finfo(np.float32).max)
    return np.clip(scores, -largest, largest).astype(np.float32)


def score_columns(values: NDArray[Any]) -> NDArray[np.float64]:
    """One column per class, also of two classes."""
    return columns(np.asarray(values))
