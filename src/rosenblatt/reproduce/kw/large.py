"""Large data sets, one fold at a time (the last lines of Table 3, and Table 7)."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from rosenblatt.lab.outcome import Row
from rosenblatt.reproduce.kw.folds import FOLDS, accuracies, permuted, splits
from rosenblatt.reproduce.kw.optimising import inner_folds
from rosenblatt.reproduce.kw.paper_data import bunch, real
from rosenblatt.reproduce.kw.parameter_grid import Setting, settings
from rosenblatt.reproduce.kw.searching import as_rows
from rosenblatt.selection.folds import Fold

TEST = FOLDS  # the part after the inner folds: train on all training rows, and test


def search_fold(
    dataset: str, permutation: int, fold: int, eta0: float, max_iter: int, alpha: bool
) -> list[Row]:
    """Accuracy of every setting in one of ten folds of all rows.

    Parameters
    ----------
    dataset : str
        Name of the data set, as the loader knows it.
    permutation : int
        Seed of the order of the rows.
    fold : int
        Number of the fold, from 0.
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
    return as_rows(tried, in_one_fold(X, y, tried, splits(len(y))[fold], eta0, max_iter))


def search_part(dataset: str, permutation: int, part: int, eta0: float, max_iter: int) -> list[Row]:
    """Accuracy of every setting in one inner fold of the training rows, or on the test rows.

    Parameters
    ----------
    part : int
        Number of the inner fold, from 0; 10 for training on all training rows and testing on the
        test rows.
    dataset, permutation, eta0, max_iter
        See :func:`search_fold`.
    """
    X, y, fold = one_part(dataset, permutation, part)
    tried = settings(alpha=False)
    return as_rows(tried, in_one_fold(X, y, tried, fold, eta0, max_iter))


def in_one_fold(
    X: Any, y: np.ndarray, tried: Sequence[Setting], fold: Fold, eta0: float, max_iter: int
) -> np.ndarray:
    """Accuracies by setting and hypothesis; settings that must agree are trained once."""
    # In a single pass no row is met again, so neither lambda nor an alpha bound has an effect.
    acting = [Setting(setting.tau) if max_iter == 1 else setting for setting in tried]
    distinct = list(dict.fromkeys(acting))
    found = accuracies(X, y, distinct, [fold], eta0=eta0, max_iter=max_iter)[:, :, 0]
    return found[[distinct.index(setting) for setting in acting]]


def one_part(dataset: str, permutation: int, part: int) -> tuple[Any, np.ndarray, Fold]:
    """Rows, labels, and the training and test row numbers of an inner fold or of the test."""
    X, y, train, test = parts(dataset, permutation)
    return X, y, [*inner_folds(train), (train, test)][part]


def parts(dataset: str, permutation: int) -> tuple[Any, np.ndarray, np.ndarray, np.ndarray]:
    """Rows, labels, and the row numbers for training and testing.

    A data set without its own test rows is tested on a tenth of its rows.
    """
    found = bunch(dataset)
    X, y = permuted(found.data, found.target, permutation)
    if "data_test" not in found:
        return X, y, *splits(len(y))[0]
    X, y = np.concatenate([X, found.data_test]), np.concatenate([y, found.target_test])
    n_train = len(found.target)
    return X, y, np.arange(n_train), np.arange(n_train, len(y))
