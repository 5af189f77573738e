"""A fitted learner as a formula over coded features, as every export writes it.

There are five kinds: hyperplanes whose scores decide, hypotheses that vote yes or no, hypotheses
that vote for a class, committees (``committee_formula``), and sums over support rows. ``lines``
holds hyperplanes, one per line, the intercept last.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from rosenblatt.models.committee_formula import CommitteeFormula
from rosenblatt.training.kernel import Kernel, squared_norms
from rosenblatt.training.summed_votes import smallest_vote, ties_broken


@dataclass(frozen=True)
class Planes:
    """One hyperplane (two classes) or one per class: the score decides."""

    classes: np.ndarray
    lines: np.ndarray  # (1 or n_classes, n_features + 1)

    def scores(self, X: np.ndarray) -> np.ndarray:
        """Scores of dense rows, one column per hyperplane."""
        return against(self.lines, X)


@dataclass(frozen=True)
class SignVotes:
    """Hypotheses that vote yes or no: an output's score is the signed sum of its hypotheses' votes.

    Two classes have one output, more have one each. Of several, summed scores decide where votes do
    not (``training.summed_votes.ties_broken``).
    """

    classes: np.ndarray
    lines: np.ndarray  # (hypotheses, n_features + 1)
    ballots: np.ndarray  # (hypotheses,) votes of each
    outputs: np.ndarray  # (hypotheses,) the output each votes on

    def scores(self, X: np.ndarray) -> np.ndarray:
        """Signed sums of votes of dense rows, one column per output."""
        votes = np.where(against(self.lines, X) >= 0, 1.0, -1.0) @ self.table()
        if not self.may_tie:
            return votes
        summed = against(self.summed_lines(), X)
        return ties_broken(votes, summed, self.most, self.smallest)

    @property
    def may_tie(self) -> bool:
        """Whether several classes are voted on one by one."""
        return bool(self.outputs.max() > 0)

    @property
    def most(self) -> float:
        """The most votes that a class can have."""
        return float(self.table().sum(axis=0).max())

    @property
    def smallest(self) -> float:
        """The fewest votes of a hypothesis that has any."""
        return smallest_vote(self.ballots)

    def summed_lines(self) -> np.ndarray:
        """Of each output: the sum of its hypotheses, each times its share of the most votes."""
        return (self.table().T @ self.lines) / (self.most or 1.0)

    def table(self) -> np.ndarray:
        """Votes as (hypotheses, outputs)."""
        return np.eye(self.outputs.max() + 1)[self.outputs] * self.ballots[:, None]


@dataclass(frozen=True)
class ClassVotes:
    """Hypotheses of one hyperplane per class; each gives its votes to its best class."""

    classes: np.ndarray
    lines: np.ndarray  # (hypotheses * n_classes, n_features + 1), those of a hypothesis together
    ballots: np.ndarray  # (hypotheses,)

    def scores(self, X: np.ndarray) -> np.ndarray:
        """Votes of dense rows for each class."""
        width = len(self.classes)
        best = against(self.lines, X).reshape(len(X), -1, width).argmax(axis=2)
        return np.einsum("nhk,h->nk", np.eye(width)[best], self.ballots)


@dataclass(frozen=True)
class KernelSums:
    """Sums of a kernel's products with support rows, each times its coefficient: they decide."""

    classes: np.ndarray
    kernel: Kernel
    rows: np.ndarray  # (support rows, n_features)
    dual: np.ndarray  # (1 or n_classes, support rows)
    intercepts: np.ndarray  # (1 or n_classes,)

    def scores(self, X: np.ndarray) -> np.ndarray:
        """Scores of dense rows, one column per output."""
        products = np.empty((len(X), len(self.rows)))
        self.kernel.between(X, self.rows, products, (squared_norms(X), squared_norms(self.rows)))
        return products @ self.dual.T + self.intercepts


LinearFormula = Planes | SignVotes | ClassVotes | CommitteeFormula
Formula = LinearFormula | KernelSums


def against(lines: np.ndarray, X: np.ndarray) -> np.ndarray:
    return X @ lines[:, :-1].T + lines[:, -1]


def planes(estimator: Any) -> Planes:
    """Of any classifier with one hyperplane, or one per class."""
    coef = np.atleast_2d(np.asarray(estimator.coef_, dtype=np.float64))
    intercept = np.broadcast_to(np.asarray(estimator.intercept_, dtype=np.float64), len(coef))
    return Planes(np.asarray(estimator.classes_), np.column_stack([coef, intercept]))
