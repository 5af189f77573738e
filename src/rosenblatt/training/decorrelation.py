"""Linear maps that make the second moments of rows round."""

from typing import Any

import numpy as np
import scipy.sparse as sp

from rosenblatt.training.by_density import by_density
from rosenblatt.training.scaling import inverse_of


def second_moments(X: Any, weights: np.ndarray | None) -> np.ndarray:
    """The mean of ``x x'``, by weight, in double precision."""
    share = np.ones(X.shape[0]) if weights is None else weights
    share = np.ldexp(share, -int(np.frexp(share.sum())[1]))  # a power of two: nothing is rounded
    rows = by_density(X.astype(np.float64))
    if sp.issparse(rows):
        return (rows.T @ sp.diags_array(share) @ rows).toarray() / share.sum()
    moments = rows.T @ (rows * share[:, None])
    return (moments + moments.T) / (2 * share.sum())


def decorrelation(moments: np.ndarray, tol: float) -> tuple[np.ndarray, int]:
    """A matrix W for which ``x W`` has the identity as its second moments, and their rank.

    Features are divided by their root mean squares first, so that no unit matters; directions whose
    eigenvalue is then at most ``tol`` times the largest are mapped to 0.
    """
    factor = inverse_of(np.sqrt(np.diagonal(moments)))
    values, vectors = np.linalg.eigh(moments * factor[:, None] * factor)
    kept = values > tol * max(values.max(initial=0.0), 0.0)
    vectors = vectors[:, kept]
    round_rows = (vectors / np.sqrt(values[kept])) @ vectors.T
    return factor[:, None] * round_rows, int(kept.sum())
