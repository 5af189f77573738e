"""A question about all rows, answered by few of them."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from rosenblatt.certificates.exact_simplex import alternative
from rosenblatt.certificates.exact_system import null_vector
from rosenblatt.certificates.labelled_rows import LabelledRows
from rosenblatt.certificates.widest_gap import Conditioned, widest_gap

MOST_ADDED = 2_000  # rows that join the working set at first


@dataclass(frozen=True)
class ExactHyperplane:
    """Weights in whole numbers, that of the intercept last, if there is one."""

    weights: list[int]


@dataclass(frozen=True)
class ZeroCombination:
    """Signed rows whose sum with these whole numbers, none of them negative, is 0."""

    rows: np.ndarray
    weights: list[int]
    powers: list[int]  # weights count for rows in whole numbers: the row over 2**power


Answer = ExactHyperplane | ZeroCombination | None
Solver = Callable[[np.ndarray], Answer]


def settle(problem: LabelledRows, solve: Solver, active: np.ndarray) -> tuple[Answer, np.ndarray]:
    """Solve for some rows, add rows that are wrong, and so on until all rows agree.

    Parameters
    ----------
    problem : LabelledRows
        All rows.
    solve : callable
        ``solve(rows)``: the answer for these rows, proven; None if there is no proof.
    active : ndarray of int
        The rows to start with.

    Returns
    -------
    (answer, active)
        The answer for all rows, and the rows that were enough for it.
    """
    added = min(max(50, 3 * problem.n_weights), MOST_ADDED)
    while True:
        found = solve(active)
        if not isinstance(found, ExactHyperplane):
            return found, active
        wrong = problem.wrong(found.weights)
        if not len(wrong):
            return found, active
        active = np.union1d(active, wrong[:added])
        added *= 2


def by_floats(problem: LabelledRows, conditioned: Conditioned) -> Solver:
    """HiGHS proposes; what it proposes counts only once it is proven in whole numbers."""

    def solve(active: np.ndarray) -> Answer:
        part = problem.take(active)
        found = widest_gap(conditioned.rows(part))
        if found is None:
            return None
        weights, shares = found
        if weights.any():
            plane = conditioned.hyperplane(weights, fit_intercept=problem.fit_intercept)
            if not len(part.wrong(plane)):
                return ExactHyperplane(plane)
        return zero_combination(problem, active[shares > 0])

    return solve


def by_whole_numbers(problem: LabelledRows) -> Solver:
    """The simplex method in whole numbers, on rows that a float solver cannot tell from 0."""

    def solve(active: np.ndarray) -> Answer:
        numbers, columns, powers = problem.exact(active)
        found = alternative(numbers)
        if found is None:
            return None
        kind, values = found
        if kind == "vector":
            weights = [0] * problem.n_weights
            for column, value in zip(columns.tolist(), values, strict=True):
                weights[column] = value
            return ExactHyperplane(weights)
        kept = np.flatnonzero(values)
        return ZeroCombination(active[kept], [values[k] for k in kept], [powers[k] for k in kept])

    return solve


def tight_rows(problem: LabelledRows, conditioned: Conditioned, active: np.ndarray) -> np.ndarray:
    """Rows that could matter where a float solver gives no proof."""
    rows = conditioned.rows(problem.take(active))
    found = widest_gap(rows)
    if found is None:
        return active
    scores = rows @ found[0]
    near = np.argsort(scores, kind="stable")[: 3 * problem.n_weights]
    return np.unique(active[np.union1d(np.flatnonzero(found[1] > 0), near)])


def zero_combination(problem: LabelledRows, rows: np.ndarray) -> ZeroCombination | None:
    """The combination of these rows that is 0, if it is unique and no weight is negative."""
    if not len(rows):
        return None
    numbers, _, powers = problem.exact(rows)
    weights = null_vector(numbers.T)
    if weights is None or min(weights) < 0:
        return None
    kept = [k for k, weight in enumerate(weights) if weight]
    return ZeroCombination(rows[kept], [weights[k] for k in kept], [powers[k] for k in kept])
