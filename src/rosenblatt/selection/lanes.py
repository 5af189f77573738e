"""Settings that differ only in what concerns a lane, fitted together on one part of the rows."""

from collections.abc import Callable
from copy import copy
from dataclasses import dataclass, replace
from functools import partial
from math import frexp, sqrt
from typing import Any

import numpy as np
from sklearn.base import clone

from rosenblatt.training.labels import taken, weigh
from rosenblatt.training.observers import train as run_passes
from rosenblatt.training.rows import SAFE_EXPONENT, Rows, open_rows, warn_if_uneven
from rosenblatt.training.session import Data, Session, check_steps


class NotTogetherError(ValueError):
    """These settings must be fitted one by one."""


@dataclass(frozen=True)
class Source:
    """What a search learns from, read and checked once for all folds."""

    rows: Rows
    y: np.ndarray
    weights: np.ndarray | None
    seen: dict[str, Any]  # number and names of the features, as an estimator keeps them

    def take(self, rows: np.ndarray) -> "Source":
        X = open_rows(self.rows.take(rows))
        return replace(self, rows=X, y=self.y[rows], weights=taken(self.weights, rows))


def open_source(estimator: Any, X: Any, y: Any, fit_params: dict[str, Any]) -> Source:
    unknown = sorted(set(fit_params) - {"sample_weight"})
    if unknown:
        raise TypeError(
            f"fit was given {', '.join(unknown)}, but {type(estimator).__name__} can only take "
            "sample_weight with X and y."
        )
    reader = clone(estimator)
    X, y, weights = reader._read(X, y, fit_params.get("sample_weight"), reset=True)
    names = ("n_features_in_", "feature_names_in_")
    seen = {name: getattr(reader, name) for name in names if hasattr(reader, name)}
    rows = open_rows(X)
    warn_if_uneven(rows)
    return Source(rows, y, weights, seen)


def fit_together(
    lanes: list[list[Any]], source: Source, train: np.ndarray, seed: int
) -> list[Callable[[], Any]]:
    """Train all settings on the rows ``train``; gives, for each, what makes the fitted estimator.

    ``lanes`` lists the settings by lane: those of a lane differ in the hypothesis alone. The
    estimators equal what separate fits to ``X[train]`` would give, bit for bit.
    """
    check_scale(source.rows, train)
    if must_be_copied(lanes, train):
        source, train = source.take(train), np.arange(len(train))
    session = run(lanes, part_of(source, train, lanes[0][0]), seed)
    return [
        partial(fitted, copy(setting), session, lane, source.seen, train)
        for lane, settings in enumerate(lanes)
        for setting in settings
    ]


def must_be_copied(lanes: list[list[Any]], train: np.ndarray) -> bool:
    # Votes multiply by the learned rows in the order of their numbers, which decides how the
    # products are rounded; and a row that is there twice has two places.
    if (np.diff(train) > 0).all():
        return False
    return "voted" in hypotheses(lanes) or len(np.unique(train)) < len(train)


def hypotheses(lanes: list[list[Any]]) -> set[str]:
    return {setting.hypothesis for settings in lanes for setting in settings}


def check_scale(rows: Rows, train: np.ndarray) -> None:
    """Refuse parts that a fit of their own would scale before learning."""
    floor = sqrt(rows.table.norm2[train].max(initial=0.0) / rows.X.shape[1])
    if rows.scale != 1.0 or floor == 0 or frexp(floor)[1] < -SAFE_EXPONENT[rows.X.dtype]:
        raise NotTogetherError("some part of X has values so large or small that they are scaled")


def part_of(source: Source, train: np.ndarray, setting: Any) -> Data:
    y, weights = source.y[train], taken(source.weights, train)
    rounded = setting.order == "content"
    classes, codes, weights = weigh(y, weights, setting.class_weight, rounded=rounded)
    if len(classes) > 2 and setting.multi_class == "joint":
        raise NotTogetherError("lanes train one hyperplane each, joint training all at once")
    codes, weights = (spread(values, train, len(source.y)) for values in (codes, weights))
    return Data(source.rows, codes, classes, weights, train)


def spread(values: np.ndarray | None, rows: np.ndarray, n_rows: int) -> Any:
    """Values put to where their rows stand in X; the others do not take part."""
    if values is None:
        return None
    everywhere = np.zeros(n_rows, dtype=values.dtype)
    everywhere[rows] = values
    return everywhere


def run(lanes: list[list[Any]], data: Data, seed: int) -> Session:
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


def fitted(
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
