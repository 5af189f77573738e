"""Fisher's linear discriminant, the classical start for a perceptron."""

from typing import Any

import numpy as np
import scipy.sparse as sp
from scipy.linalg import LinAlgError, cho_factor, cho_solve
from sklearn.utils import check_X_y

from rosenblatt.training.labels import check_weights, encode

SHRINKAGE = 1e-10


def fisher_discriminant(X: Any, y: Any, sample_weight: Any = None) -> tuple[np.ndarray, float]:
    """The direction that best tells two classes apart if both have the same covariance.

    ``w = S^-1 (m1 - m2)`` with the weighted within-class covariance ``S`` of both classes
    together (divisor: the total weight), ``b = -(p2 m1 + p1 m2) . w`` with the shares ``p`` of the
    classes, so that rare classes are not drowned. Class 1 is the second in sorted order. If S is
    singular its diagonal is raised by ``g / (1 - g)`` times the mean variance, ``g = 1e-10``.

    Parameters
    ----------
    X : array-like or sparse matrix of shape (n_samples, n_features)
        Rows.
    y : array-like of shape (n_samples,)
        Labels of two classes.
    sample_weight : array-like of shape (n_samples,), default=None
        Weight of each row.

    Returns
    -------
    w : ndarray of shape (n_features,)
        Weights; ``X @ w + b > 0`` means the second class.
    b : float
        Intercept.

    References
    ----------
    Fisher (1936), "The use of multiple measurements in taxonomic problems".

    Examples
    --------
    >>> from rosenblatt import fisher_discriminant
    >>> w, b = fisher_discriminant([[0.0], [1.0], [3.0], [4.0]], [0, 0, 1, 1])
    >>> round(float(-b / w[0]), 6)
    2.0
    """
    X, y = check_X_y(X, y, accept_sparse="csr", dtype=np.float64)
    classes, codes = encode(y)
    if len(classes) != 2:
        raise ValueError(f"y holds {len(classes)} classes; Fisher's discriminant needs two.")
    weights = check_weights(sample_weight, len(codes))
    return discriminant(X, codes == 1, np.ones(len(codes)) if weights is None else weights)


def discriminant(X: Any, positive: np.ndarray, weights: np.ndarray) -> tuple[np.ndarray, float]:
    """The same for validated rows; ``positive`` marks the rows of the positive class."""
    share = weights[positive].sum() / weights.sum()
    up = mean_of(X[positive], weights[positive])
    down = mean_of(X[~positive], weights[~positive])
    spread = share * covariance(X[positive], weights[positive], up)
    spread += (1 - share) * covariance(X[~positive], weights[~positive], down)
    present = weights > 0
    alike = all(of_one_point(X[side & present]) for side in (positive, ~positive))
    # Rounding may leave a spread where there is none.
    w = up - down if alike else solve(spread, up - down)
    return w, -float((1 - share) * up @ w + share * down @ w)


def mean_of(X: Any, weights: np.ndarray) -> np.ndarray:
    return np.asarray(X.T @ (weights / weights.sum()), dtype=np.float64).ravel()


def covariance(X: Any, weights: np.ndarray, mean: np.ndarray) -> np.ndarray:
    share = weights / weights.sum()
    if sp.issparse(X):
        second = (X.T @ sp.diags_array(share) @ X).toarray().astype(np.float64)
        return second - np.outer(mean, mean)
    centred = X - mean
    return (centred * share[:, None]).T @ centred


def of_one_point(X: Any) -> bool:
    """Whether all rows are equal."""
    if sp.issparse(X):
        return bool((X.max(axis=0) != X.min(axis=0)).nnz == 0)
    return bool((X[:1] == X).all())


def solve(spread: np.ndarray, difference: np.ndarray) -> np.ndarray:
    try:
        return cho_solve(cho_factor(spread), difference)
    except LinAlgError:
        mean_variance = np.trace(spread) / len(spread)
        raised = spread + SHRINKAGE / (1 - SHRINKAGE) * mean_variance * np.eye(len(spread))
        try:
            return cho_solve(cho_factor(raised), difference)
        except LinAlgError:
            return np.linalg.lstsq(raised, difference, rcond=None)[0]
