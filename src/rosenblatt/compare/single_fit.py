"""One fit of one learner: timed, tested, and its failure recorded."""

from __future__ import annotations

import time
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from threadpoolctl import threadpool_limits

from rosenblatt.compare.held_scores import HeldScores, scores_of
from rosenblatt.compare.learner_list import Learner


@dataclass(frozen=True)
class FitResult:
    """What one fit says of the test rows, and its times; or why it failed."""

    error: float = float("nan")
    confusion: NDArray[np.int64] | None = None
    fit_seconds: float = 0.0
    predict_seconds: float = 0.0
    failed: str | None = None
    wrong: NDArray[np.bool_] | None = None
    held: HeldScores | None = None
    chosen: dict[str, Any] | None = None  # parameters that a search inside the training part chose


@dataclass(frozen=True)
class TrainTestData:
    """Coded rows and class codes to train on and to test on."""

    X: Any
    y: NDArray[np.intp]
    X_test: Any
    y_test: NDArray[np.intp]
    n_classes: int

    def first(self, n_rows: int) -> TrainTestData:
        """The first training rows only, with the same test rows."""
        X, y = self.X[:n_rows], self.y[:n_rows]
        return TrainTestData(X, y, self.X_test, self.y_test, self.n_classes)

    def relabelled(self, y: NDArray[Any]) -> TrainTestData:
        """The same rows with other training labels."""
        return TrainTestData(self.X, y.astype(np.intp), self.X_test, self.y_test, self.n_classes)


def fit_and_test(learner: Learner, data: TrainTestData, seed: int) -> FitResult:
    """Fit a new estimator and test it."""
    try:
        estimator = learner.make(seed, data.X)
        begin = time.perf_counter()
        estimator.fit(data.X, data.y)
        fitted = time.perf_counter()
        held = scores_of(best_of(estimator), data.X_test, data.n_classes)
        done = time.perf_counter()
    except (ValueError, ArithmeticError, MemoryError, np.linalg.LinAlgError) as problem:
        return FitResult(failed=reason(problem))
    confusion = count_confusion(data.y_test, held.predicted, data.n_classes)
    error = 1 - float(np.trace(confusion)) / len(held.predicted)
    return FitResult(
        error, confusion, fitted - begin, done - fitted, wrong=held.predicted != data.y_test,
        held=held, chosen=getattr(estimator, "best_params_", None),
    )  # fmt: skip


def best_of(estimator: Any) -> Any:
    """The model that a search chose, or the estimator itself."""
    return getattr(estimator, "best_estimator_", estimator)


def count_confusion(truth: Any, predicted: Any, n_classes: int) -> NDArray[np.int64]:
    """Count rows by true class (row) and predicted class (column)."""
    cells = np.asarray(truth) * n_classes + np.asarray(predicted)
    return np.bincount(cells, minlength=n_classes**2).reshape(n_classes, n_classes)


def reason(problem: BaseException) -> str:
    """The first line of an error message, for a table."""
    text = str(problem).strip().splitlines()
    return text[0] if text else type(problem).__name__


@contextmanager
def quiet() -> Iterator[None]:
    """Suppress warnings, since poor fits show in the errors, and limit each fit to one thread.

    Threads within small fits cost more than they save, and would make times incomparable.
    """
    with warnings.catch_warnings(action="ignore"), threadpool_limits(1):
        yield
