"""The linear program behind separability, on a few rows and in floating point."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import scipy.sparse as sp

from rosenblatt.certificates.labelled_rows import LabelledRows
from rosenblatt.certificates.whole_numbers import whole

TOLERANCE = 1e-10  # the least that HiGHS accepts


@dataclass(frozen=True)
class Conditioned:
    """Columns moved to their mean and scaled by powers of two, so that a solver can see them."""

    centre: np.ndarray
    powers: np.ndarray

    def rows(self, problem: LabelledRows) -> Any:
        """Signed rows of length 1, with a constant column if there is an intercept."""
        if sp.issparse(problem.X):
            made = problem.X.copy()
            made.data = np.ldexp(made.data, -self.powers[made.indices])
            if problem.fit_intercept:
                made = sp.csr_array(sp.hstack([made, np.ones((made.shape[0], 1))]))
            squares = np.asarray(made.multiply(made).sum(axis=1)).ravel()
        else:
            made = np.ldexp(problem.X - self.centre, -self.powers)
            if problem.fit_intercept:
                made = np.column_stack([made, np.ones(len(made))])
            squares = (made * made).sum(axis=1)
        lengths = np.sqrt(np.where(squares > 0, squares, 1.0))
        return with_signs(made, problem.signs / lengths)

    def hyperplane(self, weights: np.ndarray, *, fit_intercept: bool) -> list[int]:
        """Weights for conditioned rows as whole numbers for the rows as given, without rounding."""
        n_features = len(self.powers)
        most = int(self.powers.max(initial=0))
        slopes, power = whole(weights[:n_features])
        slopes, power = np.left_shift(slopes, (most - self.powers).astype(object)), power - most
        if not fit_intercept:
            return [int(number) for number in slopes]
        (last,), last_power = whole(weights[n_features:])
        centre, centre_power = whole(self.centre)
        moved, moved_power = int(slopes @ centre), power + centre_power
        least = min(power, last_power, moved_power)
        bias = (int(last) << (last_power - least)) - (moved << (moved_power - least))
        return [*(int(number) << (power - least) for number in slopes), bias]


def with_signs(rows: Any, factors: np.ndarray) -> Any:
    """Rows, dense or sparse, times a number each."""
    if sp.issparse(rows):
        return sp.csr_array(sp.diags_array(factors) @ rows)
    return rows * factors[:, None]


def conditioning(problem: LabelledRows) -> Conditioned:
    """Sparse rows and rows without intercept stay where they are: zero has a meaning there."""
    X, n_features = problem.X, problem.X.shape[1]
    centre = np.zeros(n_features)
    if problem.fit_intercept and not sp.issparse(X):
        low, high = X.min(axis=0), X.max(axis=0)
        centre = low / 2 + high / 2
        sizes = high / 2 - low / 2
    else:
        sizes = abs(X).max(axis=0)
        sizes = sizes.toarray().ravel() if sp.issparse(sizes) else sizes
    return Conditioned(centre, np.where(sizes > 0, np.frexp(sizes)[1], 0))


def widest_gap(rows: Any) -> tuple[np.ndarray, np.ndarray] | None:
    """Weights of the widest gap between the classes, and the weights of rows that prove it.

    Solves ``max t`` subject to ``z . v >= t`` for all rows z (signed, of length 1) and
    ``|v_j| <= 1``. The dual problem, ``min |sum l z|_1`` over convex weights l, has the same value:
    it is 0 if and only if a convex combination of the signed rows is 0, that is, if the classes
    are not separable. The simplex method ends at a vertex, where few rows have a weight.

    Parameters
    ----------
    rows : ndarray or CSR array
        Conditioned rows.

    Returns
    -------
    (v, l) or None
        None if the solver gave up.
    """
    from scipy.optimize import linprog

    count, width = rows.shape
    below = sp.hstack if sp.issparse(rows) else np.hstack
    found = linprog(
        np.append(np.zeros(width), -1.0),
        A_ub=below([-rows, np.ones((count, 1))]),
        b_ub=np.zeros(count),
        bounds=[(-1.0, 1.0)] * width + [(0.0, None)],
        method="highs-ds",
        options={
            "primal_feasibility_tolerance": TOLERANCE,
            "dual_feasibility_tolerance": TOLERANCE,
        },
    )
    if found.x is None or found.ineqlin.marginals is None:
        return None
    return found.x[:width], -found.ineqlin.marginals
