"""The hypotheses of an ensemble: what they are, and how they predict."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from sklearn.base import clone

from rosenblatt.classifiers.classifier import predicted_codes
from rosenblatt.classifiers.linear import lane_scores
from rosenblatt.estimators.base import BasePerceptron
from rosenblatt.training.groups import decided, group_of

MOST_SCORES = 2**22  # scores held at a time


@dataclass
class Fitted:
    """Any fitted classifiers over the same classes."""

    estimators: list[Any]
    classes: np.ndarray

    def codes(self, X: Any) -> Iterator[np.ndarray]:
        """Class codes of the rows, one estimator after another."""
        for estimator in self.estimators:
            yield np.searchsorted(self.classes, estimator.predict(X))


@dataclass
class Hyperplanes:
    """Hyperplanes of compiled rounds; estimators are made from them on demand.

    ``lines`` has shape (rounds, hyperplanes, n_features + 1), the intercepts last.
    """

    learner: Any
    lines: np.ndarray
    random_states: np.ndarray
    n_iter: np.ndarray
    classes: np.ndarray
    group: str  # how the hyperplanes of a round act together

    @cached_property
    def estimators(self) -> list[Any]:
        return [self._estimator(number) for number in range(len(self.lines))]

    def _estimator(self, number: int) -> Any:
        seed, lines = int(self.random_states[number]), self.lines[number]
        estimator = clone(self.learner).set_params(random_state=seed)
        estimator.classes_, estimator.n_features_in_ = self.classes, lines.shape[1] - 1
        estimator.coef_, estimator.intercept_ = lines[:, :-1].copy(), lines[:, -1].copy()
        estimator.n_iter_ = int(self.n_iter[number])
        if isinstance(estimator, BasePerceptron):
            estimator._votes, estimator._group = None, self.group
        return estimator

    def codes(self, X: Any) -> Iterator[np.ndarray]:
        """Class codes of the rows, one round after another, many with one product."""
        rounds, width, _ = self.lines.shape
        at_once = max(1, MOST_SCORES // (X.shape[0] * width))
        for first in range(0, rounds, at_once):
            lines = self.lines[first : first + at_once].reshape(-1, self.lines.shape[2])
            scores = lane_scores(lines[:, :-1], lines[:, -1], X)
            if group_of(self.group).line_per_class:
                scores = scores.reshape(X.shape[0], -1, width)
                codes = scores.argmax(axis=2) if width > 1 else (scores[:, :, 0] >= 0).astype(int)
                yield from np.ascontiguousarray(codes.T)
                continue
            for of_round in np.split(scores, scores.shape[1] // width, axis=1):
                yield predicted_codes(decided(self.group, of_round))
