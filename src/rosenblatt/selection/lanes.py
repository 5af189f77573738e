"""Fitting settings together that differ only in parameters of a lane."""

import time
from collections.abc import Callable, Iterator
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
from rosenblatt.training.place_free import are_place_free
from rosenblatt.training.rows import SAFE_EXPONENT, Rows, open_rows, warn_if_uneven
from rosenblatt.training.session import Data, Session, check_steps
from rosenblatt.training.votes import sums_together


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


class FittedLanes:
    """Settings that were trained together: an estimator for each of them, and what they share.

    The estimators are equal to those of separate fits to ``X[train]``, bit for bit.
    """

    def __init__(
        self,
        lanes: list[list[Any]],
        session: Session,
        seen: dict[str, Any],
        train: np.ndarray,
    ) -> None:
        self.lanes, self.session, self.seen, self.train = lanes, session, seen, train
        self.counted: dict[int, list[tuple[Any, np.ndarray]]] = {}
        self.counting = 0.0

    def __iter__(self) -> Iterator[Callable[[], Any]]:
        """Functions that make the fitted estimators, in the order of the lanes."""
        for lane, settings in enumerate(self.lanes):
            for setting in settings:
                yield partial(self._estimator, copy(setting), lane)

    def count_votes(self, tables: list[Any]) -> None:
        """Count the votes of all lanes on the rows of some tables, which will be predicted.

        A row that several lanes have learned is multiplied once.
        """
        voted = [k for k, lane in enumerate(self.lanes) if "voted" in hypotheses([lane])]
        if len(voted) < 2:
            return
        since, setting = time.perf_counter(), self.lanes[voted[0]][0]
        reader, threads = copy(setting), setting._threads()
        vars(reader).update(self.seen)
        several = self.session.votes_together(voted)
        for X in (reader._validated(table, reset=False) for table in tables):
            if are_place_free(several[0].rows, X):
                for lane, sums in zip(voted, sums_together(several, X, threads), strict=True):
                    self.counted.setdefault(lane, []).append((X, sums))
        self.counting = (time.perf_counter() - since) / len(voted)

    def counting_of(self, estimator: Any) -> float:
        """Seconds that counting the votes of one of the estimators took, of those of all."""
        return self.counting if estimator.hypothesis == "voted" else 0.0

    def _estimator(self, estimator: Any, lane: int) -> Any:
        checkpoint = self.session.checkpoint(lane, estimator.hypothesis)
        outcome = self.session.outcome_of(lane, checkpoint, None)
        outcome.counts = outcome.counts[self.train]
        votes = checkpoint.model.votes
        if votes is not None:
            votes.counted.extend(self.counted.get(lane, []))
        vars(estimator).update(
            self.seen,
            **checkpoint.model.attributes(self.session.data.classes),
            **outcome.attributes(estimator.hypothesis),
        )
        return estimator


def fit_together(
    lanes: list[list[Any]], data: SearchData, train: np.ndarray, seed: int
) -> FittedLanes:
    """Train all settings on the rows ``train``.

    ``lanes`` lists the settings by lane: those of one lane differ only in the hypothesis.
    """
    check_scale(data.rows, train)
    if must_be_copied(lanes, train):
        data, train = data.take(train), np.arange(len(train))
    session = train_lanes(lanes, training_data(data, train, lanes[0][0]), seed)
    return FittedLanes(lanes, session, data.seen, train)


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
