"""How the perceptrons of a committee decide together: by hard votes, or by Fisher's weights.

Activations have a line for each perceptron and a column for each row. A layer has the weights of
the perceptrons, of which training needs the signs, and turns activations into scores.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

RIDGE = 1e-9
TIE_BREAK = 0.5
LARGEST = np.finfo(np.float64).max


@dataclass(frozen=True)
class HardVotes:
    """Every perceptron has one vote, the sign of its activation.

    A fraction of a vote goes to the side of the summed activations: it cannot outvote anybody, but
    decides between classes that have as many votes.
    """

    weights: np.ndarray

    def scores(self, activations: np.ndarray) -> np.ndarray:
        with np.errstate(over="ignore"):
            total = np.clip(activations.sum(axis=0), -LARGEST, LARGEST)
        return np.sign(activations).sum(axis=0) + TIE_BREAK * (total / (1 + np.abs(total)))

    def measures(self) -> dict[str, float]:
        return {}


@dataclass(frozen=True)
class FisherWeights:
    """Outputs are ramps; Fisher's discriminant of the outputs decides."""

    weights: np.ndarray
    intercept: float
    width: float  # of the ramps
    J: float = np.inf  # total variance of the scores over the variance between the classes

    def scores(self, activations: np.ndarray) -> np.ndarray:
        return self.weights @ ramp(activations, self.width) + self.intercept

    def measures(self) -> dict[str, float]:
        return {"J": self.J}


Layer = HardVotes | FisherWeights
LayerFactory = Callable[[np.ndarray, float, np.ndarray, np.ndarray], Layer]


def hard_votes(
    activations: np.ndarray, gamma: float, y: np.ndarray, row_weights: np.ndarray
) -> HardVotes:
    return HardVotes(np.ones(len(activations)))


def fisher_weights(
    activations: np.ndarray, gamma: float, y: np.ndarray, row_weights: np.ndarray
) -> FisherWeights:
    """``S^-1 (m1 - m2)`` with the total covariance S of the outputs; 0 lies between the means.

    S has ``1e-9`` times its trace on its diagonal: equal perceptrons make it singular.
    """
    width = ramp_width(gamma)
    outputs = ramp(activations, width)
    up, down = np.where(y > 0, row_weights, 0.0), np.where(y > 0, 0.0, row_weights)
    if not (up.any() and down.any()):  # all rows are of one side
        return FisherWeights(np.zeros(len(outputs)), 1.0 if up.any() else -1.0, width)
    share = up.sum() / row_weights.sum()
    m1, m2 = outputs @ up / up.sum(), outputs @ down / down.sum()
    centred = outputs - (share * m1 + (1 - share) * m2)[:, None]
    spread = (centred * (row_weights / row_weights.sum())) @ centred.T
    trace = float(np.trace(spread))
    if trace == 0:  # every perceptron has all rows on one side
        return FisherWeights(np.zeros(len(outputs)), 0.0, width)
    spread[np.diag_indices_from(spread)] += RIDGE * trace
    weights = np.linalg.solve(spread, m1 - m2)
    between = share * (1 - share) * float(weights @ (m1 - m2))
    J = max(1.0, 1 / between) if between > 0 else np.inf
    return FisherWeights(weights, -float(weights @ (m1 + m2)) / 2, width, J)


def ramp_width(gamma: float) -> float:
    return min(1.0, 2 * gamma)


def ramp(activations: np.ndarray, width: float) -> np.ndarray:
    """From -1 to 1, a slope between."""
    with np.errstate(over="ignore"):  # what is beyond all bounds is cut off, too
        return np.clip(activations / width, -1.0, 1.0)
