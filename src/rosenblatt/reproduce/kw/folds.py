"""Rows in one random order, folds cut from it, and accuracies of the whole grid over folds."""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from sklearn.model_selection import KFold

from rosenblatt.classifiers.linear import predicted_codes
from rosenblatt.estimators import Perceptron
from rosenblatt.reproduce.kw.grid import HYPOTHESES, Setting
from rosenblatt.selection import LaneSearchCV

FOLDS = 10
Split = tuple[np.ndarray, np.ndarray]


def permuted(X: Any, y: np.ndarray, permutation: int) -> tuple[Any, np.ndarray]:
    """The rows in random order: contiguous folds of them are the papers' folds.

    Examples
    --------
    >>> import numpy as np
    >>> from rosenblatt.reproduce.kw.folds import permuted
    >>> X, y = permuted(np.arange(5.0)[:, None], np.arange(5), 0)
    >>> y
    array([2, 0, 1, 3, 4])
    """
    order = np.random.RandomState(permutation).permutation(len(y))
    return X[order], y[order]


def splits(n_rows: int) -> list[Split]:
    """Row numbers of the training and the test part of each fold, none of them shuffled."""
    return list(KFold(FOLDS).split(np.empty((n_rows, 1))))


def accuracies(
    X: Any,
    y: np.ndarray,
    tried: Sequence[Setting],
    folds: Iterable[Split],
    *,
    eta0: float = 0.1,
    max_iter: int = 100,
    order: str = "cyclic",
    seed: int = 0,
) -> np.ndarray:
    """Test accuracy in percent of every setting, hypothesis and fold.

    Parameters
    ----------
    X : array of shape (n_samples, n_features)
        Rows.
    y : array of shape (n_samples,)
        Labels.
    tried : sequence of Setting
        Margins, lambdas and alpha bounds; all are trained in one pass over the rows of a fold.
    folds : iterable of pairs
        Row numbers of the training and the test part of each fold.
    eta0, max_iter : float, int
        Length of a step, passes over the rows.
    order, seed : str, int
        "cyclic": rows are visited as they stand; "shuffled": in a new order in each pass, by seed.

    Returns
    -------
    found : ndarray of shape (n_settings, 3, n_folds)
        Accuracies, hypotheses in the order of ``HYPOTHESES``.
    """
    folds = list(folds)
    learner = Perceptron(
        eta0=eta0,
        init="threshold",
        intercept_scaling="norm",
        order=order,
        max_iter=max_iter,
        random_state=seed,
    )
    candidates = [
        {name: [value] for name, value in setting.params().items()}
        | {"hypothesis": list(HYPOTHESES)}
        for setting in tried
    ]
    search = LaneSearchCV(
        learner, candidates, cv=folds, scoring=percent_right, refit=False, error_score="raise"
    ).fit(X, y)
    found = [search.cv_results_[f"split{fold}_test_score"] for fold in range(len(folds))]
    return np.stack(found, axis=-1).reshape(len(tried), len(HYPOTHESES), len(folds))


def percent_right(model: Any, X: Any, y: np.ndarray) -> float:
    """Share of the rows that a model predicts right, in percent.

    ``score`` and ``predict`` check X and y anew for every candidate. Of small test parts that
    takes longer than all the rest, so it is left out here.
    """
    return 100.0 * float(np.mean(predicted(model, X) == y))


def predicted(model: Any, X: Any) -> np.ndarray:
    """What ``predict`` returns, for rows that were checked before."""
    return np.asarray(model.classes_[predicted_codes(model._scores(X))])
