"""One hyperplane and the weight of the rows it gets wrong, in whole numbers and exactly."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from rosenblatt.certificates.rationals import IntegerRow, integer_rows, product
from rosenblatt.training.scaling import Scaling, scaling_of

LARGEST_TOTAL = 2**30
MULTIPLES = 1e-12
ROUNDING = 64 * np.finfo(np.float64).eps


@dataclass
class ZeroOneProblem:
    """Distinct rows with labels +1 and -1; those that contradict each other are settled.

    A row x of label y is right if ``z . (w, b) > 0``, with ``z = y (x, 1)``. Of two equal rows of
    different labels one is always wrong: the smaller weight is in ``settled``, and the rest of the
    larger one stays. Weights are whole numbers of ``unit``,
    rounded down if they are no multiples of it.
    """

    X: np.ndarray
    labels: np.ndarray
    weights: np.ndarray
    unit: float
    settled: int
    rounded: bool

    @cached_property
    def rows(self) -> np.ndarray:
        """The z of all rows."""
        return with_ones(self.X) * self.labels[:, None]

    @cached_property
    def scaling(self) -> Scaling:
        return scaling_of("range", self.X)

    @cached_property
    def scaled_rows(self) -> np.ndarray:
        """The z of all rows with features in [-1, 1], for solvers: rounded."""
        return with_ones(self.scaling.apply(self.X)) * self.labels[:, None]

    @cached_property
    def integer_rows(self) -> list[IntegerRow]:
        return integer_rows(self.rows)

    @property
    def total(self) -> int:
        return int(self.weights.sum())

    def units(self, amount: int) -> float:
        """A weight without the settled rows, as the weight of all rows that it stands for."""
        return float(self.unit * (self.settled + amount))

    def wrong(self, plane: np.ndarray) -> np.ndarray:
        """Which rows are not strictly right, decided exactly."""
        with np.errstate(over="ignore", invalid="ignore"):
            scores = self.rows @ plane
            doubt = ROUNDING * len(plane) * (np.abs(self.rows) @ np.abs(plane))
            unsure = ~(np.abs(scores) > doubt)
        wrong = scores <= 0
        if unsure.any():
            exact = integer_rows(plane[None])[0]
            for k in np.flatnonzero(unsure):
                wrong[k] = product(self.integer_rows[k], exact) <= 0
        return wrong

    def error(self, plane: np.ndarray) -> int:
        """Weight of the wrong rows among those that are not settled."""
        return int(self.weights[self.wrong(plane)].sum())

    def unscaled(self, plane: np.ndarray) -> np.ndarray:
        """The hyperplane for the rows as given, of one for the scaled rows."""
        return self.scaling.weights_for_rows(plane[None])[0]


def with_ones(X: np.ndarray) -> np.ndarray:
    return np.column_stack([X, np.ones(len(X))])


def zero_one_problem(
    X: np.ndarray, positive: np.ndarray, weights: np.ndarray | None
) -> ZeroOneProblem:
    """The problem of dense rows, in an order that depends on what they hold alone."""
    whole, unit, rounded = whole_weights(weights, len(X))
    distinct, number = np.unique(X + 0.0, axis=0, return_inverse=True)
    number = number.ravel()
    sides = np.zeros((2, len(distinct)), dtype=np.int64)
    np.add.at(sides, (positive.astype(int), number), whole)
    settled = sides.min(axis=0)
    sides -= settled
    kept = np.flatnonzero(sides.any(axis=0))
    labels = np.where(sides[1, kept] > 0, 1.0, -1.0)
    heavier = sides[:, kept].max(axis=0)
    return ZeroOneProblem(distinct[kept], labels, heavier, unit, int(settled.sum()), rounded)


def whole_weights(weights: np.ndarray | None, n_rows: int) -> tuple[np.ndarray, float, bool]:
    """Weights as whole numbers of a unit, the unit, and whether they had to be rounded down."""
    if weights is None:
        return np.ones(n_rows, dtype=np.int64), 1.0, False
    for unit in (common_divisor(weights), float(weights.min())):
        multiples = np.rint(weights / unit)
        near = np.allclose(multiples * unit, weights, rtol=MULTIPLES, atol=0)
        if near and multiples.sum() < LARGEST_TOTAL:
            return multiples.astype(np.int64), unit, False
    unit = float(weights.sum()) / LARGEST_TOTAL
    return np.floor(weights / unit).astype(np.int64), unit, True


def common_divisor(weights: np.ndarray) -> float:
    """Of whole weights; 1 if they are not whole."""
    if weights.max() >= 2**53 or np.any(weights != np.rint(weights)):
        return 1.0
    return float(np.gcd.reduce(weights.astype(np.int64)))
