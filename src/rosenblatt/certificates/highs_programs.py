"""The linear programmes of the optimum by highspy: each solution is the start of the next."""

from typing import Any

import highspy
import numpy as np
import scipy.sparse as sp

from rosenblatt.certificates.linear_programs import Circuit, FractionalCover
from rosenblatt.certificates.solver_runs import solver_run

OPTIONS: dict[str, Any] = {"output_flag": False, "threads": 1, "presolve": "off"}
PRIMAL_SIMPLEX = 4


class HighsCircuits:
    """Circuits: only costs change, so the last vertex is still one."""

    def __init__(self, rows: np.ndarray) -> None:
        n, width = rows.shape
        equations = sp.csc_array(np.vstack([rows.T, np.ones(n)]))
        wanted = np.append(np.zeros(width), 1.0)
        self.columns = np.arange(n, dtype=np.int32)
        self.solver = opened(np.zeros(n), np.full(n, np.inf), equations, wanted, wanted)
        self.solver.setOptionValue("simplex_strategy", PRIMAL_SIMPLEX)

    def solve(self, costs: np.ndarray) -> Circuit | None:
        self.solver.changeColsCost(len(costs), self.columns, costs.astype(np.float64))
        if not solved(self.solver):
            return None
        found = self.solver.getSolution()
        value = self.solver.getInfo().objective_function_value
        return Circuit(np.array(found.col_value), -np.array(found.row_dual)[:-1], float(value))


class HighsCovers:
    """Covers: subsystems are added and bounds change, so the last prices are still possible."""

    def __init__(self, weights: np.ndarray) -> None:
        n = len(weights)
        nothing = sp.csc_array((0, n))
        self.columns = np.arange(n, dtype=np.int32)
        self.solver = opened(weights, np.ones(n), nothing, np.zeros(0), np.zeros(0))

    def add(self, rows: np.ndarray) -> None:
        self.solver.addRow(1.0, np.inf, len(rows), rows.astype(np.int32), np.ones(len(rows)))

    def solve(self, lower: np.ndarray, upper: np.ndarray) -> FractionalCover | None:
        self.solver.changeColsBounds(
            len(lower), self.columns, lower.astype(np.float64), upper.astype(np.float64)
        )
        if not solved(self.solver):
            return None
        found = self.solver.getSolution()
        value = self.solver.getInfo().objective_function_value
        return FractionalCover(np.array(found.col_value), np.array(found.row_dual), float(value))


def opened(
    costs: np.ndarray, upper: np.ndarray, matrix: Any, low: np.ndarray, high: np.ndarray
) -> Any:
    """A solver of ``min costs . x, low <= matrix x <= high, 0 <= x <= upper``."""
    model = highspy.HighsLp()
    model.num_row_, model.num_col_ = matrix.shape
    model.col_cost_ = costs.astype(np.float64)
    model.col_lower_, model.col_upper_ = np.zeros(len(costs)), upper
    model.row_lower_, model.row_upper_ = low, high
    model.a_matrix_.format_ = highspy.MatrixFormat.kColwise
    model.a_matrix_.start_ = matrix.indptr
    model.a_matrix_.index_ = matrix.indices
    model.a_matrix_.value_ = matrix.data
    solver = highspy.Highs()
    for name, value in OPTIONS.items():
        solver.setOptionValue(name, value)
    solver.passModel(model)
    return solver


def solved(solver: Any) -> bool:
    """In trouble once more, without the last solution as a start."""
    for _ in range(2):
        with solver_run():
            solver.run()
        if solver.getModelStatus() == highspy.HighsModelStatus.kOptimal:
            return True
        if solver.getModelStatus() == highspy.HighsModelStatus.kInfeasible:
            return False
        solver.clearSolver()
    return False
