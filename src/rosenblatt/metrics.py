"""Measures of predictions, among them ones that do not neglect rare classes."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from sklearn.metrics import make_scorer, recall_score

__all__ = ["Metric", "find_metric", "g_mean", "g_mean_scorer"]


def g_mean(y_true: Any, y_pred: Any, *, sample_weight: Any = None) -> float:
    """The geometric mean of the recalls of all classes.

    For two classes it is ``sqrt(a+ a-)``, where a+ and a- are the shares of the positive and the
    negative rows that are predicted correctly; for k classes the k-th root of the product. It is 0
    if no row of some class is found, however rare that class is.

    Parameters
    ----------
    y_true : array-like of shape (n_samples,)
        Labels. Classes that occur here count; those that are only predicted have no recall.
    y_pred : array-like of shape (n_samples,)
        Predictions.
    sample_weight : array-like of shape (n_samples,), default=None
        Weights of the rows. A class without weight does not count.

    Returns
    -------
    g : float
        From 0 to 1.

    Examples
    --------
    >>> from rosenblatt import g_mean
    >>> g_mean([0, 0, 0, 0, 1], [0, 0, 0, 0, 0])  # an accuracy of 0.8
    0.0
    >>> g_mean([0, 0, 0, 0, 1], [0, 0, 0, 1, 1])
    0.8660254037844386
    """
    y_true, y_pred = np.asarray(y_true), np.asarray(y_pred)
    weights = None if sample_weight is None else np.asarray(sample_weight, dtype=float)
    present = y_true if weights is None or len(weights) != len(y_true) else y_true[weights > 0]
    classes = np.unique(present)
    if not len(classes):
        raise ValueError(
            "y_true holds no row of positive weight, so no class has a recall; give one or more."
        )
    recalls = recall_score(
        y_true, y_pred, labels=classes, average=None, zero_division=0, sample_weight=weights
    )
    return float(np.prod(recalls ** (1 / len(recalls))))


g_mean_scorer = make_scorer(g_mean)
"""``g_mean`` for scikit-learn's searches and cross-validations: ``scoring=g_mean_scorer``."""


@dataclass(frozen=True)
class Metric:
    """A measure that is better the lower it is.

    Parameters
    ----------
    name : str
        As on the command line.
    title : str
        What people call the loss.
    short : str
        The same for the head of a narrow column.
    percent : bool
        Whether it is a share, to be shown in percent.
    scoring : str or None
        What scikit-learn's searches call it, if it follows from predictions or scores.
    """

    name: str
    title: str
    short: str
    percent: bool = True
    scoring: str | None = None


METRICS = {
    metric.name: metric
    for metric in (
        Metric("error", "test error", "error %", scoring="accuracy"),
        Metric("balanced", "balanced error", "bal. %", scoring="balanced_accuracy"),
        Metric("f1", "1 − F1", "1−F1 %", scoring="f1_macro"),
        Metric("auc", "1 − AUC", "1−AUC %"),
        Metric("logloss", "log loss", "log loss", percent=False),
    )
}


def find_metric(name: str) -> Metric:
    """The measure of that name."""
    if name not in METRICS:
        raise ValueError(f"metric={name!r} is not known; choose one of {', '.join(METRICS)}.")
    return METRICS[name]
