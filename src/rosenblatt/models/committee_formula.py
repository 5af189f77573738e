"""The formulas of committees: what several hyperplanes of one class say together.

``lines`` holds those of the first output, then those of the next, the intercept last. Two classes
have one output, more have one each.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from rosenblatt.estimators import CommitteeMachine, DiscriminantParallelPerceptron
from rosenblatt.training.output_layers import TIE_BREAK, FisherWeights, HardVotes, ramp_width


@dataclass(frozen=True)
class Medians:
    """An output's score is the median of the scores of its hyperplanes, an odd number."""

    classes: np.ndarray
    lines: np.ndarray  # (outputs * members, n_features + 1)
    members: int

    def scores(self, X: np.ndarray) -> np.ndarray:
        """Medians of dense rows, one column per output."""
        return np.median(activations(self.lines, self.members, X), axis=2)


@dataclass(frozen=True)
class CommitteeVotes:
    """An output's score is the sum of the signs of its hyperplanes' scores s, and a fraction of a
    vote for the side of their sum t: ``tie_break * t / (1 + |t|)``."""

    classes: np.ndarray
    lines: np.ndarray  # (outputs * members, n_features + 1)
    members: int
    tie_break: float = TIE_BREAK

    def scores(self, X: np.ndarray) -> np.ndarray:
        """Votes of dense rows, one column per output."""
        found = activations(self.lines, self.members, X).transpose(1, 2, 0)
        layer = HardVotes(np.ones(self.members))
        return np.column_stack([layer.scores(of_output) for of_output in found])


@dataclass(frozen=True)
class RampSums:
    """An output's score is a weighted sum of ramps, ``clip(s / width, -1, 1)`` of the scores s of
    its hyperplanes, and a constant."""

    classes: np.ndarray
    lines: np.ndarray  # (outputs * members, n_features + 1)
    shares: np.ndarray  # (outputs, members) weights of the ramps
    constants: np.ndarray  # (outputs,)
    widths: np.ndarray  # (outputs,)

    @property
    def members(self) -> int:
        """How many hyperplanes an output has."""
        return int(self.shares.shape[1])

    def scores(self, X: np.ndarray) -> np.ndarray:
        """Sums of dense rows, one column per output."""
        found = activations(self.lines, self.members, X).transpose(1, 2, 0)
        layers = map(FisherWeights, self.shares, self.constants, self.widths)
        return np.column_stack([layer.scores(of) for layer, of in zip(layers, found, strict=True)])


CommitteeFormula = Medians | CommitteeVotes | RampSums


def activations(lines: np.ndarray, members: int, X: np.ndarray) -> np.ndarray:
    """Scores of hyperplanes, (rows, outputs, members)."""
    return (X @ lines[:, :-1].T + lines[:, -1]).reshape(len(X), -1, members)


def committee_formula(estimator: Any) -> CommitteeFormula:
    """The formula of a committee machine or of parallel perceptrons.

    Parameters
    ----------
    estimator : CommitteeMachine, ParallelPerceptron or DiscriminantParallelPerceptron
        Fitted.

    Returns
    -------
    Medians, CommitteeVotes or RampSums
        Hyperplanes, and how they decide together.
    """
    classes = estimator.classes_
    if isinstance(estimator, CommitteeMachine):
        return medians(estimator)
    lines = estimator.perceptrons_.reshape(-1, estimator.perceptrons_.shape[2])
    if not isinstance(estimator, DiscriminantParallelPerceptron):
        return CommitteeVotes(classes, lines, estimator.perceptrons_.shape[1])
    widths = np.array([ramp_width(float(gamma)) for gamma in estimator.gamma_])
    return RampSums(classes, lines, estimator.output_weights_, estimator.output_intercept_, widths)


def medians(estimator: CommitteeMachine) -> Medians:
    if estimator._votes is not None:
        raise ValueError(
            "hypothesis='voted' is a vote of committees that vote themselves, which no export "
            "writes; fit with hypothesis='averaged', which is one committee, and export that."
        )
    lines = np.column_stack([estimator.coef_, estimator.intercept_]).astype(np.float64)
    outputs = 1 if len(estimator.classes_) == 2 else len(estimator.classes_)
    return Medians(estimator.classes_, lines, len(lines) // outputs)
