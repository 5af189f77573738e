"""The tasks of Li's tables: fits on numbered splits, pure functions of their arguments."""

import warnings
from typing import Any

import numpy as np

from rosenblatt.lab.outcome import Row
from rosenblatt.reproduce.li.paper_learners import boosted_learner, learner
from rosenblatt.reproduce.li.paper_splits import ScaledSplit, split


def alone(dataset: str, algorithm: str, first: int, last: int) -> list[Row]:
    """One learner on the splits from ``first`` up to, not including, ``last``: Tables 2 and 3.

    Parameters
    ----------
    dataset : str
        Name of a data set in the paper.
    algorithm : str
        Name of a learner in the paper.
    first, last : int
        Numbers of the splits; a split's number is also the learner's seed.

    Returns
    -------
    rows : list of dict
        "split", "train_error", "test_error" (in percent) of each split; for the pocket also
        "evaluations", how often it counted the training error.

    Examples
    --------
    >>> from rosenblatt.reproduce.li.fits import alone
    >>> [row] = alone("yinyang", "RCD", 0, 1)
    >>> sorted(row)
    ['split', 'test_error', 'train_error']
    """
    return [fit_alone(split(dataset, k), algorithm, k) for k in range(first, last)]


def fit_alone(part: ScaledSplit, algorithm: str, number: int) -> Row:
    model = learner(algorithm, number).fit(part.X_train, part.y_train)
    counts = getattr(model, "n_error_evaluations_", None)
    row = {"split": number, **errors(model, part)}
    return row if counts is None else {**row, "evaluations": counts}


def boosted(dataset: str, algorithm: str, first: int, last: int) -> list[Row]:
    """AdaBoost over a learner on the splits from ``first`` up to ``last``: Table 4.

    The rows also have "rounds", the number of hypotheses that vote.
    """
    return [fit_boosted(split(dataset, k), algorithm, k) for k in range(first, last)]


def boosted_by_draws(dataset: str, algorithm: str, first: int, last: int) -> list[Row]:
    """The same, but the learner draws rows by their weights: another reading of Table 4."""
    parts = [(split(dataset, k), k) for k in range(first, last)]
    return [fit_boosted(part, algorithm, k, drawn=True) for part, k in parts]


def fit_boosted(part: ScaledSplit, algorithm: str, number: int, *, drawn: bool = False) -> Row:
    with warnings.catch_warnings():
        # If the first round is no better than chance, the row shows 0 rounds.
        warnings.filterwarnings("ignore", "the first learner has an error", UserWarning)
        model = boosted_learner(algorithm, number, drawn=drawn).fit(part.X_train, part.y_train)
    return {"split": number, **errors(model, part), "rounds": model.n_rounds_}


def errors(model: Any, part: ScaledSplit) -> Row:
    return {
        "train_error": error_percent(model, part.X_train, part.y_train),
        "test_error": error_percent(model, part.X_test, part.y_test),
    }


def error_percent(model: Any, X: Any, y: Any) -> float:
    return 100 * float(np.mean(model.predict(X) != y))
