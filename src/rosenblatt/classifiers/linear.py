"""What every linear classifier needs: reading, weighing, scoring, predicting."""

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import scipy.sparse as sp
from joblib import effective_n_jobs
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils import check_random_state
from sklearn.utils.extmath import safe_sparse_dot
from sklearn.utils.validation import check_is_fitted, validate_data

from rosenblatt.training.labels import check_weights, class_weights, encode, require_two, times
from rosenblatt.training.rows import Rows, open_rows, require_readable
from rosenblatt.training.session import Data

UNEVEN = 1e6  # largest over smallest root mean square of the columns
SAMPLED_ROWS = 200
MOST_THREADS = 1024
LEARNED = ("_stream", "_votes")
FEATURES = ("n_features_in_", "feature_names_in_")
READING: dict[str, Any] = {
    "accept_sparse": "csr",
    "accept_large_sparse": True,
    "dtype": [np.float64, np.float32],
    "ensure_all_finite": False,
}


class LinearClassifier(ClassifierMixin, BaseEstimator):
    """Hyperplanes over classes, however they are found.

    Attributes
    ----------
    coef_ : ndarray of shape (1, n_features) or (n_classes, n_features)
        Weights. For two classes there is one hyperplane, with the second class on its positive
        side; for more, one per class.
    intercept_ : ndarray of shape (1,) or (n_classes,)
        Intercepts.
    classes_ : ndarray of shape (n_classes,)
        Sorted labels.
    n_features_in_ : int
        Number of features.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of the features, if X had names that are all strings.
    """

    def _open(self, X: Any, y: Any, sample_weight: Any) -> tuple[np.ndarray, Data]:
        """The classes, and the rows with their codes and full weights."""
        X, y, weights = self._read(X, y, sample_weight, reset=True)
        classes, codes, weights = self._weigh(y, weights, getattr(self, "class_weight", None))
        return classes, Data(open_rows(X), codes, len(classes), weights)

    def _read(self, X: Any, y: Any, sample_weight: Any, *, reset: bool) -> Any:
        """Validated X, labels and weights; rows of weight 0 are left out of the labels later."""
        X, y = validate_data(self, X, y, reset=reset, **READING)
        return X, y, check_weights(sample_weight, X.shape[0])

    def _weigh(self, y: np.ndarray, weights: Any, class_weight: Any) -> tuple[Any, Any, Any]:
        """Classes, codes and full weights; rows that weigh nothing count as absent."""
        present = np.arange(len(y)) if weights is None else np.flatnonzero(weights)
        if not len(present):
            raise ValueError(
                "sample_weight is zero for every row, so there is nothing to learn from; give "
                "some row a positive weight."
            )
        everyone = len(present) == len(y)
        classes, found = encode(y if everyone else y[present])
        require_two(classes)
        factors = self._factors(class_weight, classes, found, taken(weights, present))
        if factors is not None and np.count_nonzero(factors) < 2:
            raise ValueError(
                f"class_weight={self.class_weight!r} leaves fewer than two classes with a positive "
                "weight; a classifier needs two or more classes."
            )
        codes = found if everyone else scattered(found, present, len(y))
        if factors is not None and not factors.all():  # a class without weight is absent too
            kept = {label: factor for label, factor in class_weight.items() if factor}
            return self._weigh(y, times(weights, np.sign(factors), codes), kept)
        return classes, codes, times(weights, factors, codes)

    def _factors(self, class_weight: Any, *given: Any) -> np.ndarray | None:
        return class_weights(class_weight, *given)

    def __sklearn_is_fitted__(self) -> bool:
        return hasattr(self, "coef_")

    def _read_to_predict(self, X: Any) -> Any:
        check_is_fitted(self)
        X = validate_data(self, X, reset=False, **READING)
        require_readable(X)
        return X

    def _scores(self, X: Any) -> np.ndarray:
        return linear_scores(self.coef_, self.intercept_, X)

    def decision_function(self, X: Any) -> np.ndarray:
        """Score of each row: positive for the second class, or one column per class.

        Parameters
        ----------
        X : {array-like, sparse matrix} of shape (n_samples, n_features)
            Rows.

        Returns
        -------
        scores : ndarray of shape (n_samples,) or (n_samples, n_classes)
            ``X @ coef_.T + intercept_``; signed vote sums if ``hypothesis="voted"``.
        """
        return self._scores(self._read_to_predict(X))

    def predict(self, X: Any) -> np.ndarray:
        """Class of each row.

        Parameters
        ----------
        X : {array-like, sparse matrix} of shape (n_samples, n_features)
            Rows.

        Returns
        -------
        labels : ndarray of shape (n_samples,)
            The class with the highest score; of two classes the second if its score is 0.
        """
        scores = self.decision_function(X)
        if len(self.classes_) == 1:  # a stream that has met one class so far
            return np.full(len(scores), self.classes_[0])
        return self.classes_[predicted_codes(scores)]

    def _seed(self) -> int:
        return int(check_random_state(self.random_state).randint(np.iinfo(np.int32).max))

    def _threads(self) -> int:
        if self.n_jobs is not None and abs(self.n_jobs) > MOST_THREADS:
            raise ValueError(f"n_jobs={self.n_jobs} is too many; choose at most {MOST_THREADS}.")
        return int(effective_n_jobs(self.n_jobs))

    def _warn_if_uneven(self, rows: Rows) -> None:
        """Look at a sample of the rows, and at all of them only if one value stands out."""
        X = rows.X
        if sp.issparse(X) and rows.table.largest <= UNEVEN * rows.table.smallest:
            return
        sizes = column_sizes(X[:: max(1, X.shape[0] // SAMPLED_ROWS)])
        if not sizes.size or rows.table.largest <= UNEVEN * sizes.min():
            return
        sizes = column_sizes(X)
        if sizes.max() > UNEVEN * sizes.min():
            warnings.warn(
                f"the largest feature is {sizes.max() / sizes.min():.0e} times the smallest, so "
                "small ones have almost no influence; scale the features, for example with "
                "sklearn.preprocessing.StandardScaler.",
                UserWarning,
                stacklevel=4,
            )

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        return tags


def linear_scores(coef: np.ndarray, intercept: np.ndarray, X: Any) -> np.ndarray:
    """One score per row, or one column per hyperplane if there are several."""
    scores = safe_sparse_dot(X, coef.T, dense_output=True) + intercept
    return scores.ravel() if scores.shape[1] == 1 else scores


def predicted_codes(scores: np.ndarray) -> np.ndarray:
    return (scores >= 0).astype(int) if scores.ndim == 1 else scores.argmax(axis=1)


def learned_by(estimator: Any) -> dict[str, Any]:
    """What the estimator holds beside its parameters and scikit-learn's callbacks."""
    return {k: v for k, v in vars(estimator).items() if k.endswith("_") or k in LEARNED}


def forget(estimator: Any, *, but: tuple[str, ...] = ()) -> None:
    """Drop what was learned, so that nothing of it is mistaken for part of the next model."""
    for name in learned_by(estimator):
        if name not in but:
            delattr(estimator, name)


def restore(estimator: Any, before: dict[str, Any]) -> None:
    forget(estimator)
    vars(estimator).update(before)


@contextmanager
def all_or_nothing(estimator: Any) -> Iterator[None]:
    """Whatever stops a fit leaves the estimator as it was."""
    before = learned_by(estimator)
    try:
        yield
    except BaseException:
        restore(estimator, before)
        raise


def scattered(codes: np.ndarray, rows: np.ndarray, n_rows: int) -> np.ndarray:
    """Codes at the positions of their rows; the others have weight 0, so any code will do."""
    everywhere = np.zeros(n_rows, dtype=np.int32)
    everywhere[rows] = codes
    return everywhere


def taken(weights: np.ndarray | None, rows: np.ndarray | None) -> np.ndarray | None:
    return weights if weights is None or rows is None else weights[rows]


def column_sizes(X: Any) -> np.ndarray:
    """Root mean squares of the columns that are not all zero."""
    with np.errstate(over="ignore"):
        squares = X.multiply(X) if sp.issparse(X) else np.square(X, dtype=np.float64)
        sizes = np.sqrt(np.asarray(squares.mean(axis=0), dtype=np.float64)).ravel()
    return sizes[sizes > 0]
