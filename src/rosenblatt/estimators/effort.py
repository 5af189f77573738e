"""How much work a descent is given, and how it is spent."""

from dataclasses import dataclass
from typing import Any

from rosenblatt.training.descent import DescentOptions

PAPER_EPOCHS = 2000
NEAR = 64  # rows that mixed directions are made orthogonal to, at most
MOST_QUICK_FEATURES = 1000  # for Fisher's discriminant, if nobody asked for it
SMALL, MEDIUM = 2**14, 2**16  # values of tables for which a linear programme is quick


@dataclass(frozen=True)
class Effort:
    """Microseconds for the epochs: so many, and so many times what the paper's epochs take."""

    microseconds: float
    times_paper: float
    restarts: int = 1
    thorough: bool = False

    def epochs(self, n_rows: int, n_features: int) -> int:
        """The number of epochs of all restarts for a table of this shape, on any machine."""
        paper = PAPER_EPOCHS * paper_epoch(n_rows, n_features)
        wanted = self.microseconds + self.times_paper * paper
        return max(round(wanted / mixed_epoch(n_rows, n_features)), FEWEST)

    def starts(self, n_rows: int, n_features: int) -> list[str]:
        """The starts to choose from that this shape allows."""
        names = ["fisher"] if n_features <= MOST_QUICK_FEATURES else []
        likely = n_rows <= 2 * (n_features + 1)  # most labels can be separated then (Cover)
        most = MEDIUM if self.thorough else SMALL if likely else 0
        return [*names, "averaged", *(["lp"] if n_rows * n_features <= most else [])]


FEWEST = 100
EFFORTS = {
    "low": Effort(0, 0.25),
    "default": Effort(0, 1.3),
    "high": Effort(8e6, 1.5, restarts=4, thorough=True),
}


def paper_epoch(n_rows: int, n_features: int) -> float:
    """Microseconds of a search along a uniform direction, measured on some machine."""
    return 0.3 + n_rows * (0.002 + 3e-5 * n_features)


def mixed_epoch(n_rows: int, n_features: int) -> float:
    """The same along a mixed direction, which needs a basis of the rows near the hyperplane."""
    basis = min(n_features + 1, NEAR)
    rows = n_rows * (0.0034 + 3e-5 * n_features)
    return 0.35 + rows + n_features * (0.024 + 1.7e-5 * basis**2)


@dataclass(frozen=True)
class DescentPlan:
    """Everything about a descent that was given, and what an effort makes of the rest."""

    directions: str
    perturb: bool
    scale: str | None
    start_scale: str | None  # of the rows from which starts are learned
    starts: list[str]  # none: the start was given as an array
    n_restarts: int
    max_iter: int


def plan_of(estimator: Any, n_rows: int, n_features: int) -> DescentPlan:
    """What is neither "auto" nor None was chosen by the user, and stays."""
    effort = EFFORTS[estimator.effort]
    directions = estimator.directions
    if directions == "auto":
        directions = "uniform" if estimator.orthogonal else "mixed"
    starts = [estimator.init] if isinstance(estimator.init, str) else []
    restarts = estimator.n_restarts or effort.restarts
    return DescentPlan(
        directions=directions,
        perturb=directions == "mixed" if estimator.perturb is None else estimator.perturb,
        scale="robust" if estimator.scale == "auto" else estimator.scale,
        start_scale="standard" if estimator.scale == "auto" else estimator.scale,
        starts=effort.starts(n_rows, n_features) if starts == ["auto"] else starts,
        n_restarts=restarts,
        max_iter=estimator.max_iter or -(-effort.epochs(n_rows, n_features) // restarts),
    )


def options_of(estimator: Any, plan: DescentPlan) -> DescentOptions:
    return DescentOptions(
        directions=plan.directions,
        bias_direction=estimator.bias_direction,
        orthogonal=estimator.orthogonal,
        two_sided=estimator.two_sided,
        fit_intercept=estimator.fit_intercept,
        perturb=plan.perturb,
        max_iter=plan.max_iter,
    )
