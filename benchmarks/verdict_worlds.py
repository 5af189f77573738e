"""Made tables on which several learners are equally good, to count false verdicts on."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from rosenblatt import Perceptron

Split = tuple[np.ndarray, np.ndarray]
Wrong = list[list[np.ndarray]]  # by learner and split, whether it is wrong on each test row


@dataclass(frozen=True)
class Design:
    """Folds (repeated) or random hold-outs with a share of the rows for training."""

    name: str
    splits: int
    folds: int | None
    train_share: float

    def rows(self, n: int, rng: np.random.Generator) -> Iterator[Split]:
        """Training and test rows of each split."""
        for _ in range(self.splits // (self.folds or 1)):
            order = rng.permutation(n)
            cut = round(self.train_share * n)
            tests = np.array_split(order, self.folds) if self.folds else [order[cut:]]
            for test in tests:
                used = np.ones(n, bool)
                used[test] = False
                yield np.flatnonzero(used), test


def folds(k: int, repeats: int = 1) -> Design:
    """A k-fold cross-validation."""
    times = f", {repeats} times" if repeats > 1 else ""
    return Design(f"{k} folds{times}", k * repeats, k, 1 - 1 / k)


def hold_outs(splits: int, train_share: float) -> Design:
    """Random hold-outs."""
    return Design(f"{splits} hold-outs, {train_share:.0%} train", splits, None, train_share)


def own_features(n: int, learners: int, rng: np.random.Generator) -> "Task":
    """Every learner sees five features of its own, all of them equally informative."""
    y = rng.choice([-1.0, 1.0], n)
    X = rng.normal(size=(n, 5 * learners)) + 0.35 * y[:, None]
    return Task(X, y, [np.arange(5 * k, 5 * k + 5) for k in range(learners)], least_squares)


def useless_features(n: int, learners: int, rng: np.random.Generator) -> "Task":
    """All see the same five features, and each ten others of its own that tell nothing."""
    y = rng.choice([-1.0, 1.0], n)
    X = rng.normal(size=(n, 5 + 10 * learners))
    X[:, :5] += 0.5 * y[:, None]
    own = [np.r_[0:5, 5 + 10 * k : 15 + 10 * k] for k in range(learners)]
    return Task(X, y, own, least_squares)


def unsteady(n: int, learners: int, rng: np.random.Generator) -> "Task":
    """One learner with other seeds, which chooses thirty of its training rows at random."""
    y = rng.choice([-1.0, 1.0], n)
    X = rng.normal(size=(n, 5)) + 0.5 * y[:, None]

    def of_thirty(X: np.ndarray, y: np.ndarray) -> np.ndarray:
        some = rng.permutation(len(y))[:30]
        return least_squares(X[some], y[some])

    return Task(X, y, [np.arange(5)] * learners, of_thirty)


def last_perceptron(n: int, learners: int, rng: np.random.Generator) -> "Task":
    """The perceptron that keeps its last hypothesis, with other seeds."""
    y = rng.choice([-1.0, 1.0], n)
    X = rng.normal(size=(n, 5)) + 0.5 * y[:, None]

    def last(X: np.ndarray, y: np.ndarray) -> np.ndarray:
        seed = int(rng.integers(2**31))
        if len(set(y)) == 1:  # twelve training rows may be of one class
            return np.r_[np.zeros(X.shape[1]), y[0]]
        model = Perceptron(hypothesis="last", max_iter=3, random_state=seed).fit(X, y)
        return np.r_[model.coef_[0], model.intercept_]

    return Task(X, y, [np.arange(5)] * learners, last)


@dataclass(frozen=True)
class Task:
    """A table, the features of each learner, and how it is fitted."""

    X: np.ndarray
    y: np.ndarray
    features: list[np.ndarray]
    fit: Callable[[np.ndarray, np.ndarray], np.ndarray]

    def wrong(self, splits: list[Split]) -> Wrong:
        """Whether each learner is wrong on each test row of each split."""
        return [self._missed(np.ascontiguousarray(self.X[:, k]), splits) for k in self.features]

    def _missed(self, X: np.ndarray, splits: list[Split]) -> list[np.ndarray]:
        planes = np.array([self.fit(X[train], self.y[train]) for train, _ in splits])
        wrong = (planes[:, :-1] @ X.T + planes[:, -1:]) * self.y <= 0
        return [missed[test] for missed, (_, test) in zip(wrong, splits, strict=True)]


def least_squares(X: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Weights and intercept, with a ridge that only keeps few rows solvable."""
    rows = np.c_[X, np.ones(len(X))]
    gram = rows.T @ rows
    gram.flat[:: len(gram) + 1] += 0.1
    return np.linalg.solve(gram, rows.T @ y)
