"""How wide the widest margin is: a hyperplane from below, two points of the hulls from above."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import scipy.sparse as sp

from rosenblatt.certificates.labelled_rows import ROUNDING, LabelledRows

CLOSE = 1e-7  # relative width at which a bracket is good enough
MOST_ROUNDS = 40
SHIFTS = 8
MOST_ADDED = 200  # rows of either class that join at a time


@dataclass(frozen=True)
class MarginBracket:
    """Bounds of the widest margin, ``max over (w, b) of min y (w . x + b) / |w|``.

    Attributes
    ----------
    low : float
        The margin of the hyperplane, less what rounding may have added.
    high : float
        Half the distance of a point of one convex hull to one of the other, and what rounding may
        have taken: no margin is wider. (Without an intercept, the norm of a point in the hull of
        the rows times their labels.)
    coef, intercept
        The hyperplane of ``low``.
    """

    low: float
    high: float
    coef: np.ndarray
    intercept: float


def margin_bracket(problem: LabelledRows, coef: np.ndarray, intercept: float) -> MarginBracket:
    """Narrow the bracket of the widest margin on a growing set of the nearest rows.

    Parameters
    ----------
    problem : LabelledRows
        Separable rows.
    coef, intercept
        A separating hyperplane, where the search begins.
    """
    best = plane_margin(problem, coef, intercept), coef, intercept
    high = np.inf
    added = min(2 * (problem.n_weights + 1), MOST_ADDED)
    active = nearest_rows(problem, coef, intercept, added)
    for _ in range(MOST_ROUNDS):
        part, columns = narrow(problem.take(active))
        found = nearest_points(part)
        if found is None:
            break
        w, (b, shares) = np.zeros(problem.X.shape[1]), found[1:]
        w[columns] = found[0]
        high = min(high, hull_distance(part, shares))
        margin = plane_margin(problem, w, b)
        if margin > best[0]:
            best = margin, w, b
        grown = np.union1d(active, nearest_rows(problem, w, b, added))
        if best[0] >= (1 - CLOSE) * high or len(grown) == len(active):
            break
        active = grown
    return MarginBracket(best[0], float(max(high, best[0])), best[1], best[2])


def plane_margin(problem: LabelledRows, coef: np.ndarray, intercept: float) -> float:
    """The least signed distance of a row to the hyperplane, rounded down."""
    norm = float(np.linalg.norm(coef))
    if norm == 0:
        return -np.inf
    scores, doubt = scores_of(problem, coef, intercept)
    least = float((scores - doubt).min()) / norm
    return least * (1 - 1e-12) if least > 0 else least * (1 + 1e-12)


def scores_of(
    problem: LabelledRows, coef: np.ndarray, intercept: float
) -> tuple[np.ndarray, np.ndarray]:
    weights = np.append(coef, intercept) if problem.fit_intercept else coef
    return problem.scores(np.arange(len(problem.signs)), weights)


def nearest_rows(
    problem: LabelledRows, coef: np.ndarray, intercept: float, count: int
) -> np.ndarray:
    """The rows of either class that are nearest to the other side."""
    scores, _ = scores_of(problem, coef, intercept)
    sides = [np.flatnonzero(problem.signs == sign) for sign in (-1.0, 1.0)]
    return np.sort(np.concatenate([s[np.argsort(scores[s], kind="stable")[:count]] for s in sides]))


def nearest_points(part: LabelledRows) -> tuple[np.ndarray, float, np.ndarray] | None:
    """The hyperplane midway between the nearest points of the hulls, and the weights of rows.

    Lawson and Hanson's least distance programming: ``min |w|`` subject to ``y w . x >= 1`` is a
    least-squares problem with weights that are not negative. An intercept is a constant feature,
    which costs nothing once the origin lies midway, so the origin is moved there step by step.
    """
    X = part.X
    centre = np.zeros(X.shape[1])
    if part.fit_intercept:
        centre = sum(X[part.signs == sign].mean(axis=0) for sign in (-1.0, 1.0)) / 2
    found = None
    for _ in range(SHIFTS if part.fit_intercept else 1):
        solved = least_distance(X - centre, part.signs, part.fit_intercept)
        if solved is None:
            break
        w, b, shares = solved
        found = w, b - float(w @ centre), shares
        if abs(b) < 1e-9:
            break
        centre = shares @ X / 2
    return found


def least_distance(
    X: np.ndarray, signs: np.ndarray, fit_intercept: bool
) -> tuple[np.ndarray, float, np.ndarray] | None:
    from scipy.optimize import nnls

    size = float(np.abs(X).max()) or 1.0
    rows = X / size
    if fit_intercept:
        rows = np.column_stack([rows, np.ones(len(rows))])
    system = np.vstack([(rows * signs[:, None]).T, np.ones(len(rows))])
    target = np.append(np.zeros(len(system) - 1), 1.0)
    square, turned = system, target
    if len(system) > 2 * len(rows):  # as many equations as rows do
        basis, square = np.linalg.qr(system)
        turned = basis.T @ target
    try:
        weights, _ = nnls(square, turned)
    except RuntimeError:  # too many steps
        return None
    rest = system @ weights - target
    if rest[-1] > -1e-14 or not np.isfinite(rest).all():
        return None
    plane = -rest[:-1] / rest[-1]
    w, b = (plane[:-1] / size, float(plane[-1])) if fit_intercept else (plane / size, 0.0)
    return w, b, shares_of(weights, signs, fit_intercept)


def shares_of(weights: np.ndarray, signs: np.ndarray, fit_intercept: bool) -> np.ndarray:
    """Convex weights: of each class, or of all rows if there is no intercept."""
    if not fit_intercept:
        return weights / weights.sum()
    totals = np.where(signs > 0, weights[signs > 0].sum(), weights[signs < 0].sum())
    return np.divide(weights, totals, out=np.zeros_like(weights), where=totals > 0)


def hull_distance(part: LabelledRows, shares: np.ndarray) -> float:
    """Half the distance of the two points (without intercept: of one to 0), rounded up."""
    of_both = not part.fit_intercept or all(
        shares[part.signs == sign].sum() > 0.5 for sign in (-1.0, 1.0)
    )
    if not of_both:
        return np.inf
    X = part.X
    doubt = 2 * (len(shares) + 6) * ROUNDING * np.linalg.norm(shares @ np.abs(X))
    distance = float(np.linalg.norm((shares * part.signs) @ X) + doubt) * (1 + 1e-12)
    return distance / 2 if part.fit_intercept else distance


def dense(X: Any) -> np.ndarray:
    return X.toarray() if sp.issparse(X) else X


def narrow(part: LabelledRows) -> tuple[LabelledRows, np.ndarray]:
    """Sparse rows as dense ones of the columns that they use, and those columns."""
    if not sp.issparse(part.X):
        return part, np.arange(part.X.shape[1])
    columns = np.unique(part.X.indices)
    return replace(part, X=part.X[:, columns].toarray()), columns
