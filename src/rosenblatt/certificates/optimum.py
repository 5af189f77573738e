"""The least weight of wrong rows that one hyperplane can have: bounds from both sides."""

from dataclasses import dataclass
from functools import partial
from math import inf
from time import monotonic

import numpy as np
from threadpoolctl import threadpool_limits

from rosenblatt.certificates.branch_and_cut import BranchAndCut
from rosenblatt.certificates.cell_search import best_cell, edges_to_score
from rosenblatt.certificates.rationals import IntegerRow
from rosenblatt.certificates.zero_one import ZeroOneProblem
from rosenblatt.training.descent import DescentOptions, DescentProblem, descend
from rosenblatt.training.rows import open_rows
from rosenblatt.training.separation import separating_hyperplane

MOST_SCORES = 2 * 10**9  # some seconds of enumeration
WIDEST = 5  # columns with the constant one
SELDOM = 16
LONG, SHORT = (
    DescentOptions(directions="mixed", perturb=True, max_iter=epochs, history=False)
    for epochs in (200_000, 2_000)
)


@dataclass
class ZeroOneOptimum:
    """A hyperplane for the rows as given, its error and what is proven, in units of the problem."""

    plane: np.ndarray
    error: int
    bound: int
    n_subsystems: int
    n_branches: int


@dataclass
class TimeLimit:
    """When to stop, by ``time.monotonic``."""

    end: float

    def left(self) -> float:
        return max(self.end - monotonic(), 0.0)

    def over(self) -> bool:
        return monotonic() > self.end


def optimise(problem: ZeroOneProblem, *, seed: int, clock: TimeLimit) -> ZeroOneOptimum:
    """Look for the best hyperplane until it is proven to be the best, or it is time to stop."""
    plane = first_plane(problem, seed, clock)
    if problem.error(plane) == 0:
        return ZeroOneOptimum(widened(problem, plane), 0, 0, 0, 0)
    if by_cells(problem):
        return enumerated(problem, plane, clock)
    search = BranchAndCut(problem, plane, partial(improved, problem, seed, clock), clock.over)
    search.run()
    plane = widened(problem, search.plane)
    n_subsystems = len(search.subsystems.members)
    return ZeroOneOptimum(plane, search.error, search.bound, n_subsystems, search.n_branches)


def by_cells(problem: ZeroOneProblem) -> bool:
    n, width = problem.rows.shape
    return width <= WIDEST and edges_to_score(n, width) <= MOST_SCORES


def first_plane(problem: ZeroOneProblem, seed: int, clock: TimeLimit) -> np.ndarray:
    """A separating hyperplane if there is one, or the best that random descent finds."""
    planes = [np.append(np.zeros(problem.X.shape[1]), side) for side in (1.0, -1.0)]
    if len(problem.labels) and np.ptp(problem.labels) > 0:
        found = separating_hyperplane(problem.scaling.apply(problem.X), problem.labels > 0)
        if found is not None:
            planes.append(problem.unscaled(np.append(*found)))
        if problem.error(planes[-1]) > 0:
            start = np.zeros(problem.rows.shape[1])
            planes.append(descended(problem, LONG, seed, start, clock.left() / 4))
    return min(planes, key=problem.error)


def descended(
    problem: ZeroOneProblem, options: DescentOptions, seed: int, start: np.ndarray,
    seconds: float = inf,
) -> np.ndarray:  # fmt: skip
    """Random descent from a hyperplane for the scaled rows; the result is for the rows as given."""
    scaled = problem.scaling.apply(problem.X)
    labels, weights = problem.labels.astype(np.int8), problem.weights.astype(np.float64)
    task = DescentProblem(labels, start, weights, None, seed, options)
    [found] = descend(open_rows(scaled).table, [task], time_limit=seconds)
    return problem.unscaled(found.weights)


def improved(
    problem: ZeroOneProblem, seed: int, clock: TimeLimit, start: np.ndarray, number: int
) -> np.ndarray:
    """A short descent from a hyperplane for the scaled rows; every now and then a long one."""
    options = SHORT if number % SELDOM else LONG
    return descended(problem, options, seed + number, start, clock.left())


def enumerated(problem: ZeroOneProblem, plane: np.ndarray, clock: TimeLimit) -> ZeroOneOptimum:
    error = problem.error(plane)
    with threadpool_limits(1):  # products are too small to share
        cell, complete = best_cell(problem.integer_rows, problem.weights, error, clock.over)
    if cell is not None:
        plane = min([plane, shortened(cell.plane)], key=problem.error)
        right = np.array([exactly_right(row, cell.plane) for row in problem.integer_rows])
        plane = min([plane, wide_plane(problem, right)], key=problem.error)
    proven = (error if cell is None else cell.error) if complete else 0
    plane = widened(problem, plane)
    return ZeroOneOptimum(plane, problem.error(plane), proven, 0, 0)


def exactly_right(row: IntegerRow, plane: IntegerRow) -> bool:
    return sum(a * b for a, b in zip(row, plane, strict=True)) > 0


def shortened(plane: IntegerRow) -> np.ndarray:
    """Whole numbers of any size as doubles of at most 1."""
    size = 1 << max(abs(value) for value in plane).bit_length()
    return np.array([value / size for value in plane])


def widened(problem: ZeroOneProblem, plane: np.ndarray) -> np.ndarray:
    """A hyperplane that is as far as possible from the rows that are right, if it is as good."""
    wide = wide_plane(problem, ~problem.wrong(plane))
    return min([wide, plane], key=problem.error)


def wide_plane(problem: ZeroOneProblem, right: np.ndarray) -> np.ndarray:
    """The largest least score of some rows, with weights of at most 1 on the scaled rows."""
    from scipy.optimize import linprog

    rows, width = problem.scaled_rows[right], problem.scaled_rows.shape[1]
    if not len(rows):
        return np.append(np.zeros(width - 1), 1.0)
    found = linprog(
        np.append(np.zeros(width), -1.0),
        A_ub=np.column_stack([-rows, np.ones(len(rows))]), b_ub=np.zeros(len(rows)),
        bounds=[(-1.0, 1.0)] * width + [(None, 1.0)],
    )  # fmt: skip
    plane = found.x[:-1] if found.status == 0 else np.zeros(width)
    return problem.unscaled(plane)
