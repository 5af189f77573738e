"""Adult by margin and number of training rows (Table 5)."""

from typing import Any

import numpy as np

from rosenblatt.lab.outcome import Row
from rosenblatt.reproduce.kw.folds import accuracies, permuted, splits
from rosenblatt.reproduce.kw.paper_data import real
from rosenblatt.reproduce.kw.parameter_grid import HYPOTHESES, TAUS, Setting

SIZES = (10, 100, 1000, 5000, 10000, 20000)


def adult_by_size(size: int, permutation: int) -> list[Row]:
    """Accuracy of each margin when trained on ``size`` rows drawn from each training set.

    Parameters
    ----------
    size : int
        Number of training rows.
    permutation : int
        Seed of the order of the rows, and of the draws.

    Returns
    -------
    rows : list of dict
        One per margin and hypothesis: tau, hypothesis, mean accuracy over the folds in percent and
        its standard deviation, which divides by the number of folds.
    """
    X, y = permuted(*real("adult"), permutation)
    found = np.concatenate([one_fold(X, y, *fold) for fold in draws(len(y), size, permutation)], 2)
    return [
        {
            "tau": tau,
            "hypothesis": hypothesis,
            "accuracy": float(found[at, which].mean()),
            "sd_folds": float(found[at, which].std()),
        }
        for at, tau in enumerate(TAUS)
        for which, hypothesis in enumerate(HYPOTHESES)
    ]


def draws(n_rows: int, size: int, seed: int) -> list[tuple[np.ndarray, np.ndarray]]:
    """Each fold with a new random sample of its training rows."""
    rng = np.random.RandomState(seed)
    return [(rng.permutation(train)[:size], test) for train, test in splits(n_rows)]


def one_fold(X: Any, y: np.ndarray, train: np.ndarray, test: np.ndarray) -> np.ndarray:
    """Accuracies of all margins, of shape (margins, hypotheses, 1)."""
    tried = [Setting(tau) for tau in TAUS]
    if len(np.unique(y[train])) > 1:
        return accuracies(X, y, tried, [(train, test)], eta0=0.4, max_iter=5)
    # Ten rows may all be of one class; X has no negative values, so that class is predicted.
    return np.full((len(tried), len(HYPOTHESES), 1), 100 * np.mean(y[test] == y[train[0]]))
