"""A separating hyperplane by linear programming, where there is one."""

from typing import Any

import numpy as np
import scipy.sparse as sp
from scipy.optimize import linprog


def separating_hyperplane(
    X: Any, positive: np.ndarray, *, fit_intercept: bool = True
) -> tuple[np.ndarray, float] | None:
    """Weights and intercept that get every row strictly right, or None if there are none.

    Solves the feasibility problem ``y (w . x + b) >= 1`` for all rows (HiGHS). The hyperplane found
    is checked row by row, so what is returned does separate; None can also mean that the margin is
    too thin for the solver. Scale the features first.

    Parameters
    ----------
    X : ndarray or sparse matrix of shape (n_samples, n_features)
        Validated rows.
    positive : ndarray of bool, shape (n_samples,)
        Rows of the positive class.
    fit_intercept : bool, default=True
        Whether the hyperplane may miss the origin.

    Returns
    -------
    (w, b) or None
        ``w`` of shape (n_features,), ``b`` a float (0.0 without intercept).

    Examples
    --------
    >>> import numpy as np
    >>> from rosenblatt.training.separation import separating_hyperplane
    >>> w, b = separating_hyperplane(np.array([[0.0], [1.0]]), np.array([False, True]))
    >>> bool(w[0] + b > 0 > b)
    True
    >>> separating_hyperplane(np.zeros((2, 1)), np.array([False, True])) is None
    True
    """
    signs = np.where(positive, 1.0, -1.0)
    margins = signed_rows(X, signs, fit_intercept)
    n_rows, n_weights = margins.shape
    found = linprog(
        np.zeros(n_weights), A_ub=-margins, b_ub=np.full(n_rows, -1.0), bounds=(None, None)
    )
    if found.x is None or not np.all(margins @ found.x > 0):
        return None
    return found.x[: X.shape[1]], float(found.x[-1]) if fit_intercept else 0.0


def signed_rows(X: Any, signs: np.ndarray, fit_intercept: bool) -> Any:
    """Rows times their label, with the label itself as last column if there is an intercept."""
    if sp.issparse(X):
        parts = [sp.diags_array(signs) @ X]
        return sp.csr_array(sp.hstack([*parts, signs[:, None]] if fit_intercept else parts))
    rows = np.asarray(X, dtype=np.float64) * signs[:, None]
    return np.column_stack([rows, signs]) if fit_intercept else rows
