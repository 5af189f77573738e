"""Parameter search: the accuracy of every setting (Tables 3 and 4, Figure 4)."""

from typing import Any

import numpy as np

from rosenblatt.lab.outcome import Row
from rosenblatt.reproduce.kw.folds import accuracies, permuted, splits
from rosenblatt.reproduce.kw.paper_data import artificial, real
from rosenblatt.reproduce.kw.parameter_grid import (
    HYPOTHESES,
    Setting,
    settings,
    settings_with_lambda,
)


def search_real(dataset: str, permutation: int) -> list[Row]:
    """Accuracy of every setting on a real data set, ten folds of one permutation.

    Parameters
    ----------
    dataset : str
        Name of the data set, as the loader knows it.
    permutation : int
        Seed of the order of the rows.

    Returns
    -------
    rows : list of dict
        One per setting and hypothesis: tau, lam, alpha, hypothesis, accuracy in percent.
    """
    X, y = permuted(*real(dataset), permutation)
    tried = settings()
    return as_rows(tried, accuracies(X, y, tried, splits(len(y))).mean(axis=2))


def search_artificial(n_features: int, margin: float, noise: float, permutation: int) -> list[Row]:
    """Accuracy of every setting on a newly drawn artificial data set."""
    X, y = permuted(*artificial(n_features, margin, noise, permutation), permutation)
    tried = settings()
    return as_rows(tried, accuracies(X, y, tried, splits(len(y))).mean(axis=2))


def search_real_by_step(dataset: str, permutation: int) -> list[Row]:
    """As :func:`search_real`, with lambda times what a step adds; settings with lambda alone."""
    X, y = permuted(*real(dataset), permutation)
    return by_step(X, y)


def search_artificial_by_step(
    n_features: int, margin: float, noise: float, permutation: int
) -> list[Row]:
    """As :func:`search_artificial`, with lambda times what a step adds."""
    X, y = permuted(*artificial(n_features, margin, noise, permutation), permutation)
    return by_step(X, y)


def by_step(X: Any, y: np.ndarray) -> list[Row]:
    tried = settings_with_lambda()
    found = accuracies(X, y, tried, splits(len(y)), lam_form="step")
    return as_rows(tried, found.mean(axis=2))


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
