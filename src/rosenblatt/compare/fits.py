"""One fit: timed, counted, and never the end of the others."""

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

from rosenblatt.compare.learners import Learner


@dataclass(frozen=True)
class Outcome:
    """Of one fit: test error, confusion matrix, seconds; or why it failed."""

    error: float = float("nan")
    confusion: NDArray[np.int64] | None = None
    fit_seconds: float = 0.0
    predict_seconds: float = 0.0
    failed: str | None = None


@dataclass(frozen=True)
class Examples:
    """Coded rows and class codes to learn from and to be tested on."""

    X: Any
    y: NDArray[np.intp]
    X_test: Any
    y_test: NDArray[np.intp]
    n_classes: int

    def first(self, n_rows: int) -> Examples:
        """The same test with the first training rows only."""
        return Examples(self.X[:n_rows], self.y[:n_rows], self.X_test, self.y_test, self.n_classes)

    def relabelled(self, y: NDArray[Any]) -> Examples:
        """The same rows with other training labels."""
        return Examples(self.X, y.astype(np.intp), self.X_test, self.y_test, self.n_classes)


def fit_and_test(learner: Learner, examples: Examples, seed: int) -> Outcome:
    """Fit a new estimator and test it."""
    try:
        estimator = learner.make(seed, examples.X)
        begin = time.perf_counter()
        estimator.fit(examples.X, examples.y)
        fitted = time.perf_counter()
        predicted = estimator.predict(examples.X_test)
        done = time.perf_counter()
    except (ValueError, ArithmeticError, MemoryError, np.linalg.LinAlgError) as problem:
        return Outcome(failed=reason(problem))
    confusion = count_confusion(examples.y_test, predicted, examples.n_classes)
    error = 1 - float(np.trace(confusion)) / len(predicted)
    return Outcome(error, confusion, fitted - begin, done - fitted)


def count_confusion(truth: Any, predicted: Any, n_classes: int) -> NDArray[np.int64]:
    """Count rows by true class (line) and predicted class (column)."""
    cells = np.asarray(truth) * n_classes + np.asarray(predicted)
    return np.bincount(cells, minlength=n_classes**2).reshape(n_classes, n_classes)


def reason(problem: BaseException) -> str:
    """The first line of what went wrong, for a table."""
    text = str(problem).strip().splitlines()
    return text[0] if text else type(problem).__name__


@contextmanager
def calm() -> Iterator[None]:
    """No warnings, because what a learner misses shows in its errors; one thread for each fit.

    Threads inside of small fits cost more than they give, and would make times incomparable.
    """
    with warnings.catch_warnings(action="ignore"), threadpool_limits(1):
        yield
