"""Fitting settings together that differ only in parameters of a lane."""

from collections.abc import Callable
from copy import copy
from dataclasses import dataclass, replace
from functools import partial
from math import frexp, sqrt
from typing import Any

import numpy as np
from sklearn.base import clone

from rosenblatt.training.groups import lanes_of
from rosenblatt.training.labels import taken, weigh
from rosenblatt.training.observers import train as run_passes
from rosenblatt.training.rows import SAFE_EXPONENT, Rows, open_rows, warn_if_uneven
from rosenblatt.training.session import Data, Session, check_steps


class SeparateFitsError(ValueError):
    """These settings must be fitted separately."""


@dataclass(frozen=True)
class SearchData:
    """The data of a search, read and checked once for all folds."""

    rows: Any  # Rows; None where they are read fold by fold
    y: np.ndarray
    weights: np.ndarray | None
    seen: dict[str, Any]  # number and names of the features, as attributes of an estimator

    def take(self, rows: np.ndarray) -> "SearchData":
        X = open_rows(self.rows.take(rows))
        return replace(self, rows=X, y=self.y[rows], weights=taken(self.weights, rows))


def read_search_data(estimator: Any, X: Any, y: Any, fit_params: dict[str, Any]) -> SearchData:
    unknown = sorted(set(fit_params) - {"sample_weight"})
    if unknown:
        raise TypeError(
            f"fit was given {', '.join(unknown)}, but {type(estimator).__name__} accepts only "
            "sample_weight besides X and y."
        )
    reader = clone(estimator)
    X, y, weights = reader._read(X, y, fit_params.get("sample_weight"), reset=True)
    names = ("n_features_in_", "feature_names_in_")
    seen = {name: getattr(reader, name) for name in names if hasattr(reader, name)}
    rows = open_rows(X)
    warn_if_uneven(rows)
    return SearchData(rows, y, weights, seen)


def fit_together(
    lanes: list[list[Any]], data: SearchData, train: np.ndarray, seed: int
) -> list[Callable[[], Any]]:
    """Train all settings on the rows ``train``; return a function for each fitted estimator.

    ``lanes`` lists the settings by lane: those of one lane differ only in the hypothesis. The
    estimators are equal to those of separate fits to ``X[train]``, bit for bit.
    """
    check_scale(data.rows, train)
    if must_be_copied(lanes, train):
        data, train = data.take(train), np.arange(len(train))
    session = train_lanes(lanes, training_data(data, train, lanes[0][0]), seed)
    return [
        partial(fitted_estimator, copy(setting), session, lane, data.seen, train)
        for lane, settings in enumerate(lanes)
        for setting in settings
    ]


def must_be_copied(lanes: list[list[Any]], train: np.ndarray) -> bool:
    # Votes multiply by the learned rows in the order of their numbers, which determines how the
    # products are rounded; and a row that occurs twice has two positions.
    if (np.diff(train) > 0).all():
        return False
    return "voted" in hypotheses(lanes) or len(np.unique(train)) < len(train)


def hypotheses(lanes: list[list[Any]]) -> set[str]:
    return {setting.hypothesis for settings in lanes for setting in settings}


def check_scale(rows: Rows, train: np.ndarray) -> None:
    """Refuse rows that a separate fit would scale before training."""
    floor = sqrt(rows.table.norm2[train].max(initial=0.0) / rows.X.shape[1])
    if rows.scale != 1.0 or floor == 0 or frexp(floor)[1] < -SAFE_EXPONENT[rows.X.dtype]:
        raise SeparateFitsError("X[train] has values so large or small that fit would scale them")


def training_data(data: SearchData, train: np.ndarray, setting: Any) -> Data:
    y, weights = data.y[train], taken(data.weights, train)
    rounded = setting.order == "content"
    classes, codes, weights = weigh(y, weights, setting.class_weight, rounded=rounded)
    if lanes_of(setting.multi_class, len(classes))[1] > 1:
        raise SeparateFitsError("groups of several lanes are no faster together")
    codes, weights = (scatter(values, train, len(data.y)) for values in (codes, weights))
    return Data(data.rows, codes, classes, weights, train)


def scatter(values: np.ndarray | None, rows: np.ndarray, n_rows: int) -> Any:
    """Values at the positions of their rows in X; the other rows are not used."""
    if values is None:
        return None
    scattered = np.zeros(n_rows, dtype=values.dtype)
    scattered[rows] = values
    return scattered


def train_lanes(lanes: list[list[Any]], data: Data, seed: int) -> Session:
    first = lanes[0][0]
    for settings in lanes:
        check_steps(settings[0], data)
    session = Session(
        [settings[0] for settings in lanes],
        data,
        seed=seed,
        order=first.order,
        max_iter=first.max_iter,
        hypotheses=hypotheses(lanes),
    )
    run_passes(session, first.max_iter, None, [])
    return session


def fitted_estimator(
    estimator: Any, session: Session, lane: int, seen: dict[str, Any], train: np.ndarray
) -> Any:
    checkpoint = session.checkpoint(lane, estimator.hypothesis)
    outcome = session.outcome_of(lane, checkpoint, None)
    outcome.counts = outcome.counts[train]
    vars(estimator).update(
        seen,
        **checkpoint.model.attributes(session.data.classes),
        **outcome.attributes(estimator.hypothesis),
    )
    return estimator
