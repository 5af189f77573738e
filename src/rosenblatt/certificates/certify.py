"""What can be proven about a fitted hyperplane and its training rows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from sklearn.utils.validation import check_is_fitted

from rosenblatt.certificates.error_bound import ErrorBound, error_lower_bound
from rosenblatt.certificates.guaranteed_margin import guaranteed_margin
from rosenblatt.certificates.labelled_rows import LabelledRows, labelled_rows
from rosenblatt.certificates.margin_bracket import MarginBracket, margin_bracket, plane_margin
from rosenblatt.certificates.mistake_bounds import MistakeBound, mistake_bound
from rosenblatt.certificates.separability import Separability, separability
from rosenblatt.formatting import plural
from rosenblatt.training.labels import check_weights


@dataclass(frozen=True, repr=False)
class Certificate:
    """The answer of :func:`certify`.

    Attributes
    ----------
    model : str
        The class of the model; with more than two labels, also the one against the rest.
    separability : Separability
        Whether the rows are separable, with proof.
    mistakes : MistakeBound
        ``updates`` made beside the ``bound`` that holds, its ``theorem`` and ``proof``.
    margin : float or None
        The least ``y (w . x + b) / |w|``, negative if a row is wrong; None for a vote, which is not
        a hyperplane.
    guaranteed_margin : float or None
        The least ``margin`` that Khardon and Wachman's theorem guarantees for a perceptron with a
        margin that has separated the rows; None for others.
    best_margin : MarginBracket or None
        Between which numbers (``low`` and ``high``) the widest margin lies; None if the rows are
        not separable.
    errors : float
        Weight of the rows that the model gets wrong. Without an intercept a score of 0 is wrong for
        either class: no hyperplane through the origin has such a row strictly on its side.
    error_bound : ErrorBound
        ``errors`` that no hyperplane can go below, with proofs.
    """

    model: str
    separability: Separability
    mistakes: MistakeBound
    margin: float | None
    guaranteed_margin: float | None
    best_margin: MarginBracket | None
    errors: float
    error_bound: ErrorBound

    @property
    def optimal(self) -> bool:
        """Whether it is proven that no hyperplane has fewer errors. (A vote may have fewer yet.)"""
        return self.errors <= self.error_bound.errors

    @property
    def lines(self) -> tuple[str, ...]:
        """The certificate in words: one sentence for each thing, and how it was proven."""
        return (
            f"Separable: {self.separability.statement}",
            f"Updates: {updates_in_words(self.mistakes)}",
            f"Margin: {margin_in_words(self.margin, self.guaranteed_margin, self.best_margin)}",
            f"Training errors: {errors_in_words(self.errors, self.error_bound)}",
        )

    def __repr__(self) -> str:
        return "\n".join([f"Certificate of {self.model}", *(f"  {line}" for line in self.lines)])


def certify(
    model: Any,
    X: Any,
    y: Any,
    *,
    sample_weight: Any = None,
    positive: Any = None,
    time_limit: float | None = 10.0,
) -> Certificate:
    """Compare what a linear model did with what can be proven about its training rows.

    Its updates with the bound that holds for its rule, its margin with the widest possible, its
    training errors with a number that no hyperplane can go below. Separability and the lower bound
    on errors are proven in exact arithmetic; margins are computed with a bound on their rounding.

    Parameters
    ----------
    model : fitted classifier
        With ``coef_`` and ``intercept_``, of this package or another one.
    X : {array-like, sparse matrix} of shape (n_samples, n_features)
        The rows it was fitted on.
    y : array-like of shape (n_samples,)
        Their labels.
    sample_weight : array-like of shape (n_samples,), default=None
        The weights it was fitted with. Rows of weight 0 are absent; errors count by weight.
    positive : label, default=None
        For a model of more than two classes ("ovr"): the class whose hyperplane, against the rest,
        is certified.
    time_limit : float or None, default=10.0
        Seconds for the lower bound on errors.

    Returns
    -------
    Certificate
        Printed, it says how each thing was proven.

    Examples
    --------
    >>> from rosenblatt import Perceptron, certify
    >>> X, y = [[-2.0], [-1.0], [1.0], [2.0]], [0, 0, 1, 1]
    >>> model = Perceptron(hypothesis="last", intercept_scaling=1.0, random_state=0).fit(X, y)
    >>> found = certify(model, X, y)
    >>> found.mistakes.updates, round(found.mistakes.bound, 3), found.mistakes.theorem
    (2, 4.486, 'Freund and Schapire')
    >>> round(found.best_margin.low, 6), found.errors, found.optimal
    (1.0, 0.0, True)
    """
    check_is_fitted(model)
    lane, positive = lane_of(model, positive)
    weights = check_weights(sample_weight, len(np.asarray(y)))
    scores, is_positive = scores_of_lane(model, X, lane), np.asarray(y) == positive
    problem = certified_rows(X, is_positive, model)
    wrong = wrong_rows(scores, is_positive, problem.fit_intercept)
    errors = float(wrong.sum() if weights is None else weights[wrong].sum())
    if weights is not None:
        present = np.flatnonzero(weights)
        problem, weights = problem.take(present), weights[present]
    weighted = weights is not None and bool((weights != 1).any())
    signs = problem.signs > 0
    found = separability(problem.X, signs, fit_intercept=problem.fit_intercept)
    mistakes = mistake_bound(model, lane, problem, found, weighted=weighted)
    return Certificate(
        name_of(model, positive),
        found,
        mistakes,
        own_margin(model, lane, problem),
        guaranteed_margin(model, problem, found, mistakes.updates, weighted=weighted),
        margin_bracket(problem, found.coef, found.intercept) if found.separable else None,
        errors,
        error_lower_bound(
            problem.X, signs, fit_intercept=problem.fit_intercept, sample_weight=weights,
            time_limit=time_limit,
        ),
    )  # fmt: skip


def lane_of(model: Any, positive: Any) -> tuple[int, Any]:
    """The number of the hyperplane to look at, and its positive class."""
    name, classes = type(model).__name__, getattr(model, "classes_", None)
    coef = getattr(model, "coef_", None)
    if coef is None or classes is None:
        raise ValueError(
            f"{name} has no coef_: only hyperplanes are certified. For a kernel or a committee "
            "call separability or error_lower_bound with the rows themselves."
        )
    if len(classes) == 2 and len(coef) == 1:
        return 0, classes[1]
    if getattr(model, "_group", "ovr") != "ovr" or len(coef) != len(classes):
        raise ValueError(
            f"the hyperplanes of {name} decide together ({model._group}), so none of them has a "
            "certificate of its own; certify a learner with one hyperplane for each class, such as "
            "Perceptron(multi_class='ovr')."
        )
    if positive is None or positive not in classes.tolist():
        raise ValueError(
            f"positive={positive!r} is not one of the {len(classes)} classes of {name} "
            f"({', '.join(map(str, classes))}); name the one whose hyperplane to certify."
        )
    return int(np.flatnonzero(classes == positive)[0]), positive


def scores_of_lane(model: Any, X: Any, lane: int) -> np.ndarray:
    scores = model.decision_function(X)
    return scores if scores.ndim == 1 else scores[:, lane]


def wrong_rows(scores: np.ndarray, is_positive: np.ndarray, fit_intercept: bool) -> np.ndarray:
    """As predicted; without an intercept a score of 0, which cannot be moved, is wrong for both."""
    return ((scores >= 0) != is_positive) | ((scores == 0) & (not fit_intercept))


def certified_rows(X: Any, is_positive: np.ndarray, model: Any) -> LabelledRows:
    return labelled_rows(X, is_positive, fit_intercept=getattr(model, "fit_intercept", True))


def own_margin(model: Any, lane: int, problem: LabelledRows) -> float | None:
    if getattr(model, "hypothesis", None) == "voted":
        return None
    coef = np.asarray(model.coef_[lane], dtype=np.float64)
    return plane_margin(problem, coef, float(model.intercept_[lane]))


def name_of(model: Any, positive: Any) -> str:
    name = type(model).__name__
    return name if len(model.classes_) == 2 else f"{name}, {positive} against the rest"


def updates_in_words(mistakes: MistakeBound) -> str:
    made = "not known" if mistakes.updates is None else f"{mistakes.updates:,} made"
    if mistakes.bound is None:
        return f"{made}; no bound: {mistakes.proof}."
    return f"{made}, at most {mistakes.bound:,.0f} possible ({mistakes.theorem}: {mistakes.proof})."


def margin_in_words(
    margin: float | None, guaranteed: float | None, best: MarginBracket | None
) -> str:
    own = "a vote has none" if margin is None else f"{margin:.6g}"
    if guaranteed is not None:
        own += f", at least {guaranteed:.6g} by its threshold (Khardon and Wachman)"
    if best is None:
        return f"{own}; no hyperplane has a positive one, as the rows are not separable."
    between = f"the widest is between {best.low:.6g} (a hyperplane) and {best.high:.6g}"
    return f"{own}; {between} (the distance of the convex hulls)."


def errors_in_words(errors: float, bound: ErrorBound) -> str:
    least = f"{errors:g} made, at least {bound.errors:g} for any hyperplane"
    sets = plural(len(bound.subsystems), "set")
    proof = f"{sets} of rows with no row in common, none of them separable; exact arithmetic"
    if bound.errors == 0:
        proof = "the rows are separable" if bound.complete else "no proof in the time given"
    verdict = "; so no hyperplane is better" if errors <= bound.errors else ""
    return f"{least}{verdict} ({proof})."
