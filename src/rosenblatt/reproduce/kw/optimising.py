"""Parameter optimisation: settings chosen on the training part alone (Tables 6 and 7)."""

from typing import Any

import numpy as np

from rosenblatt.lab.outcome import Row
from rosenblatt.reproduce.kw.folds import accuracies, permuted, splits
from rosenblatt.reproduce.kw.grid import COLUMNS, HYPOTHESES, STAGED, Setting, choose, settings
from rosenblatt.reproduce.kw.sources import artificial, bunch, real


def optimise_real(
    dataset: str,
    permutation: int,
    fold: int,
    eta0: float = 0.1,
    max_iter: int = 100,
    alpha: bool = True,
) -> list[Row]:
    """One outer fold of a real data set: what each column chooses, and its test accuracy.

    Parameters
    ----------
    dataset : str
        Name of the data set, as the loader knows it.
    permutation : int
        Seed of the order of the rows.
    fold : int
        Number of the outer fold, from 0.
    eta0, max_iter : float, int
        Length of a step, passes over the rows.
    alpha : bool
        Whether to try alpha bounds.

    Returns
    -------
    rows : list of dict
        One per hypothesis and column of the table: hypothesis, search, the tau, lam and alpha
        chosen, accuracy in percent.
    """
    X, y = permuted(*real(dataset), permutation)
    return optimise(X, y, *splits(len(y))[fold], settings(alpha=alpha), eta0, max_iter)


def optimise_artificial(
    n_features: int, margin: float, noise: float, permutation: int, fold: int
) -> list[Row]:
    """One outer fold of a freshly drawn artificial data set."""
    X, y = permuted(*artificial(n_features, margin, noise, permutation), permutation)
    return optimise(X, y, *splits(len(y))[fold], settings(), 0.1, 100)


def optimise_parts(dataset: str, permutation: int, eta0: float, max_iter: int) -> list[Row]:
    """A data set with a test part of its own: settings chosen on the training part."""
    found = bunch(dataset)
    X, y = permuted(found.data, found.target, permutation)
    n_train = len(y)
    X, y = np.concatenate([X, found.data_test]), np.concatenate([y, found.target_test])
    train, test = np.arange(n_train), np.arange(n_train, len(y))
    return optimise(X, y, train, test, settings(alpha=False), eta0, max_iter)


def optimise(
    X: Any,
    y: np.ndarray,
    train: np.ndarray,
    test: np.ndarray,
    tried: list[Setting],
    eta0: float,
    max_iter: int,
) -> list[Row]:
    """Choose settings by ten folds of the training part; train with them on all of it, and test.

    All columns choose from one search of the whole grid, each hypothesis for itself.
    """
    passes: dict[str, Any] = {"eta0": eta0, "max_iter": max_iter}
    inner = accuracies(X[train], y[train], tried, splits(len(train)), **passes).mean(axis=2)
    chosen = {
        (hypothesis, column): choose(column, tried, inner[:, at])
        for at, hypothesis in enumerate(HYPOTHESES)
        for column in columns_of(tried)
    }
    wanted = sorted(set(chosen.values()))
    found = accuracies(X, y, [tried[at] for at in wanted], [(train, test)], **passes)[:, :, 0]
    return [
        as_row(hypothesis, column, tried[at], found[wanted.index(at)])
        for (hypothesis, column), at in chosen.items()
    ]


def columns_of(tried: list[Setting]) -> list[str]:
    """The columns that have something to search in these settings."""
    all_active = set[str]().union(*(setting.active() for setting in tried))
    columns = [column for column, active in COLUMNS.items() if active <= all_active]
    return columns + [column for column, product in STAGED.items() if product in columns]


def as_row(hypothesis: str, column: str, setting: Setting, found: np.ndarray) -> Row:
    return {
        "hypothesis": hypothesis,
        "search": column,
        "tau": setting.tau,
        "lam": setting.lam,
        "alpha": setting.alpha,
        "accuracy": float(found[HYPOTHESES.index(hypothesis)]),
    }
