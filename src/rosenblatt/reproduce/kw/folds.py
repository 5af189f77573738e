"""Rows in one random order, contiguous folds of them, and accuracies of a grid over folds."""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from sklearn.model_selection import KFold

from rosenblatt.classifiers.classifier import predicted_codes
from rosenblatt.estimators import Perceptron
from rosenblatt.reproduce.kw.parameter_grid import HYPOTHESES, Setting
from rosenblatt.selection import LaneSearchCV
from rosenblatt.selection.folds import Fold

FOLDS = 10


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


def splits(n_rows: int) -> list[Fold]:
    """Training and test row numbers of each fold, not shuffled."""
    return list(KFold(FOLDS).split(np.empty((n_rows, 1))))


def accuracies(
    X: Any,
    y: np.ndarray,
    tried: Sequence[Setting],
    folds: Iterable[Fold],
    *,
    eta0: float = 0.1,
    max_iter: int = 100,
    order: str = "cyclic",
    seed: int = 0,
    lam_form: str = "row",
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
        Training and test row numbers of each fold.
    eta0, max_iter : float, int
        Length of a step, passes over the rows.
    order, seed : str, int
        "cyclic": rows are visited in their order; "shuffled": in a new order in each pass, by seed.
    lam_form : str
        Whether lambda multiplies ``|x|^2`` or what a step adds: see :class:`rosenblatt.Perceptron`.

    Returns
    -------
    found : ndarray of shape (n_settings, 3, n_folds)
        Accuracies, hypotheses in the order of ``HYPOTHESES``.
    """
    folds = list(folds)
    learner = Perceptron(
        lam_form=lam_form,
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
    """Percentage of the rows that a model predicts correctly.

    ``score`` and ``predict`` validate X and y again for every candidate, which on small test sets
    takes longer than all the rest, so it is avoided here.
    """
    return 100.0 * float(np.mean(predicted(model, X) == y))


def predicted(model: Any, X: Any) -> np.ndarray:
    """The class of the largest score, as the paper has it, for rows that are known to be valid.

    This is what ``predict`` returns, but that the score of a voted class is the sum of its votes
    and nothing else.
    """
    scores = model._vote_sums(X) if model.hypothesis == "voted" else model._scores(X)
    return np.asarray(model.classes_[predicted_codes(scores)])
