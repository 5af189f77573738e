"""Linear maps that make the second moments of rows round."""

from typing import Any

import numpy as np
import scipy.sparse as sp

from rosenblatt.training.scaling import inverse_of


def second_moments(X: Any, weights: np.ndarray | None) -> np.ndarray:
    """The mean of ``x x'``, by weight, in double precision."""
    share = np.ones(X.shape[0]) if weights is None else weights
    share = share / share.sum()
    if sp.issparse(X):
        wide = sp.csr_array(X, dtype=np.float64)
        return (wide.T @ sp.diags_array(share) @ wide).toarray()
    rows = X.astype(np.float64, copy=False) * np.sqrt(share)[:, None]
    return rows.T @ rows


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
