"""Parameter search: the accuracy of every setting (Tables 3 and 4, Figure 4)."""

import numpy as np

from rosenblatt.lab.outcome import Row
from rosenblatt.reproduce.kw.folds import accuracies, permuted, splits
from rosenblatt.reproduce.kw.grid import HYPOTHESES, Setting, settings
from rosenblatt.reproduce.kw.sources import artificial, real


def search_real(
    dataset: str, permutation: int, eta0: float = 0.1, max_iter: int = 100, alpha: bool = True
) -> list[Row]:
    """Accuracy of every setting on a real data set, ten folds of one permutation.

    Parameters
    ----------
    dataset : str
        Name of the data set, as the loader knows it.
    permutation : int
        Seed of the order of the rows.
    eta0, max_iter : float, int
        Length of a step, passes over the rows.
    alpha : bool
        Whether to try alpha bounds.

    Returns
    -------
    rows : list of dict
        One per setting and hypothesis: tau, lam, alpha, hypothesis, accuracy in percent.
    """
    X, y = permuted(*real(dataset), permutation)
    tried = settings(alpha=alpha)
    found = accuracies(X, y, tried, splits(len(y)), eta0=eta0, max_iter=max_iter)
    return as_rows(tried, found.mean(axis=2))


def search_artificial(n_features: int, margin: float, noise: float, permutation: int) -> list[Row]:
    """Accuracy of every setting on a freshly drawn artificial data set."""
    X, y = permuted(*artificial(n_features, margin, noise, permutation), permutation)
    tried = settings()
    return as_rows(tried, accuracies(X, y, tried, splits(len(y))).mean(axis=2))


def search_fold(
    dataset: str, permutation: int, fold: int, eta0: float, max_iter: int, alpha: bool
) -> list[Row]:
    """Accuracy of every setting in one fold of a large data set."""
    X, y = permuted(*real(dataset), permutation)
    tried = settings(alpha=alpha)
    one = [splits(len(y))[fold]]
    return as_rows(tried, accuracies(X, y, tried, one, eta0=eta0, max_iter=max_iter)[:, :, 0])


def as_rows(tried: list[Setting], found: np.ndarray) -> list[Row]:
    return [
        {
            "tau": setting.tau,
            "lam": setting.lam,
            "alpha": setting.alpha,
            "hypothesis": hypothesis,
            "accuracy": float(accuracy),
        }
        for setting, line in zip(tried, found, strict=True)
        for hypothesis, accuracy in zip(HYPOTHESES, line, strict=True)
    ]
