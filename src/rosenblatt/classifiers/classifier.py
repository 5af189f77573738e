"""What every classifier needs: reading, weighing, predicting."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Self

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils.metaestimators import available_if
from sklearn.utils.validation import check_is_fitted, validate_data

from rosenblatt.classifiers.described_parameters import DescribedParameters
from rosenblatt.classifiers.parameter_names import check_parameter_names
from rosenblatt.training.labels import check_weights, count_classes, weigh
from rosenblatt.training.row_matrix import RowMatrix
from rosenblatt.training.rows import open_rows, require_readable
from rosenblatt.training.session import Data, seed_of, threads_of

LEARNED = ("_stream", "_votes", "_group", "_model")
FEATURES = ("n_features_in_", "feature_names_in_")
READING: dict[str, Any] = {
    "accept_sparse": "csr",
    "accept_large_sparse": True,
    "dtype": [np.float64, np.float32],
    "ensure_all_finite": False,
}
FLOATS = (np.dtype(np.float64), np.dtype(np.float32))
PLAIN_LABELS = "biuU"  # kinds of labels that cannot be missing: flags, whole numbers, texts


class Classifier(DescribedParameters, ClassifierMixin, BaseEstimator):
    """Scores of classes, however they are found.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Sorted labels.
    n_features_in_ : int
        Number of features.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of the features, if X had names that are all strings.
    """

    classes_: np.ndarray
    n_features_in_: int
    feature_names_in_: np.ndarray

    def __new__(cls, *args: Any, **parameters: Any) -> Self:
        check_parameter_names(cls, args, parameters)
        return super().__new__(cls)

    def _open(self, X: Any, y: Any, sample_weight: Any) -> Data:
        """Rows with their codes and full weights; those without weight are left out."""
        rounded = self._merges_equal_rows()
        X, y, given = self._read(X, y, sample_weight, reset=True)
        factors = getattr(self, "class_weight", None)
        classes, codes, weights = weigh(y, given, factors, rounded=rounded)
        counts = count_classes(codes, given, len(classes))
        rows, present = open_rows(X), None
        if weights is not None and not weights.all():
            # Checked with the others, then left out: absent rows must not influence anything.
            present = np.flatnonzero(weights)
            rows, codes, weights = open_rows(X[present]), codes[present], weights[present]
        return Data(rows, codes, classes, weights, None, None, counts, present, len(y))

    def _merges_equal_rows(self) -> bool:
        """Whether weights of copies are added up, which must not round."""
        return getattr(self, "order", None) == "content"

    def _read(self, X: Any, y: Any, sample_weight: Any, *, reset: bool) -> Any:
        """Validated X, labels and weights; rows of weight 0 are left out of the labels later."""
        X, y = self._validated(X, y=y, reset=reset)
        return X, y, check_weights(sample_weight, X.shape[0])

    def _read_to_predict(self, X: Any) -> Any:
        check_is_fitted(self)
        X = self._validated(X, reset=False)
        require_readable(X)
        return X

    def _validated(self, X: Any, **more: Any) -> Any:
        """What scikit-learn makes of X and y; rows of a kind of our own stay as they are."""
        if self._takes_as_given(X, **more):
            return (X, more["y"]) if "y" in more else X
        if not isinstance(X, RowMatrix):
            return validate_data(self, X, **READING, **more)
        checked = validate_data(self, X.stand_in(), **READING, **more)
        return (X, checked[1]) if isinstance(checked, tuple) else X

    def _takes_as_given(self, X: Any, *, reset: bool, **labels: Any) -> bool:
        """Whether scikit-learn's validation would give X, and y if it is given, back as they are.

        Its questions about data frames and array libraries take longer than the score of a row,
        and more than half of the time between the small fits of an ensemble.
        """
        if type(X) is not np.ndarray or X.ndim != 2 or not X.size or X.dtype not in FLOATS:
            return False
        if "feature_names_in_" in vars(self):  # to be compared, or forgotten
            return False
        for y in labels.values():
            if type(y) is not np.ndarray or y.dtype.kind not in PLAIN_LABELS:
                return False
            if y.shape != X.shape[:1]:
                return False
        if reset:
            self.n_features_in_ = X.shape[1]
        return X.shape[1] == vars(self).get("n_features_in_")

    def _scores(self, X: Any) -> np.ndarray:
        raise NotImplementedError

    def _unit(self) -> float:
        """The unit of scores: like the weights, they grow with the number of rows learned."""
        raise NotImplementedError

    def decision_function(self, X: Any) -> np.ndarray:
        """Score of each row: positive for the second class, or one column per class.

        Parameters
        ----------
        X : {array-like, sparse matrix} of shape (n_samples, n_features)
            Rows.

        Returns
        -------
        scores : ndarray of shape (n_samples,) or (n_samples, n_classes)
            ``X @ coef_.T + intercept_``, if ``coef_`` has a line for each class (of two: for the
            second); signed vote sums if ``hypothesis="voted"``. With several classes that are voted
            on one by one, the summed scores of the hypotheses add at most half a vote, which breaks
            ties; in a row in which no class has more votes for it than against it, they alone
            decide, and all scores are between minus the total number of votes and 0.
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

    @available_if(lambda self: self.predict_proba is not None)
    def predict_log_proba(self, X: Any) -> np.ndarray:
        """Logarithms of the probabilities; available where ``predict_proba`` is.

        Parameters
        ----------
        X : {array-like, sparse matrix} of shape (n_samples, n_features)
            Rows.

        Returns
        -------
        logarithms : ndarray of shape (n_samples, n_classes)
            Minus infinity for a class without a single vote.
        """
        with np.errstate(divide="ignore"):
            return np.log(self.predict_proba(X))

    def _seed(self) -> int:
        return seed_of(self.random_state)

    def _threads(self) -> int:
        return threads_of(self.n_jobs)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        return tags


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


def replace_learned(estimator: Any, found: dict[str, Any]) -> None:
    """Only what was found now is learned; the features were read before."""
    forget(estimator, but=FEATURES)
    vars(estimator).update(found)


def restore(estimator: Any, before: dict[str, Any]) -> None:
    forget(estimator)
    vars(estimator).update(before)


@contextmanager
def all_or_nothing(estimator: Any) -> Iterator[None]:
    """Whatever stops a fit leaves the estimator as it was; what vanishes in it is 0, no error."""
    before = learned_by(estimator)
    try:
        with np.errstate(under="ignore"):
            yield
    except BaseException:
        restore(estimator, before)
        raise
