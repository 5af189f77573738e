"""Support vector machines with the best parameter in hindsight (the last columns of Table 6)."""

import warnings

import numpy as np
from sklearn.exceptions import ConvergenceWarning
from sklearn.svm import SVC

from rosenblatt.lab.outcome import Row
from rosenblatt.reproduce.kw.folds import FOLDS, permuted, splits
from rosenblatt.reproduce.kw.paper_data import real

LINEAR_SLACK = tuple(10.0**power for power in range(-5, 5))  # C of libsvm
SQUARED_SLACK = tuple(10.0**power for power in range(-4, 4))  # lambda, added to the kernel
HARD = 1e10  # squared slack is part of the kernel, so coefficients must not be bounded
MOST_STEPS = 20_000  # with unscaled columns and large C, libsvm would run for hours


def svm_by_parameter(dataset: str, permutation: int, slack: str) -> list[Row]:
    """Accuracy of a linear support vector machine for every parameter, ten folds.

    Parameters
    ----------
    dataset : str
        Name of the data set, as the loader knows it.
    permutation : int
        Seed of the order of the rows.
    slack : {"l1", "l2"}
        What training minimises: the sum of slacks, or of their squares.

    Returns
    -------
    rows : list of dict
        One per parameter: parameter, mean accuracy in percent, its standard deviation over the
        folds (dividing by their number), and in how many folds training stopped before it
        converged.
    """
    X, y = permuted(*real(dataset), permutation)
    gram = X @ X.T
    parameters = LINEAR_SLACK if slack == "l1" else SQUARED_SLACK
    return [evaluate(gram, y, slack, parameter) for parameter in parameters]


def evaluate(gram: np.ndarray, y: np.ndarray, slack: str, parameter: float) -> Row:
    bound = parameter if slack == "l1" else HARD
    ridge = 0.0 if slack == "l1" else parameter
    found = [one_fold(gram, y, fold, bound, ridge) for fold in splits(len(y))]
    scores = np.array([score for score, _ in found])
    return {
        "parameter": parameter,
        "accuracy": float(scores.mean()),
        "sd_folds": float(scores.std()),
        "unfinished": sum(not finished for _, finished in found),
        "folds": FOLDS,
    }


def one_fold(
    gram: np.ndarray,
    y: np.ndarray,
    fold: tuple[np.ndarray, np.ndarray],
    bound: float,
    ridge: float,
) -> tuple[float, bool]:
    """Accuracy in percent, and whether training converged."""
    train, test = fold
    kernel = gram[np.ix_(train, train)] + ridge * np.eye(len(train))
    model = SVC(kernel="precomputed", C=bound, max_iter=MOST_STEPS)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        model.fit(kernel, y[train])
    right = model.predict(gram[np.ix_(test, train)]) == y[test]
    return 100.0 * float(right.mean()), int(model.n_iter_[0]) < MOST_STEPS
