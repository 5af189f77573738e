"""The formula of each kind of learner, or a clear message why it has none."""

from dataclasses import replace
from typing import Any

import numpy as np
from sklearn.dummy import DummyClassifier
from sklearn.pipeline import Pipeline

from rosenblatt._sklearn import LinearClassifierMixin
from rosenblatt.classifiers.linear import LinearClassifier
from rosenblatt.ensembles import AdaBoostPerceptron
from rosenblatt.ensembles.hypotheses import Hyperplanes
from rosenblatt.estimators import CommitteeMachine, KernelPerceptron
from rosenblatt.estimators.parallel import CommitteeClassifier
from rosenblatt.models.committee_formula import committee_formula
from rosenblatt.models.formula import ClassVotes, Formula, KernelSums, Planes, SignVotes, planes
from rosenblatt.models.kernel_formula import kernel_sums
from rosenblatt.models.linear_steps import linear_map_of
from rosenblatt.models.voted_formula import voted
from rosenblatt.training.groups import require_line_per_class


class NoFormulaError(ValueError):
    """A learner that is not made of hyperplanes."""


def formula_of(estimator: Any, n_features: int) -> Formula:
    """The formula by which a fitted learner predicts.

    Parameters
    ----------
    estimator : fitted classifier
        Linear, voted, boosted, a committee, or with a kernel.
    n_features : int
        Coded features.

    Returns
    -------
    Planes, SignVotes, ClassVotes, Medians, CommitteeVotes, RampSums or KernelSums
        Hyperplanes or support rows, and how they decide. A linear kernel is hyperplanes.

    Examples
    --------
    >>> from rosenblatt import AveragedPerceptron
    >>> from rosenblatt.models.learner_formulas import formula_of
    >>> learner = AveragedPerceptron(random_state=0).fit([[-1.0], [1.0]], ["no", "yes"])
    >>> formula_of(learner, 1).lines.shape
    (1, 2)
    """
    if isinstance(estimator, Pipeline):
        return of_pipeline(estimator, n_features)
    if isinstance(estimator, AdaBoostPerceptron):
        return boosted(estimator)
    if isinstance(estimator, KernelPerceptron):
        if estimator._model.kernel.name != "linear":
            return kernel_sums(estimator)
        estimator = estimator.to_linear()
    if isinstance(estimator, CommitteeMachine | CommitteeClassifier):
        return committee_formula(estimator)
    require_line_per_class(getattr(estimator, "_group", "ovr"), "which no export can write")
    if getattr(estimator, "_votes", None) is not None:
        return voted(estimator._votes, estimator.classes_)
    if isinstance(estimator, LinearClassifier | LinearClassifierMixin):
        return planes(estimator)
    if isinstance(estimator, DummyClassifier):
        return constant(estimator, n_features)
    raise NoFormulaError(
        f"{type(estimator).__name__} is not made of hyperplanes and cannot be exported; fit a "
        "learner of rosenblatt or a linear one of scikit-learn."
    )


def of_pipeline(pipeline: Pipeline, n_features: int) -> Formula:
    """The classifier's formula over the features before the linear steps."""
    *before, last = [step for _, step in pipeline.steps]
    steps = linear_map_of(before, n_features)
    formula = formula_of(last, len(steps.b))
    if isinstance(formula, KernelSums):
        raise ValueError(
            f"{type(before[0]).__name__} before a kernel that is not linear cannot be exported; "
            "scale columns one by one (StandardScaler), or choose kernel='linear'."
        )
    weights = np.asarray((steps.A.T @ formula.lines[:, :-1].T).T)
    constants = formula.lines[:, :-1] @ steps.b + formula.lines[:, -1]
    return replace(formula, lines=np.column_stack([weights, constants]))


def boosted(estimator: AdaBoostPerceptron) -> Formula:
    classes, weights = estimator.classes_, np.asarray(estimator.estimator_weights_, dtype=float)
    hypotheses = estimator._hypotheses
    if isinstance(hypotheses, Hyperplanes):
        require_line_per_class(hypotheses.group, "which no export can write")
        lines = hypotheses.lines.astype(np.float64)
    else:
        lines = np.array([lines_of(e, len(classes)) for e in hypotheses.estimators])
    flat = lines.reshape(-1, lines.shape[2])
    if len(classes) == 2:
        return SignVotes(classes, flat, weights, np.zeros(len(weights), dtype=int))
    return ClassVotes(classes, flat, weights)


def lines_of(estimator: Any, n_classes: int) -> np.ndarray:
    """Hyperplanes of one round of boosting."""
    found = formula_of(estimator, getattr(estimator, "n_features_in_", 0))
    if not isinstance(found, Planes) or len(estimator.classes_) != n_classes:
        raise ValueError(
            f"this model boosts {type(estimator).__name__}, which itself votes, has a kernel, or "
            "has not seen every class; only boosted hyperplanes can be exported. Boost a learner "
            "that ends with one hyperplane, such as RCDPerceptron."
        )
    return found.lines


def constant(estimator: DummyClassifier, n_features: int) -> Planes:
    """A classifier that always predicts the same class is a hyperplane without weights."""
    if estimator.strategy not in ("most_frequent", "prior", "constant"):
        raise ValueError(
            f"DummyClassifier(strategy={estimator.strategy!r}) draws labels at random, which no "
            "formula does; choose strategy='most_frequent'."
        )
    row = np.zeros((1, n_features))
    chosen = int(np.flatnonzero(estimator.classes_ == estimator.predict(row)[0])[0])
    n_lines = 1 if len(estimator.classes_) == 2 else len(estimator.classes_)
    lines = np.zeros((n_lines, n_features + 1))
    lines[0 if n_lines == 1 else chosen, -1] = 2 * chosen - 1 if n_lines == 1 else 1
    return Planes(estimator.classes_, lines)
