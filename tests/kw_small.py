"""The small-set protocol of Khardon and Wachman (2007), section 3, trained by the slow truth."""

import math
from itertools import repeat

import numpy as np
from reference import Perceptron, mean_squared_norm, train, vote_sum

from rosenblatt.reproduce.kw.folds import permuted, splits


def fold_accuracies(
    X: np.ndarray,
    y: np.ndarray,
    permutation: int,
    tau: float = 0.0,
    lam: float = 0.0,
    alpha: float = math.inf,
    *,
    eta: float = 0.1,
    epochs: int = 100,
) -> dict[str, np.ndarray]:
    """Test accuracy in percent of the last, longest and voted hypothesis, one entry per fold.

    ``tau`` is in units of the training part's mean squared norm C, which is also the initial
    threshold and what a step moves it by: a constant feature ``sqrt(C)``.

    Examples
    --------
    >>> X, y = np.arange(-20.0, 20.0)[:, None] + 0.5, np.repeat([-1, 1], 20)
    >>> fold_accuracies(X, y, 0, tau=0.125, epochs=20)["voted"].mean() > 90
    np.True_
    """
    X, y = permuted(X, y, permutation)
    rows = [
        _accuracies(X[fit], y[fit], X[test], y[test], tau, lam, alpha, eta, epochs)
        for fit, test in splits(len(y))
    ]
    return {name: np.array([row[name] for row in rows]) for name in rows[0]}


def _accuracies(
    X: np.ndarray,
    y: np.ndarray,
    X_test: np.ndarray,
    y_test: np.ndarray,
    tau: float,
    lam: float,
    alpha: float,
    eta: float,
    epochs: int,
) -> dict[str, float]:
    C = mean_squared_norm(X)
    rule = Perceptron(tau=tau * C, lam=lam, alpha=alpha, eta0=eta)
    start = np.zeros(X.shape[1]), -C
    fit = train(X, y, repeat(range(len(X))), rule, init=start, constant2=C, max_iter=epochs)
    scores = {
        "last": X_test @ fit.last[0] + fit.last[1],
        "longest": X_test @ fit.longest[0] + fit.longest[1],
        "voted": vote_sum(fit.votes, X_test),
    }
    return {name: 100 * np.mean((s >= 0) == (y_test > 0)) for name, s in scores.items()}
