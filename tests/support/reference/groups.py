"""Groups: what the margin of an example is, and how a step of length 1 moves each hyperplane.

A hypothesis is a pair ``(w, b)``; where several hyperplanes are learned together, w has a line and
b an entry for each. ``step`` gives one number a hyperplane: how much of the row it takes.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

Hypothesis = tuple[Any, Any]
Votes = list[tuple[Any, Any, float]]
EVERY = slice(None)


class TwoClasses:
    """One hyperplane; the margin is ``y * score``."""

    def __init__(self, X: np.ndarray, y: np.ndarray, constant2: float) -> None:
        self.X, self.constant2 = np.ascontiguousarray(X, dtype=np.float64), constant2
        self.y = np.asarray(y, dtype=np.float64)
        self.norm2 = (self.X * self.X).sum(axis=1)
        self.zero: Hypothesis = (np.zeros(self.X.shape[1]), 0.0)

    def margin(self, hypothesis: Hypothesis, i: int | slice = EVERY) -> Any:
        w, b = hypothesis
        # Product and sum, not a dot product: a row gets the same bits alone and among all rows.
        return self.y[i] * ((self.X[i] * w).sum(axis=-1) + b)

    def sign(self, i: int) -> int:
        return int(self.y[i])

    def step(self, hypothesis: Hypothesis, i: int) -> Any:
        return self.y[i]


class ManyClasses:
    """One hyperplane per class; the margin is the own score minus the best other score."""

    def __init__(self, X: Any, labels: Any, positives: Sequence[int], constant2: float) -> None:
        n_classes = len(positives)
        self.X, self.constant2 = np.ascontiguousarray(X, dtype=np.float64), constant2
        self.labels = np.asarray(labels, dtype=int)
        self.norm2 = (self.X * self.X).sum(axis=1)
        self.zero: Hypothesis = (np.zeros((n_classes, self.X.shape[1])), np.zeros(n_classes))

    def split(self, hypothesis: Hypothesis, i: int | slice) -> tuple[np.ndarray, np.ndarray]:
        """The scores of the own class and those of the others, -inf elsewhere."""
        W, b = hypothesis
        scores = (self.X[i][..., None, :] * W).sum(axis=-1) + b
        own = self.labels[i][..., None] == np.arange(len(b))
        return np.where(own, scores, -np.inf), np.where(own, -np.inf, scores)

    def margin(self, hypothesis: Hypothesis, i: int | slice = EVERY) -> Any:
        own, others = self.split(hypothesis, i)
        return own.max(axis=-1) - others.max(axis=-1)

    def sign(self, i: int) -> int:
        return 1

    def step(self, hypothesis: Hypothesis, i: int) -> Any:
        own, others = self.split(hypothesis, i)
        sign = np.zeros(len(own))
        sign[np.argmax(own)], sign[np.argmax(others)] = 1.0, -1.0
        return sign

    @staticmethod
    def votes(votes: Votes, X: np.ndarray) -> np.ndarray:
        return joint_votes(votes, X)


def vote_sum(votes: Votes, X: np.ndarray) -> np.ndarray:
    """``sum of run * sign(<w, x> + b)`` for every row, with sign(0) = +1."""
    total = np.zeros(len(X))
    for w, b, run in votes:
        total += run * np.where((X * w).sum(axis=1) + b >= 0, 1.0, -1.0)
    return total


def joint_votes(votes: Votes, X: np.ndarray) -> np.ndarray:
    """Run mass of the hypotheses that choose each class (first of equals), shape (n, K)."""
    total = np.zeros((len(X), len(votes[0][1])))
    for W, b, run in votes:
        winner = np.argmax((X[:, None, :] * W).sum(axis=2) + b, axis=1)
        total[np.arange(len(X)), winner] += run
    return total


# Groups of several hyperplanes, by the name that ``multi_class`` has for them. ``positives`` is the
# class code that each hyperplane of the group calls +1.
GROUPS: dict[str, Any] = {"joint": ManyClasses}
