"""The small-set protocol of Khardon and Wachman (2007), section 3, run on the slow truth."""

import math
from itertools import repeat

import numpy as np
from reference import Perceptron, mean_squared_norm, train, vote_sum


def fold_accuracies(
    X: np.ndarray,
    y: np.ndarray,
    order_seed: int,
    tau: float = 0.0,
    lam: float = 0.0,
    alpha: float = math.inf,
    *,
    eta: float = 0.1,
    epochs: int = 100,
    n_folds: int = 10,
) -> dict[str, np.ndarray]:
    """Test accuracy in percent of the last, longest and voted hypothesis, one entry per fold.

    The rows are permuted once by ``order_seed`` and cut into contiguous folds; the same order
    serves all epochs. ``tau`` is in units of the training part's mean squared norm C, which is also
    the initial threshold and what a step moves it by: a constant feature ``sqrt(C)``.

    Examples
    --------
    >>> X, y = np.arange(-10.0, 10.0)[:, None] + 0.5, np.repeat([-1, 1], 10)
    >>> fold_accuracies(X, y, 0, tau=0.125, epochs=20)["voted"].mean() > 90
    np.True_
    """
    order = np.random.default_rng(order_seed).permutation(len(X))
    rows = []
    for test in np.array_split(order, n_folds):
        fit = order[~np.isin(order, test)]
        rows.append(_accuracies(X[fit], y[fit], X[test], y[test], tau, lam, alpha, eta, epochs))
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
