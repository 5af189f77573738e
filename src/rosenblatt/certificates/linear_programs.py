"""The two linear programmes of the optimum: infeasible subsystems, and covers of them."""

from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
import scipy.sparse as sp


@dataclass
class Circuit:
    """A vertex of ``lam >= 0, Z' lam = 0, sum of lam = 1``, and a hyperplane from its dual.

    The hyperplane has ``z . plane >= value - cost`` for every row: if the value is above 0, it gets
    all rows right that cost nothing.
    """

    lam: np.ndarray
    plane: np.ndarray
    value: float


@dataclass
class FractionalCover:
    """Shares of rows that cover all subsystems at least once, and the prices of these."""

    shares: np.ndarray
    prices: np.ndarray
    value: float


class CircuitProgram(Protocol):
    """Looks for the circuit of least cost among rows; None if there is none, or in trouble."""

    def __init__(self, rows: np.ndarray) -> None: ...

    def solve(self, costs: np.ndarray) -> Circuit | None: ...


class CoverProgram(Protocol):
    """Looks for the lightest fractional cover of the subsystems added so far."""

    def __init__(self, weights: np.ndarray) -> None: ...

    def add(self, rows: np.ndarray) -> None: ...

    def solve(self, lower: np.ndarray, upper: np.ndarray) -> FractionalCover | None: ...


def programs() -> tuple[type[CircuitProgram], type[CoverProgram]]:
    """With highspy each solution is the start of the next; SciPy starts anew each time."""
    try:
        from rosenblatt.certificates.highs_programs import HighsCircuits, HighsCovers
    except ImportError:
        return ScipyCircuits, ScipyCovers
    return HighsCircuits, HighsCovers


class ScipyCircuits:
    """Circuits by ``scipy.optimize.linprog``."""

    def __init__(self, rows: np.ndarray) -> None:
        self.equations = np.vstack([rows.T, np.ones(len(rows))])
        self.wanted = np.append(np.zeros(rows.shape[1]), 1.0)

    def solve(self, costs: np.ndarray) -> Circuit | None:
        from scipy.optimize import linprog

        found = linprog(costs, A_eq=self.equations, b_eq=self.wanted, method="highs-ds")
        if found.status != 0:
            return None
        return Circuit(found.x, -found.eqlin.marginals[:-1], float(found.fun))


class ScipyCovers:
    """Covers by ``scipy.optimize.linprog``."""

    def __init__(self, weights: np.ndarray) -> None:
        self.weights = weights.astype(np.float64)
        self.subsystems: list[np.ndarray] = []

    def add(self, rows: np.ndarray) -> None:
        self.subsystems.append(rows)

    def solve(self, lower: np.ndarray, upper: np.ndarray) -> FractionalCover | None:
        from scipy.optimize import linprog

        if not self.subsystems:
            return FractionalCover(lower.copy(), np.zeros(0), float(self.weights @ lower))
        matrix = incidence(self.subsystems, len(self.weights))
        found = linprog(
            self.weights, A_ub=-matrix, b_ub=-np.ones(matrix.shape[0]),
            bounds=np.column_stack([lower, upper]), method="highs-ds",
        )  # fmt: skip
        if found.status != 0:
            return None
        return FractionalCover(found.x, -found.ineqlin.marginals, float(found.fun))


def incidence(subsystems: list[np.ndarray], n_rows: int, kind: Any = np.float64) -> Any:
    """A line for each subsystem, with 1 at its rows."""
    sizes = [len(rows) for rows in subsystems]
    columns = np.concatenate(subsystems) if subsystems else np.zeros(0, dtype=np.int64)
    starts = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
    ones = np.ones(len(columns), dtype=kind)
    return sp.csr_array((ones, columns, starts), shape=(len(sizes), n_rows))
