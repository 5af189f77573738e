"""Which mistake bound applies to a fitted model, and what it says."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from math import sqrt
from typing import Any

import numpy as np
import scipy.sparse as sp

from rosenblatt import _core
from rosenblatt.certificates.bounds import (
    freund_schapire_bound,
    margin_update_bound,
    second_order_bound,
    slack_of,
    started_bound,
)
from rosenblatt.certificates.error_bound import keys
from rosenblatt.certificates.labelled_rows import LabelledRows
from rosenblatt.certificates.margin_bracket import MarginBracket, dense, margin_bracket
from rosenblatt.certificates.separability import Separability
from rosenblatt.training.starts import start_lines

ROUNDED_UP = 1 + 1e-9  # bounds are computed in floating point
UNIT_STEPS = 1024  # copies of a row that the content order visits in unit steps
PENALTIES = (1e-3, 1e-1, 1e1)  # of the soft margins among which a good comparison is sought
QUANTILES = np.linspace(0.0, 1.0, 101)


@dataclass(frozen=True)
class MistakeBound:
    """The updates that a model made, and how many it could have made at most.

    Attributes
    ----------
    updates : int or None
        Made in training; None if the model does not record them.
    bound : float or None
        No more can be made; None if no bound is stated, and ``proof`` says why.
    theorem : str
        Whose bound it is.
    proof : str
        The formula with its numbers, or the reason why there is none.
    """

    updates: int | None
    bound: float | None
    theorem: str
    proof: str


def mistake_bound(
    model: Any, lane: int, problem: LabelledRows, found: Separability, *, weighted: bool
) -> MistakeBound:
    """The bound that holds for one hyperplane of a fitted model.

    Parameters
    ----------
    model : fitted classifier
        Of this package.
    lane : int
        The number of the hyperplane.
    problem : LabelledRows
        The training rows, as that hyperplane saw them.
    found : Separability
        What is known about them.
    weighted : bool
        Whether rows or classes had weights in training.
    """
    updates = updates_of(model, lane, len(problem.signs))
    reason = why_not(model, problem, updates, weighted)
    if reason:
        return MistakeBound(updates, None, "", reason)
    space = training_space(model, problem)
    if isinstance(model._rule(), _core.SecondOrder):
        return second_order(model, lane, space, found, updates)
    found_bounds = [for_any_rows(model, lane, space, updates)]
    if found.separable:
        found_bounds.append(for_separable(model, lane, space, found, updates))
    return min(found_bounds, key=lambda each: np.inf if each.bound is None else each.bound)


def updates_of(model: Any, lane: int, n_rows: int) -> int | None:
    counts = getattr(model, "mistakes_", None)
    if counts is None or len(counts) != n_rows:
        return None
    return int((counts if counts.ndim == 1 else counts[:, lane]).sum())


def why_not(model: Any, problem: LabelledRows, updates: int | None, weighted: bool) -> str:
    """Why no bound is stated, or nothing."""
    name = type(model).__name__
    if not hasattr(model, "_rule"):
        return f"{name} does not learn by mistakes"
    if not isinstance(model._rule(), _core.Perceptron | _core.SecondOrder):
        return f"no bound is stated for the rule of {name}"
    if updates is None:
        return f"{name} was fitted on other rows"
    if weighted or getattr(model, "class_weight", None) is not None:
        return "no bound is stated for rows with weights"
    if model.warm_start or model.n_updates_ != model.mistakes_.sum():
        return "the training began before these rows were seen"
    if getattr(model, "scale", None) is not None:
        return "the mistakes were made on scaled rows; scale them beforehand, and set scale=None"
    if isinstance(model.init, str) and model.init == "fisher":
        return "no bound is stated for a start from Fisher's discriminant"
    if model.order == "content" and most_copies(problem.X) > UNIT_STEPS:
        return f"rows with more than {UNIT_STEPS} copies are learned in longer steps"
    if isinstance(model._rule(), _core.SecondOrder):
        return why_not_second_order(model)
    return "a margin of inf learns every row" if np.isinf(max(model._margins())) else ""


def why_not_second_order(model: Any) -> str:
    if model.ridge == 0:
        return "no bound is stated without a ridge"
    zero = isinstance(model.init, str) and model.init == "zero"
    return "" if zero else "no bound is stated for a start other than zero"


def most_copies(X: Any) -> int:
    if X.shape[0] <= UNIT_STEPS:
        return 1
    return max(Counter(keys(X)).values())


@dataclass(frozen=True)
class TrainingSpace:
    """The rows with the constant feature that stands for the intercept in training."""

    rows: LabelledRows
    constant: float
    radius: float
    unit: float  # mean squared norm of the rows, in which thresholds are given

    def weights(self, coef: np.ndarray, intercept: float) -> np.ndarray:
        """A hyperplane as a vector of this space."""
        return np.append(coef, intercept / self.constant) if self.constant else coef


def training_space(model: Any, problem: LabelledRows) -> TrainingSpace:
    frame, scale = model._stream.frame, model._stream.scale
    constant = sqrt(frame.constant2) / scale
    X = problem.X
    if constant:
        last = np.full((X.shape[0], 1), constant)
        X = sp.csr_array(sp.hstack([X, last])) if sp.issparse(X) else np.hstack([X, last])
    squares = X.multiply(X).sum(axis=1) if sp.issparse(X) else (X * X).sum(axis=1)
    rows = LabelledRows(X, problem.signs, problem.classes, False)
    return TrainingSpace(rows, constant, sqrt(float(np.max(squares))), frame.unit / scale**2)


def for_separable(
    model: Any, lane: int, space: TrainingSpace, found: Separability, updates: int | None
) -> MistakeBound:
    """Novikoff's bound with the widest margin of that space, with threshold and start."""
    bracket = widest(space, found)
    gamma, radius = bracket.low, space.radius
    if not gamma > 0:
        return MistakeBound(updates, None, "", "the margin is too thin for floating point")
    threshold, step = max(model._margins()) * space.unit, model.eta0
    start = start_of(model, lane, space)
    numbers = f"R = {radius:.4g}, gamma = {gamma:.4g}"
    if start is None or not start.any():
        bound = margin_update_bound(radius, gamma, threshold, step)
        if threshold == 0:
            return stated(updates, bound, "Novikoff", f"(R / gamma)^2, {numbers}")
        formula = f"(R^2 + 2 tau / eta) / gamma^2, {numbers}, tau = {threshold:.4g}"
        return stated(updates, bound, "Krauth and Mézard", formula)
    unit = bracket.coef / np.linalg.norm(bracket.coef)
    wider = sqrt(radius**2 + 2 * threshold / step)
    bound = started_bound(
        wider, gamma, float(np.linalg.norm(start)) / step, float(start @ unit) / step
    )
    return stated(updates, bound, "Novikoff, from a start", f"larger root of (14), {numbers}")


def widest(space: TrainingSpace, found: Separability) -> MarginBracket:
    return margin_bracket(space.rows, space.weights(found.coef, found.intercept), 0.0)


def start_of(model: Any, lane: int, space: TrainingSpace) -> np.ndarray | None:
    """The starting weights in the space of training; None for zero."""
    n_features = space.rows.X.shape[1] - bool(space.constant)
    if isinstance(model.init, str):
        if model.init == "zero" or not space.constant:
            return None
        return space.weights(np.zeros(n_features), -space.unit)
    line = start_lines(model.init, len(model.coef_), n_features)[lane]
    return space.weights(line[:-1], line[-1])


def for_any_rows(model: Any, lane: int, space: TrainingSpace, updates: int | None) -> MistakeBound:
    """Freund and Schapire's bound, for the best of some unit vectors and margins."""
    if model.order == "random":
        return MistakeBound(updates, None, "", "random draws visit rows unequally often")
    start = start_of(model, lane, space)
    if start is not None and start.any():
        return MistakeBound(
            updates, None, "", "the start is not zero, and the rows are not separable"
        )
    threshold, step = max(model._margins()) * space.unit, model.eta0
    best = (np.inf, 0.0, 0.0)
    for vector in comparisons(model, lane, space):
        margins = space.rows.signs * (space.rows.X @ vector) / np.linalg.norm(vector)
        for margin in margins_to_try(margins):
            slack = slack_of(margins, margin, model.n_iter_)
            bound = freund_schapire_bound(
                space.radius, margin, slack, threshold=threshold, step=step
            )
            best = min(best, (bound, margin, slack))
    if not np.isfinite(best[0]):
        return MistakeBound(updates, None, "", "no unit vector gets a row right")
    numbers = f"R = {space.radius:.4g}, gamma = {best[1]:.4g}, D = {best[2]:.4g}"
    formula = (
        "((R + D) / gamma)^2" if threshold == 0 else "((sqrt(R^2 + 2 tau / eta) + D) / gamma)^2"
    )
    return stated(updates, best[0], "Freund and Schapire", f"{formula}, {numbers}")


def second_order(
    model: Any, lane: int, space: TrainingSpace, found: Separability, updates: int | None
) -> MistakeBound:
    counts = model.mistakes_ if model.mistakes_.ndim == 1 else model.mistakes_[:, lane]
    learned = np.flatnonzero(counts)
    rows = dense(space.rows.X[learned]) * space.rows.signs[learned, None]
    rows = np.repeat(rows, counts[learned], axis=0)
    ridge = model.ridge * space.unit
    vectors = comparisons(model, lane, space)
    if found.separable:
        vectors.append(widest(space, found).coef)
    tried = [
        second_order_bound(rows, vector, margin, ridge, missed)
        for vector in vectors
        for margin, missed in hinge_losses(model, space, vector)
    ]
    if not tried:
        return MistakeBound(updates, None, "", "random draws visit rows unequally often")
    proof = f"D / gamma + sqrt((a + u'Gu) sum ln(1 + lambda / a)) / gamma, a = {ridge:.4g}"
    return stated(updates, min(tried), "Cesa-Bianchi, Conconi and Gentile", proof)


def hinge_losses(model: Any, space: TrainingSpace, vector: np.ndarray) -> list[tuple[float, float]]:
    """Margins, and the hinge loss of all visits at each: of random draws only where it is 0."""
    margins = space.rows.signs * (space.rows.X @ vector) / np.linalg.norm(vector)
    losses = [(m, float(np.maximum(0.0, m - margins).sum())) for m in margins_to_try(margins)]
    if model.order == "random":
        return [(margin, loss) for margin, loss in losses if loss == 0]
    return [(margin, model.n_iter_ * loss) for margin, loss in losses]


def comparisons(model: Any, lane: int, space: TrainingSpace) -> list[np.ndarray]:
    """Vectors to compare with: any is right, and good ones give low bounds."""
    from sklearn.svm import LinearSVC

    own = space.weights(model.coef_[lane], float(model.intercept_[lane]))
    size = float(abs(space.rows.X).max()) or 1.0
    found = [np.asarray(own, dtype=np.float64)]
    for penalty in PENALTIES:
        svm = LinearSVC(C=penalty, fit_intercept=False, dual="auto", max_iter=100, random_state=0)
        found.append(fitted(svm, space.rows.X / size, space.rows.signs))
    return [vector for vector in found if np.linalg.norm(vector) > 0]


def fitted(svm: Any, X: Any, signs: np.ndarray) -> np.ndarray:
    import warnings

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # any vector will do, converged or not
        return svm.fit(X, signs).coef_[0]


def margins_to_try(margins: np.ndarray) -> np.ndarray:
    quantiles = np.quantile(margins, QUANTILES)
    tried = np.concatenate([quantiles, 2.0 ** np.arange(-8, 5) * np.abs(margins).max(initial=0.0)])
    return np.unique(tried[tried > 0])


def stated(updates: int | None, bound: float, theorem: str, proof: str) -> MistakeBound:
    return MistakeBound(updates, float(bound) * ROUNDED_UP, theorem, proof)
