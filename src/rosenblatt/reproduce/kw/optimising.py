"""Parameter optimisation: settings chosen on the training rows alone (Tables 6 and 7)."""

from typing import Any

import numpy as np

from rosenblatt.lab.outcome import Row
from rosenblatt.reproduce.kw.folds import FOLDS, accuracies, permuted, splits
from rosenblatt.reproduce.kw.paper_data import artificial, real
from rosenblatt.reproduce.kw.parameter_grid import (
    COLUMNS,
    HYPOTHESES,
    STAGED,
    Setting,
    choose,
    settings,
)
from rosenblatt.selection.folds import Fold


def optimise_real(dataset: str, permutation: int) -> list[Row]:
    """What each column chooses on a real data set, and its test accuracy, by outer fold.

    Parameters
    ----------
    dataset : str
        Name of the data set, as the loader knows it.
    permutation : int
        Seed of the order of the rows.

    Returns
    -------
    rows : list of dict
        One per outer fold, hypothesis and column of the table: fold, hypothesis, search, the tau,
        lam and alpha chosen, accuracy in percent.
    """
    return optimise(*permuted(*real(dataset), permutation), settings())


def optimise_artificial(
    n_features: int, margin: float, noise: float, permutation: int
) -> list[Row]:
    """The same on a newly drawn artificial data set."""
    data = artificial(n_features, margin, noise, permutation)
    return optimise(*permuted(*data, permutation), settings())


def optimise_real_by_step(dataset: str, permutation: int) -> list[Row]:
    """As :func:`optimise_real`, with lambda times what a step adds; columns without alpha."""
    return by_step(*permuted(*real(dataset), permutation))


def optimise_artificial_by_step(
    n_features: int, margin: float, noise: float, permutation: int
) -> list[Row]:
    """As :func:`optimise_artificial`, with lambda times what a step adds."""
    return by_step(*permuted(*artificial(n_features, margin, noise, permutation), permutation))


def by_step(X: Any, y: np.ndarray) -> list[Row]:
    return optimise(X, y, settings(alpha=False), lam_form="step")


def optimise(X: Any, y: np.ndarray, tried: list[Setting], **passes: Any) -> list[Row]:
    """Choose settings by ten folds of each training set; train with them on all of it, and test.

    All columns choose from one search of the whole grid, separately for each hypothesis. Inner
    and outer folds are searched together: setting up a search takes as long as several folds.
    """
    outer = splits(len(y))
    inner = [fold for train, _ in outer for fold in inner_folds(train)]
    found = accuracies(X, y, tried, inner + outer, **passes)
    shape = (len(tried), len(HYPOTHESES), len(outer), FOLDS)
    means = found[:, :, : len(inner)].reshape(shape).mean(axis=3)
    tests = found[:, :, len(inner) :]
    return [
        {"fold": fold} | row
        for fold in range(len(outer))
        for row in chosen(tried, means[:, :, fold], tests[:, :, fold])
    ]


def chosen(tried: list[Setting], means: np.ndarray, tests: np.ndarray) -> list[Row]:
    """What each hypothesis and column chooses by its mean, and the test accuracy of that choice."""
    return [
        {"hypothesis": hypothesis, "search": column}
        | vars(tried[at])
        | {"accuracy": float(tests[at, which])}
        for which, hypothesis in enumerate(HYPOTHESES)
        for column in columns_of(tried)
        for at in [choose(column, tried, means[:, which])]
    ]


def inner_folds(train: np.ndarray) -> list[Fold]:
    """Ten folds of the training rows."""
    return [(train[some], train[rest]) for some, rest in splits(len(train))]


def columns_of(tried: list[Setting]) -> list[str]:
    """The columns that have values to choose from in these settings."""
    all_active = set[str]().union(*(setting.active() for setting in tried))
    columns = [column for column, active in COLUMNS.items() if active <= all_active]
    return columns + [column for column, product in STAGED.items() if product in columns]
