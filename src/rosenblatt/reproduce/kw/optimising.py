"""Parameter optimisation: settings chosen on the training part alone (Tables 6 and 7)."""

from typing import Any

import numpy as np

from rosenblatt.lab.outcome import Row
from rosenblatt.reproduce.kw.folds import FOLDS, Split, accuracies, permuted, splits
from rosenblatt.reproduce.kw.grid import COLUMNS, HYPOTHESES, STAGED, Setting, choose, settings
from rosenblatt.reproduce.kw.sources import artificial, bunch, real


def optimise_real(
    dataset: str,
    permutation: int,
    outer: int = FOLDS,
    eta0: float = 0.1,
    max_iter: int = 100,
    alpha: bool = True,
) -> list[Row]:
    """What each column chooses on a real data set, and its test accuracy, by outer fold.

    Parameters
    ----------
    dataset : str
        Name of the data set, as the loader knows it.
    permutation : int
        Seed of the order of the rows.
    outer : int
        How many of the ten outer folds to test on.
    eta0, max_iter : float, int
        Length of a step, passes over the rows.
    alpha : bool
        Whether to try alpha bounds.

    Returns
    -------
    rows : list of dict
        One per outer fold, hypothesis and column of the table: fold, hypothesis, search, the tau,
        lam and alpha chosen, accuracy in percent.
    """
    X, y = permuted(*real(dataset), permutation)
    return optimise(X, y, splits(len(y))[:outer], settings(alpha=alpha), eta0, max_iter)


def optimise_artificial(
    n_features: int, margin: float, noise: float, permutation: int
) -> list[Row]:
    """The same on a freshly drawn artificial data set."""
    X, y = permuted(*artificial(n_features, margin, noise, permutation), permutation)
    return optimise(X, y, splits(len(y)), settings(), 0.1, 100)


def optimise_parts(dataset: str, permutation: int, eta0: float, max_iter: int) -> list[Row]:
    """The same on a data set with a test part of its own, which is the one outer fold."""
    found = bunch(dataset)
    X, y = permuted(found.data, found.target, permutation)
    n_train = len(y)
    X, y = np.concatenate([X, found.data_test]), np.concatenate([y, found.target_test])
    parts = np.arange(n_train), np.arange(n_train, len(y))
    return optimise(X, y, [parts], settings(alpha=False), eta0, max_iter)


def optimise(
    X: Any,
    y: np.ndarray,
    outer: list[Split],
    tried: list[Setting],
    eta0: float,
    max_iter: int,
) -> list[Row]:
    """Choose settings by ten folds of each training part; train with them on all of it, and test.

    All columns choose from one search of the whole grid, each hypothesis for itself. Inner and
    outer folds are searched together: setting up a search takes as long as several folds.
    """
    inner = [fold for train, _ in outer for fold in within(train)]
    found = accuracies(X, y, tried, inner + outer, eta0=eta0, max_iter=max_iter)
    shape = (len(tried), len(HYPOTHESES), len(outer), FOLDS)
    means = found[:, :, : len(inner)].reshape(shape).mean(axis=3)
    tests = found[:, :, len(inner) :]
    rows = []
    for fold in range(len(outer)):
        for which, hypothesis in enumerate(HYPOTHESES):
            for column in columns_of(tried):
                at = choose(column, tried, means[:, which, fold])
                rows.append(
                    {"fold": fold, "hypothesis": hypothesis, "search": column}
                    | vars(tried[at])
                    | {"accuracy": float(tests[at, which, fold])}
                )
    return rows


def within(train: np.ndarray) -> list[Split]:
    """Ten folds of a training part."""
    return [(train[some], train[rest]) for some, rest in splits(len(train))]


def columns_of(tried: list[Setting]) -> list[str]:
    """The columns that have something to search in these settings."""
    all_active = set[str]().union(*(setting.active() for setting in tried))
    columns = [column for column, active in COLUMNS.items() if active <= all_active]
    return columns + [column for column, product in STAGED.items() if product in columns]
