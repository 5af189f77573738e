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


class Committee:
    """Hyperplanes of one class; the median of ``y * score`` is the margin.

    On a mistake with the vote count V the ``(1 + |V|) / 2`` wrong hyperplanes of smallest
    ``|score|`` move, the first of equal ones; on a row that is right, that of the median does.
    """

    def __init__(self, X: Any, labels: Any, positives: Sequence[int], constant2: float) -> None:
        [positive] = set(positives)
        self.X, self.constant2 = np.ascontiguousarray(X, dtype=np.float64), constant2
        self.y = np.where(np.asarray(labels, dtype=int) == positive, 1, -1)
        self.norm2 = (self.X * self.X).sum(axis=1)
        members = len(positives)
        self.zero: Hypothesis = (np.zeros((members, self.X.shape[1])), np.zeros(members))

    def scores(self, hypothesis: Hypothesis, i: int | slice) -> Any:
        W, b = hypothesis
        return (self.X[i][..., None, :] * W).sum(axis=-1) + b

    def margin(self, hypothesis: Hypothesis, i: int | slice = EVERY) -> Any:
        return self.y[i] * np.median(self.scores(hypothesis, i), axis=-1)

    def sign(self, i: int) -> int:
        return int(self.y[i])

    def step(self, hypothesis: Hypothesis, i: int) -> Any:
        scores = self.y[i] * self.scores(hypothesis, i)
        wrong = scores <= 0
        count = wrong.sum() - (len(scores) - wrong.sum())  # |V|, if the committee is wrong
        if count > 0:
            nearest = np.argsort(np.where(wrong, -scores, np.inf), kind="stable")
            moved = nearest[: (1 + count) // 2]
        else:
            moved = np.argsort(-scores, kind="stable")[len(scores) // 2]
        steps = np.zeros(len(scores))
        steps[moved] = self.y[i]
        return steps

    @staticmethod
    def votes(votes: Votes, X: np.ndarray) -> np.ndarray:
        """Run mass for the class minus that against it, told by each hyperplane."""
        total = np.zeros((len(X), len(votes[0][1])))
        for W, b, run in votes:
            scores = (X[:, None, :] * W).sum(axis=2) + b
            total += run * np.where((scores >= 0).mean(axis=1) > 0.5, 1.0, -1.0)[:, None]
        return total


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


# Groups, by the name that the package has for them. ``positives`` is the
# class code that each hyperplane of the group calls +1.
GROUPS: dict[str, Any] = {
    "joint": ManyClasses,
    "majority of 5": Committee,
}
