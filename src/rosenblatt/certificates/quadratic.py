"""The quadratic programme of soft and hard margins, by an interior point method."""

from dataclasses import dataclass
from typing import Any

import numpy as np

CLOSEST = 0.995  # of the way to the boundary
CLOSE_ENOUGH = 1e-13  # in units of the largest terms
PATIENCE = 10  # steps without much progress: rounding has the last word
MOST_STEPS = 200
TINY = 1e-300


@dataclass
class MarginProblem:
    """Minimise ``|w|^2 / 2 + sum of slack costs``, subject to ``z . (w, b) >= 1 - slack``.

    ``caps`` hold what a unit of slack costs each row, and ``bends`` half of what its square costs:
    linear slack has bends of 0, squared slack infinite caps, and a hard margin both.
    """

    rows: np.ndarray  # z = y (x, 1)
    caps: np.ndarray
    bends: np.ndarray  # 1 / (2 c) for a cost of c slack^2

    def gap(self, plane: np.ndarray, alphas: np.ndarray) -> float:
        """How far above the minimum the hyperplane can be at most: by weak duality."""
        labels = self.rows[:, -1]
        sums = [alphas[labels == side].sum() for side in (-1.0, 1.0)]
        level = min(sums) / np.maximum(np.where(labels > 0, sums[1], sums[0]), TINY)
        return self.primal(plane) - self.dual(alphas * level)

    def primal(self, plane: np.ndarray) -> float:
        slack = np.maximum(1.0 - self.rows @ plane, 0.0)
        if np.isinf(self.caps).all() and not self.bends.any():
            cost = 0.0  # canonical form has no slack but rounding
        elif self.bends.any():
            cost = float((slack**2 / (2 * self.bends)).sum())
        else:
            cost = float(self.caps @ slack)
        return 0.5 * float(plane[:-1] @ plane[:-1]) + cost

    def dual(self, alphas: np.ndarray) -> float:
        w = (alphas @ self.rows)[:-1]
        return float(alphas.sum() - 0.5 * (w @ w) - 0.5 * (self.bends @ alphas**2))


@dataclass
class MarginSolution:
    """A hyperplane, what the constraints of the rows are worth, and the number of steps."""

    plane: np.ndarray
    alphas: np.ndarray
    n_iter: int


class InteriorPoint:
    """Mehrotra's predictor and corrector; each step solves a system of the size of the plane.

    Beside the plane there are, for each row, its worth alpha, the excess s of its margin, and with
    capped alphas the slack and the room ``cap - alpha``. Products of pairs go to 0 together.
    """

    def __init__(self, problem: MarginProblem) -> None:
        self.problem, n = problem, len(problem.rows)
        self.capped = np.isfinite(problem.caps)
        self.plane = np.zeros(problem.rows.shape[1])
        typical = 1.0 / max(float(np.mean(problem.rows[:, :-1] ** 2)), TINY)
        self.alpha = np.where(self.capped, 0.5 * problem.caps, typical)
        self.room = np.where(self.capped, 0.5 * problem.caps, 1.0)
        self.excess, self.slack = np.ones(n), np.where(self.capped, 1.0, 0.0)

    def solve(self) -> MarginSolution:
        """Steps as long as something is gained by them, and the best point on the way."""
        best, since = np.inf, 0
        found = MarginSolution(self.plane, self.alpha, 0)
        for n_iter in range(1, MOST_STEPS + 1):
            try:
                with np.errstate(over="ignore", divide="ignore", invalid="ignore"):
                    self.step()
            except np.linalg.LinAlgError:  # no row pulls any more: this is as close as it gets
                break
            missing = self.missing()
            since += 1
            if missing < best:
                found = MarginSolution(self.plane, self.alpha, n_iter)
                best, since = missing, since if missing > 0.5 * best else 0
            if missing < CLOSE_ENOUGH or since > PATIENCE:
                break
        return found

    def missing(self) -> float:
        """What is missing of the optimum: products of pairs, and violated equations."""
        worth = float(np.abs(self.alpha).sum()) or 1.0
        pairs = float(self.alpha @ self.excess + self.room[self.capped] @ self.slack[self.capped])
        first, second = self.residuals()
        return pairs / worth + float(np.abs(second).max()) + float(np.abs(first).max()) / worth

    def residuals(self) -> tuple[np.ndarray, np.ndarray]:
        rows, bends = self.problem.rows, self.problem.bends
        pull = np.append(self.plane[:-1], 0.0)
        slack = self.slack + bends * self.alpha
        return self.alpha @ rows - pull, 1.0 + self.excess - rows @ self.plane - slack

    def step(self) -> None:
        pairs = np.concatenate([self.alpha * self.excess, (self.room * self.slack)[self.capped]])
        level = pairs.mean()
        ahead = self.direction(0.0, 0.0, 0.0)
        reach = self.reach(ahead)
        later = self.products_after(ahead, reach).mean()
        centre = (later / level) ** 3 * level
        corrected = self.direction(
            centre, ahead["alpha"] * ahead["excess"], ahead["room"] * ahead["slack"]
        )
        if not all(np.isfinite(change).all() for change in corrected.values()):
            raise np.linalg.LinAlgError("a step beyond the range of numbers")
        length = min(1.0, CLOSEST * self.reach(corrected))
        for name, change in corrected.items():
            setattr(self, name, getattr(self, name) + length * change)

    def direction(self, centre: float, first: Any, second: Any) -> dict[str, np.ndarray]:
        """Newton's step to where all products of pairs equal the centre."""
        rows, bends = self.problem.rows, self.problem.bends
        plane_gap, row_gap = self.residuals()
        free = centre - self.alpha * self.excess - first
        boxed = np.where(self.capped, centre - self.room * self.slack - second, 0.0)
        spread = self.excess / self.alpha + bends + self.slack / self.room
        wanted = row_gap + free / self.alpha - boxed / self.room
        matrix = rows.T @ (rows / spread[:, None])
        matrix[np.diag_indices(len(matrix) - 1)] += 1.0
        plane = np.linalg.solve(matrix, plane_gap + rows.T @ (wanted / spread))
        alpha = (wanted - rows @ plane) / spread
        return {
            "plane": plane,
            "alpha": alpha,
            "excess": (free - self.excess * alpha) / self.alpha,
            "slack": np.where(self.capped, (boxed + self.slack * alpha) / self.room, 0.0),
            "room": np.where(self.capped, -alpha, 0.0),
        }

    def reach(self, change: dict[str, np.ndarray]) -> float:
        """How far one can go before a number that must be positive is 0."""
        lengths = [1.0 / CLOSEST]
        for name in ("alpha", "excess", "slack", "room"):
            value, towards = getattr(self, name), change[name]
            falling = (towards < 0) & ((value > 0) if name in ("alpha", "excess") else self.capped)
            if falling.any():
                lengths.append(float((-value[falling] / towards[falling]).min()))
        return min(lengths)

    def products_after(self, change: dict[str, np.ndarray], length: float) -> np.ndarray:
        after = {
            name: getattr(self, name) + min(length, 1.0) * step for name, step in change.items()
        }
        boxed = (after["room"] * after["slack"])[self.capped]
        return np.concatenate([after["alpha"] * after["excess"], boxed])
