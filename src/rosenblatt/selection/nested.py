"""Nested cross-validation: the search is part of what is tested."""

from dataclasses import dataclass
from inspect import signature
from typing import Any

import numpy as np
from sklearn.base import clone
from sklearn.model_selection import check_cv
from sklearn.utils import indexable
from sklearn.utils.parallel import delayed

from rosenblatt._sklearn import _routing_enabled, _safe_indexing, _safe_split
from rosenblatt.selection.folds import PermutedFolds
from rosenblatt.selection.sharing import parallel
from rosenblatt.statistics import t_interval


@dataclass(frozen=True)
class NestedScores:
    """The result of a nested cross-validation.

    Attributes
    ----------
    scores : ndarray of shape (k,)
        Score on each outer test set.
    params : tuple of k dicts
        The parameters chosen in each outer fold.
    mean, sd, half_width : float
        Mean and standard deviation (which divides by k) of the scores, and half the width of the
        95 % t-interval.
    """

    scores: np.ndarray
    params: tuple[dict[str, Any], ...]

    @property
    def mean(self) -> float:
        return float(self.scores.mean())

    @property
    def sd(self) -> float:
        return float(self.scores.std())

    @property
    def half_width(self) -> float:
        return t_interval(self.scores)[1]

    def __str__(self) -> str:
        return f"{self.mean:.4f} ± {self.half_width:.4f}"


def nested_cross_validate(
    search: Any,
    X: Any,
    y: Any,
    *,
    cv: Any = 10,
    n_jobs: int | None = None,
    sample_weight: Any = None,
) -> NestedScores:
    """Score a parameter search on rows that it has not seen.

    In every outer fold a copy of the search runs on the training rows alone, fits its choice to all
    of them, and is scored on the test rows.

    Parameters
    ----------
    search : estimator
        A search with ``refit``: :class:`LaneSearchCV`, :class:`StagedSearchCV` or one of
        scikit-learn's.
    X : {array-like, sparse matrix} of shape (n_samples, n_features)
        Rows.
    y : array-like of shape (n_samples,)
        Labels.
    cv : int, splitter or iterable, default=10
        Outer folds. A number means that many :class:`PermutedFolds`, as in the papers; for
        reproducible folds give ``PermutedFolds(10, random_state=0)``.
    n_jobs : int or None, default=None
        Number of threads that share the outer folds.
    sample_weight : array-like of shape (n_samples,), default=None
        Weights, split like X; used for searching and fitting, and (if the scorer accepts them) for
        scoring the test rows, as the searches do.

    Returns
    -------
    scores : NestedScores
        Scores and choices, with mean, standard deviation and half width of the t-interval.

    References
    ----------
    Khardon and Wachman (2007), "Noise tolerant variants of the perceptron algorithm", section 3.

    Examples
    --------
    >>> from sklearn.datasets import load_breast_cancer
    >>> from rosenblatt import Perceptron
    >>> from rosenblatt.selection import LaneSearchCV, PermutedFolds, nested_cross_validate
    >>> X, y = load_breast_cancer(return_X_y=True)
    >>> search = LaneSearchCV(Perceptron(random_state=0), {"margin": [0.0, 0.125, 0.25]})
    >>> folds = PermutedFolds(10, random_state=0)
    >>> found = nested_cross_validate(search, X / X.std(axis=0), y, cv=folds)
    >>> len(found.scores), bool(found.mean > 0.95)
    (10, True)
    """
    if not getattr(search, "refit", None):
        raise ValueError(
            f"{search!r} does not fit what it chooses, so there is nothing to score; give a search "
            "with refit=True."
        )
    X, y, weights = indexable(X, y, sample_weight)
    outer = PermutedFolds(cv) if isinstance(cv, int) else check_cv(cv)
    jobs = (
        delayed(score_fold)(clone(search), X, y, weights, *split) for split in outer.split(X, y)
    )
    found = parallel(n_jobs)(jobs)
    scores, params = zip(*found, strict=True)
    return NestedScores(np.array(scores, dtype=np.float64), params)


def score_fold(
    search: Any, X: Any, y: Any, weights: Any, train: np.ndarray, test: np.ndarray
) -> tuple[float, dict[str, Any]]:
    search.fit(*_safe_split(search, X, y, train), **weights_of(weights, train))
    X_test, y_test = _safe_split(search, X, y, test, train)
    return score(search, X_test, y_test, weights_of(weights, test)), search.best_params_


def weights_of(weights: Any, rows: np.ndarray) -> dict[str, Any]:
    return {} if weights is None else {"sample_weight": _safe_indexing(weights, rows)}


def score(search: Any, X: Any, y: Any, weights: dict[str, Any]) -> float:
    """Weighted if possible; without metadata routing, ``search.score`` accepts no weights."""
    if not weights or _routing_enabled():
        return float(search.score(X, y, **weights))
    scorer = search.scorer_
    if isinstance(scorer, dict):
        scorer = scorer[search.refit]
    found = scorer(search.best_estimator_, X, y, **(weights if takes_weights(scorer) else {}))
    return float(found[search.refit] if isinstance(found, dict) else found)


def takes_weights(scorer: Any) -> bool:
    if hasattr(scorer, "_accept_sample_weight"):
        return bool(scorer._accept_sample_weight())
    return "sample_weight" in signature(scorer).parameters
