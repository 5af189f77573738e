"""The fewest wrong rows, by covers of infeasible subsystems: branch and cut.

Every hyperplane gets at least one row of an infeasible subsystem wrong, so its wrong rows cover
all subsystems, and the lightest cover is the optimum (combinatorial Benders cuts; Codato and
Fischetti 2006). Subsystems are found as they are needed, covers are branched on, and a branch ends
only when whole numbers prove that it holds nothing below the best hyperplane known.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from heapq import heappop, heappush

import numpy as np

from rosenblatt.certificates.cover_bound import VerifiedSubsystems
from rosenblatt.certificates.linear_programs import FractionalCover, programs
from rosenblatt.certificates.zero_one import ZeroOneProblem

IN_SUPPORT = 1e-9
WHOLE = 1e-6
ROOT_ROUNDS, ROUNDS = 200, 8
ROOT_TRIES, TRIES = 30, 6


@dataclass(order=True)
class Branch:
    """Rows decided to be right (False) or wrong (True), and what is proven for all the others."""

    bound: int
    estimate: float
    number: int
    decided: dict[int, bool] = field(compare=False, default_factory=dict)


class BranchAndCut:
    """Search for a hyperplane of less error than the best known, until proof or stop."""

    def __init__(
        self,
        problem: ZeroOneProblem,
        plane: np.ndarray,
        improve: Callable[[np.ndarray, int], np.ndarray],
        stop: Callable[[], bool],
    ) -> None:
        circuits, covers = programs()
        self.problem, self.improve, self.stop = problem, improve, stop
        self.weights = problem.weights
        self.circuits, self.covers = circuits(problem.scaled_rows), covers(problem.weights)
        self.subsystems = VerifiedSubsystems(problem.integer_rows, problem.weights)
        self.plane, self.error = plane, problem.error(plane)
        self.last = np.zeros(problem.rows.shape[1])  # a hyperplane for the scaled rows
        self.bound, self.n_branches = 0, 0
        self.random = np.random.default_rng(0)

    def run(self) -> None:
        self.disjoint()
        waiting, given_up = [Branch(0, 0.0, 0)], []
        while waiting and waiting[0].bound < self.error and not self.stop():
            branch = heappop(waiting)
            cover, lower, upper = self.explored(branch)
            if branch.bound >= self.error:
                continue
            self.take_better(self.improve(self.last, self.n_branches // 2 + 1))
            row = self.undecided(cover, lower, upper)
            if row is None:
                given_up.append(branch)
                continue
            for wrong in (True, False):
                decided = branch.decided | {row: wrong}
                self.n_branches += 1
                child = Branch(branch.bound, branch.estimate, -self.n_branches, decided)
                heappush(waiting, child)
            self.bound = min(b.bound for b in (waiting[0], *given_up))
        left = [branch.bound for branch in (*waiting, *given_up)]
        self.bound = min([self.error, *left])

    def disjoint(self) -> None:
        """Begin with subsystems that have no row in common."""
        used = np.zeros(len(self.weights))
        while not self.stop():
            members = self.separate(used)
            if members is None or used[members].any():
                break
            used[members] = 1.0
            self.keep(members)

    def explored(self, branch: Branch) -> tuple[FractionalCover | None, np.ndarray, np.ndarray]:
        """Find subsystems that a fractional cover misses, until it is proven or tiring."""
        lower, upper = np.zeros(len(self.weights)), np.ones(len(self.weights))
        for row, wrong in branch.decided.items():
            lower[row] = upper[row] = float(wrong)
        rounds, tries = (ROUNDS, TRIES) if branch.decided else (ROOT_ROUNDS, ROOT_TRIES)
        for _ in range(rounds):
            cover = self.covers.solve(lower, upper)
            if cover is None:  # every row of some subsystem is to be right
                branch.bound = max(branch.bound, self.contradiction(upper))
                break
            proven = self.subsystems.bound(cover.prices, lower, upper)
            branch.bound = max(branch.bound, proven)
            branch.estimate = cover.value
            if branch.bound >= self.error or self.stop() or not self.missed(cover, tries):
                break
        return cover, lower, upper

    def contradiction(self, upper: np.ndarray) -> int:
        """Nothing is possible if a verified subsystem has no row that may be wrong."""
        empty = any(not upper[members].any() for members in self.subsystems.members)
        return self.problem.total + 1 if empty else 0

    def missed(self, cover: FractionalCover, tries: int) -> bool:
        """Whether subsystems were found that are covered less than once."""
        costs, found = np.clip(cover.shares, 0.0, 1.0), False
        for _ in range(tries):
            members = self.separate(costs)
            if members is None:
                break
            if cover.shares[members].sum() < 1 - WHOLE:
                found |= self.keep(members)
                costs[members] += 1.0
            else:
                costs[members] += 0.3 * self.random.random(len(members))
        return found

    def separate(self, costs: np.ndarray) -> np.ndarray | None:
        """The rows of a circuit of least cost; its dual is a hyperplane worth a look."""
        circuit = self.circuits.solve(costs)
        if circuit is None:
            return None
        self.try_plane(circuit.plane)
        return np.flatnonzero(circuit.lam > IN_SUPPORT)

    def keep(self, members: np.ndarray) -> bool:
        if not self.subsystems.add(members):
            return False
        self.covers.add(members)
        return True

    def try_plane(self, plane: np.ndarray) -> None:
        rough = self.weights[self.problem.scaled_rows @ plane <= 0].sum()
        if rough < self.error:
            self.take_better(self.problem.unscaled(plane))
        self.last = plane

    def take_better(self, plane: np.ndarray) -> None:
        error = self.problem.error(plane)
        if error < self.error:
            self.plane, self.error = plane, error

    def undecided(
        self, cover: FractionalCover | None, lower: np.ndarray, upper: np.ndarray
    ) -> int | None:
        """The row that is most in doubt; None if none is left."""
        free = lower < upper
        if cover is None or not free.any():
            return None
        doubt = np.minimum(cover.shares, 1 - cover.shares) * self.weights
        doubt[~free] = -1.0
        row = int(np.argmax(doubt))
        return row if doubt[row] > WHOLE else int(np.argmax(np.where(free, cover.shares, -1.0)))
