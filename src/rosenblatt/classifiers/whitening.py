"""Whitening as a transformer, for any learner."""

from numbers import Real
from typing import Any, Self

import numpy as np
from sklearn.base import BaseEstimator, OneToOneFeatureMixin, TransformerMixin
from sklearn.utils.extmath import safe_sparse_dot
from sklearn.utils.validation import check_is_fitted, validate_data

from rosenblatt._sklearn import Interval, _fit_context
from rosenblatt.training.by_density import by_density
from rosenblatt.training.decorrelation import decorrelation, second_moments
from rosenblatt.training.labels import check_weights

MOST_FEATURES = 10_000  # matrices of this size take 800 MB
READING: dict[str, Any] = {"accept_sparse": "csr", "dtype": [np.float64, np.float32]}


class Whitening(OneToOneFeatureMixin, TransformerMixin, BaseEstimator):
    """Scale rows so that every direction varies alike: ``x -> W' x`` with ``W' C W = I``.

    C is the mean of ``x x'`` over the rows, about the origin, as hyperplanes without an intercept
    see it (centre the rows first for variances about the mean). W is ``D Q L^-1/2 Q'``, where D
    divides each feature by its root mean square and ``Q L Q'`` is what remains of C then: no
    feature's unit matters. It differs from ``C^-1/2`` by a rotation, which no perceptron sees.

    Parameters
    ----------
    tol : float, default=1e-10
        Directions whose eigenvalue in L is at most ``tol`` times the largest have no variance and
        are mapped to 0: rows of fewer dimensions than features stay so.

    Attributes
    ----------
    matrix_ : ndarray of shape (n_features, n_features)
        W.
    rank_ : int
        Number of directions that vary.
    n_features_in_ : int
        Number of features.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of the features, if X had names that are all strings.

    See Also
    --------
    WhitenedPerceptron : A linear learner on whitened rows, with weights for the rows as given.

    References
    ----------
    Cesa-Bianchi, Conconi and Gentile (2005), "A second-order perceptron algorithm", section 3.

    Examples
    --------
    >>> import numpy as np
    >>> from rosenblatt import Whitening
    >>> X = np.array([[10.0, 1.0], [-10.0, 1.0], [10.0, 0.9], [9.0, -1.0]])
    >>> Z = Whitening().fit_transform(X)
    >>> bool(np.allclose(Z.T @ Z / len(Z), np.eye(2)))
    True
    """

    _parameter_constraints: dict = {"tol": [Interval(Real, 0, 1, closed="left")]}

    def __init__(self, *, tol: float = 1e-10) -> None:
        self.tol = tol

    @_fit_context(prefer_skip_nested_validation=True)
    def fit(self, X: Any, y: Any = None, sample_weight: Any = None) -> Self:
        """Learn W from all rows; labels are not needed.

        Parameters
        ----------
        X : {array-like, sparse matrix} of shape (n_samples, n_features)
            Rows.
        y : None
            Ignored.
        sample_weight : array-like of shape (n_samples,), default=None
            How much each row counts in C.

        Returns
        -------
        self : object
            The fitted transformer.
        """
        X = validate_data(self, X, **READING)
        if X.shape[1] > MOST_FEATURES:
            raise ValueError(
                f"whitening makes matrices of {X.shape[1]} x {X.shape[1]} numbers, too large "
                f"beyond {MOST_FEATURES} features; reduce the features, or take a learner with a "
                "variance for each of them, such as AROW."
            )
        weights = check_weights(sample_weight, X.shape[0])
        if weights is not None and not weights.any():
            raise ValueError(
                "sample_weight is zero for every row, so there is nothing to whiten by; give some "
                "row a weight above 0."
            )
        self.matrix_, self.rank_ = decorrelation(second_moments(X, weights), self.tol)
        return self

    def transform(self, X: Any) -> np.ndarray:
        """Whitened rows.

        Parameters
        ----------
        X : {array-like, sparse matrix} of shape (n_samples, n_features)
            Rows.

        Returns
        -------
        Z : ndarray of shape (n_samples, n_features)
            ``X @ matrix_``, dense.
        """
        check_is_fitted(self)
        X = validate_data(self, X, reset=False, **READING)
        return safe_sparse_dot(by_density(X), self.matrix_.astype(X.dtype), dense_output=True)

    def weights_for_rows(self, coef: np.ndarray) -> np.ndarray:
        """Weights that score rows as ``coef`` scores whitened ones.

        Parameters
        ----------
        coef : ndarray of shape (n_hyperplanes, n_features)
            Weights of a learner that was given whitened rows.

        Returns
        -------
        weights : ndarray of shape (n_hyperplanes, n_features)
            ``coef @ matrix_.T``; intercepts stay as they are.
        """
        check_is_fitted(self)
        return np.asarray(coef) @ self.matrix_.T

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        tags.transformer_tags.preserves_dtype = ["float64", "float32"]
        return tags
