"""How scores become probabilities, as every export writes it.

The predicted class always has the highest probability: where offsets would put others above it, it
shares evenly with them. Its level is then the largest mean of itself and of the others that are at
least as probable as any one of them, which needs no sorting; the others are cut off there.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from sklearn.dummy import DummyClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import Pipeline

from rosenblatt.classifiers.sigmoid import probabilities_of
from rosenblatt.ensembles import AdaBoostPerceptron
from rosenblatt.models.formula import ClassVotes, Formula
from rosenblatt.models.model import Model


@dataclass(frozen=True)
class Softmax:
    """Softmax of slope times score plus offset; a single score counts half for, half against."""

    slope: float
    offsets: np.ndarray  # (n_classes,)

    def shares(self, scores: np.ndarray) -> np.ndarray:
        """Probabilities of rows by their scores, one column per output."""
        sigmoid = np.append(self.slope, self.offsets)
        return probabilities_of(sigmoid, scores[:, 0] if scores.shape[1] == 1 else scores)


@dataclass(frozen=True)
class VoteShares:
    """``most`` plus the score over the sum of these; a single score counts for and against."""

    most: float


ProbabilityFormula = Softmax | VoteShares


def probability_of(model: Model, formula: Formula) -> ProbabilityFormula | None:
    """The formula of a model's probabilities; None if it has scores alone.

    Parameters
    ----------
    model : Model
        Fitted.
    formula : Formula
        How its scores decide.

    Returns
    -------
    Softmax, VoteShares or None
        What ``Model.predict_proba`` computes.
    """
    if model.sigmoid is not None:
        return Softmax(float(model.sigmoid[0]), np.asarray(model.sigmoid[1:]))
    estimator = last_step(model.estimator)
    if getattr(estimator, "probability", None) and hasattr(estimator, "sigmoid_"):
        return Softmax(float(estimator.sigmoid_[0]), np.asarray(estimator.sigmoid_[1:]))
    if isinstance(estimator, LogisticRegression):
        return logistic(estimator)
    if isinstance(estimator, DummyClassifier) and estimator.strategy == "prior":
        return Softmax(0.0, np.log(np.asarray(estimator.class_prior_)))
    return vote_shares_of(estimator, formula)


def last_step(estimator: Any) -> Any:
    """The classifier of a pipeline, or the estimator itself."""
    return estimator[-1] if isinstance(estimator, Pipeline) else estimator


def logistic(estimator: LogisticRegression) -> Softmax | None:
    """One sigmoid, or a softmax; liblinear's one against the rest is neither."""
    n_classes = len(estimator.classes_)
    if n_classes > 2 and estimator.solver == "liblinear":
        return None
    return Softmax(1.0, np.zeros(n_classes))


def vote_shares_of(estimator: Any, formula: Formula) -> VoteShares | None:
    if isinstance(estimator, AdaBoostPerceptron):
        votes = float(np.sum(estimator.estimator_weights_))
        return VoteShares(votes if len(estimator.classes_) == 2 else 0.0)
    if getattr(estimator, "hypothesis", None) != "voted" or not hasattr(estimator, "predict_proba"):
        return None
    if isinstance(formula, ClassVotes):
        return VoteShares(0.0)
    votes = estimator._votes if hasattr(estimator, "_votes") else estimator._model.votes
    return VoteShares(float(votes.most))
