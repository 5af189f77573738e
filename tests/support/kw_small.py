"""The protocol of Khardon and Wachman (2007), section 3, for small data sets, in plain NumPy.

All margins and folds are trained side by side, one row of each at a time, because NumPy would take
minutes for one weight vector after the other. Otherwise it is simple: every pass visits every row,
and a row that is right adds one to the run. `test_kw_small` compares it with the reference.

Arrays have one row per margin and one column per fold (of each permutation).
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from reference import mean_squared_norm

from rosenblatt.reproduce.kw.folds import permuted, splits


@dataclass
class Folds:
    """Rows and labels by fold and position, shorter folds padded with rows of label 0."""

    X: np.ndarray
    y: np.ndarray
    X_test: np.ndarray
    y_test: np.ndarray
    C: np.ndarray


def fold_accuracies(
    X: np.ndarray,
    y: np.ndarray,
    permutations: Sequence[int],
    taus: Sequence[float] = (0.0,),
    lam: float = 0.0,
    alpha: float = math.inf,
    *,
    eta: float = 0.1,
    epochs: int = 100,
) -> dict[str, np.ndarray]:
    """Test accuracy in percent of the last, longest and voted hypothesis.

    Entries are by tau, permutation and fold. ``taus`` are in units of the mean squared norm C of
    the training rows, which is also the initial threshold and the step of the threshold: a
    constant feature ``sqrt(C)``.

    Examples
    --------
    >>> X, y = np.arange(-20.0, 20.0)[:, None] + 0.5, np.repeat([-1, 1], 20)
    >>> fold_accuracies(X, y, [0], [0.125], epochs=20)["voted"].mean() > 90
    np.True_
    """
    folds = _stacked(X, y, permutations)
    tau = np.outer(taus, folds.C)
    scores = _train(folds, tau, lam, alpha, eta, epochs)
    shape = len(taus), len(permutations), -1
    return {name: _percent(s, folds.y_test).reshape(shape) for name, s in scores.items()}


def _stacked(X: np.ndarray, y: np.ndarray, permutations: Sequence[int]) -> Folds:
    shuffled = [permuted(X, y, number) for number in permutations]
    parts = [
        (R[fit], s[fit], R[test], s[test]) for R, s in shuffled for fit, test in splits(len(y))
    ]
    C = np.array([mean_squared_norm(rows) for rows, *_ in parts])
    return Folds(*(_padded(part) for part in zip(*parts, strict=True)), C)


def _padded(parts: Sequence[np.ndarray]) -> np.ndarray:
    padded = np.zeros((len(parts), max(map(len, parts)), *parts[0].shape[1:]))
    for row, part in zip(padded, parts, strict=True):
        row[: len(part)] = part
    return padded


def _train(
    folds: Folds, tau: np.ndarray, lam: float, alpha: float, eta: float, epochs: int
) -> dict[str, np.ndarray]:
    """Scores of the test rows by each hypothesis: Figure 2 of the paper, all folds in parallel."""
    X, y = (np.ascontiguousarray(v.swapaxes(0, 1)) for v in (folds.X, folds.y))
    w, b = np.zeros((*tau.shape, X.shape[2])), np.tile(-folds.C, (len(tau), 1))
    counts, norm2 = np.zeros((len(X), *tau.shape)), (X * X).sum(axis=2)
    keepers = Keepers(folds, w, b)
    for i in np.tile(np.arange(len(X)), epochs):
        margin = y[i] * ((X[i] * w).sum(axis=2) + b) + (counts[i] != 0) * (lam * norm2[i])
        low = (margin <= tau) & (y[i] != 0)
        learns = low & (counts[i] < alpha)
        keepers.end_runs(learns, w, b)
        w += learns[:, :, None] * (eta * (y[i][:, None] * X[i]))
        b += learns * (eta * (y[i] * folds.C))
        counts[i] += learns
        keepers.run += ~low & (y[i] != 0)
    keepers.end_runs(np.ones(tau.shape, dtype=bool), w, b)
    every = np.indices(tau.shape)
    return {"last": keepers.scores(every, w, b), "longest": keepers.best, "voted": keepers.voted}


class Keepers:
    """Scores of the test rows by the longest and the voted hypothesis."""

    def __init__(self, folds: Folds, w: np.ndarray, b: np.ndarray) -> None:
        self.X, self.start = folds.X_test, np.ones(b.shape, dtype=bool)
        self.run, self.best_run = np.zeros(b.shape), np.zeros(b.shape)
        self.best = self.scores(np.indices(b.shape), w, b)
        self.voted = np.zeros(self.best.shape)

    def end_runs(self, ending: np.ndarray, w: np.ndarray, b: np.ndarray) -> None:
        """Record hypotheses before they change; the first and those without a run have no vote."""
        recorded = ending & (self.run > 0)
        if recorded.any():
            of = np.nonzero(recorded)
            run, scores = self.run[of], self.scores(of, w, b)
            votes = np.where(self.start[of], 0.0, run)
            self.voted[of] += votes[:, None] * np.where(scores >= 0, 1.0, -1.0)
            best = np.nonzero(recorded & (self.run > self.best_run))
            self.best[best], self.best_run[best] = self.scores(best, w, b), self.run[best]
        self.run[ending], self.start[ending] = 0.0, False

    def scores(self, of: Sequence[np.ndarray], w: np.ndarray, b: np.ndarray) -> np.ndarray:
        of = tuple(of)
        return (self.X[of[1]] * w[of][..., None, :]).sum(axis=-1) + b[of][..., None]


def _percent(scores: np.ndarray, y: np.ndarray) -> np.ndarray:
    right = ((scores >= 0) == (y > 0)) & (y != 0)
    return 100 * right.sum(axis=-1) / (y != 0).sum(axis=-1)
