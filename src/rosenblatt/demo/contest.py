"""The contest: every learner sees the same splits with the same wrong labels."""

import time
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from sklearn.datasets import load_breast_cancer, load_digits
from sklearn.model_selection import StratifiedShuffleSplit
from sklearn.preprocessing import StandardScaler

from rosenblatt.datasets import flip_labels
from rosenblatt.demo.learners import LEARNERS, Learner

SETS: dict[str, Callable[..., Any]] = {
    "breast cancer": load_breast_cancer,
    "digits": load_digits,
}
NOISES = (0.0, 0.05, 0.1, 0.2)
TEST_SHARE = 0.3


@dataclass(frozen=True)
class Result:
    """What one data set gave: arrays of shape (learners, noises, splits)."""

    name: str
    shape: tuple[int, int, int]
    learners: Sequence[Learner]
    noises: Sequence[float]
    errors: np.ndarray
    milliseconds: np.ndarray

    def line(self, learner: Learner) -> np.ndarray:
        """Test errors in percent of one learner, of shape (noises, splits)."""
        return np.asarray(self.errors[self.learners.index(learner)])

    def fit_time(self, learner: Learner) -> float:
        """Median CPU milliseconds of one fit."""
        return float(np.median(self.milliseconds[self.learners.index(learner)]))


def takers(n_classes: int) -> list[Learner]:
    return [learner for learner in LEARNERS if n_classes >= learner.least_classes]


def work(name: str, noises: Sequence[float], repeats: int) -> int:
    """All that ``contest`` will report to ``after_fit``."""
    X, y = SETS[name](return_X_y=True)
    n_classes = len(np.unique(y))
    return len(takers(n_classes)) * len(noises) * repeats * effort(X, n_classes)


def effort(X: np.ndarray, n_classes: int) -> int:
    """A rough measure of one fit, so that the progress line runs evenly."""
    return X.size * (n_classes if n_classes > 2 else 1)


def contest(
    name: str, noises: Sequence[float], repeats: int, after_fit: Callable[[str, int], None]
) -> Result:
    """Measure every learner on every split at every noise level.

    ``after_fit`` is told the name of the set and how much work was done.
    """
    X, y = SETS[name](return_X_y=True)
    n_classes = len(np.unique(y))
    learners = takers(n_classes)
    splitter = StratifiedShuffleSplit(repeats, test_size=TEST_SHARE, random_state=0)
    measured = np.empty((2, len(learners), len(noises), repeats))
    for split, (train, test) in enumerate(splitter.split(X, y)):
        scaler = StandardScaler().fit(X[train])
        rows = scaler.transform(X[train]), scaler.transform(X[test])
        for level, noise in enumerate(noises):
            noisy = flip_labels(y[train], noise, random_state=split)
            for who, learner in enumerate(learners):
                model = learner.make(split)
                measured[:, who, level, split] = measure(model, rows, noisy, y[test])
                after_fit(name, effort(X, n_classes))
    return Result(name, (*X.shape, n_classes), learners, noises, *measured)


def measure(model: Any, rows: tuple[Any, Any], noisy: Any, truth: Any) -> tuple[float, float]:
    """Test error in percent and CPU milliseconds of the fit."""
    with warnings.catch_warnings():
        # A learner that did not converge shows it in its column, not between the lines.
        warnings.simplefilter("ignore")
        start = time.process_time()
        model.fit(rows[0], noisy)
        seconds = time.process_time() - start
    return 100 * float(np.mean(model.predict(rows[1]) != truth)), 1000 * seconds
