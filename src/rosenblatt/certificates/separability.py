"""Is there a hyperplane that gets every row right? With a proof either way."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from rosenblatt.certificates.labelled_rows import LabelledRows, labelled_rows
from rosenblatt.certificates.whole_numbers import as_floats, whole
from rosenblatt.certificates.widest_gap import Conditioned, conditioning, with_signs
from rosenblatt.certificates.working_set import (
    Answer,
    ExactHyperplane,
    by_floats,
    by_whole_numbers,
    settle,
    tight_rows,
)
from rosenblatt.estimators import Perceptron
from rosenblatt.training.quiet import quietly

if TYPE_CHECKING:
    from fractions import Fraction

VALUES_VISITED = 3 * 10**8  # by the perceptron that looks for the rows that matter
MOST_PASSES = 1_000
WIDE = 500  # features beyond which the working set does not begin larger
SMALL = 10**6  # values of rows that are all taken at once


@dataclass(frozen=True, repr=False)
class Separability:
    """The answer of :func:`separability`, with what proves it.

    Attributes
    ----------
    separable : bool or None
        None if no answer could be proven.
    statement : str
        The answer and its proof in words.
    n_rows, n_features : int
        The shape of X.
    classes : ndarray of shape (2,)
        The labels; the second is on the positive side.
    fit_intercept : bool
        Whether hyperplanes were allowed an intercept.
    hyperplane : tuple of int, or None
        If separable: whole numbers w_1, ..., w_d (and b) with ``y (w . x + b) > 0`` for all rows.
    rows : ndarray of int, or None
        If not separable: the rows that have a common point, at most n_features + 2 of them.
    weights : tuple of Fraction, or None
        Their convex weights: those of each class sum up to 1, and
        ``sum of weights * x`` is the same point for both. (Without an intercept, all of them sum
        up to 1, and the rows times their labels have the mean 0.)
    """

    separable: bool | None
    statement: str
    n_rows: int
    n_features: int
    classes: np.ndarray
    fit_intercept: bool = True
    hyperplane: tuple[int, ...] | None = None
    rows: np.ndarray | None = None
    weights: tuple[Fraction, ...] | None = field(default=None)

    def __repr__(self) -> str:
        return f"Separability(separable={self.separable}): {self.statement}"

    def __bool__(self) -> bool:
        if self.separable is None:
            raise ValueError(f"{self.statement} Use .separable to tell None from False.")
        return self.separable

    @cached_property
    def coef(self) -> np.ndarray:
        """Weights of the separating hyperplane, rounded to double precision."""
        return as_floats(self._found())[: self.n_features]

    @cached_property
    def intercept(self) -> float:
        """Intercept of the separating hyperplane, rounded; 0.0 without one."""
        return float(as_floats(self._found())[self.n_features :].sum())

    def _found(self) -> list[int]:
        if self.hyperplane is None:
            raise AttributeError(f"there is no separating hyperplane to show: {self.statement}")
        return list(self.hyperplane)

    def verify(self, X: Any, y: Any) -> bool:
        """Check the proof against the data, in exact arithmetic and without any solver.

        Parameters
        ----------
        X, y
            The rows and labels that :func:`separability` was called with.

        Returns
        -------
        bool
            Whether the proof holds; False if there is none.
        """
        problem = labelled_rows(X, y, fit_intercept=self.fit_intercept)
        if problem.X.shape != (self.n_rows, self.n_features):
            return False
        if self.hyperplane is not None:
            return not len(problem.wrong(self.hyperplane))
        return self.weights is not None and self._is_zero(problem)

    def _is_zero(self, problem: LabelledRows) -> bool:
        from fractions import Fraction

        assert self.weights is not None and self.rows is not None
        numbers, _, powers = problem.exact(self.rows)
        factors = [w * Fraction(2) ** p for w, p in zip(self.weights, powers, strict=True)]
        positive = problem.signs[self.rows] > 0
        sums = [sum(w for w, p in zip(self.weights, positive, strict=True) if p == side)
                for side in (False, True)]  # fmt: skip
        convex = sums == [1, 1] if self.fit_intercept else sum(sums) == 1
        common = lcm_of(factors)
        scaled = np.array([int(factor * common) for factor in factors], dtype=object)
        return min(self.weights) >= 0 and convex and not np.any(scaled @ numbers)

    def common_point(self, X: Any) -> np.ndarray:
        """The point that lies in the convex hulls of both classes, rounded.

        Parameters
        ----------
        X : {array-like, sparse matrix} of shape (n_rows, n_features)
            The rows that :func:`separability` was called with.
        """
        if self.weights is None or self.rows is None:
            raise AttributeError(f"there is no common point to show: {self.statement}")
        import scipy.sparse as sp

        rows = (X if sp.issparse(X) else np.asarray(X))[self.rows]
        rows = rows.toarray() if sp.issparse(rows) else rows
        return np.array([float(w) for w in self.weights]) @ rows / (1 + self.fit_intercept)


def separability(X: Any, y: Any, *, fit_intercept: bool = True) -> Separability:
    """Whether a hyperplane ``w . x + b = 0`` has the two classes strictly on its two sides.

    Exactly one of two things exists (Gordan): weights with ``y (w . x + b) > 0`` for all rows, or a
    point common to the convex hulls of both classes. HiGHS looks for either on a growing set of
    rows, beginning with those a perceptron learned most often; whatever it finds is proven in whole
    numbers before it is returned. Where rounding hides the answer, the simplex method is run in
    whole numbers.

    Parameters
    ----------
    X : {array-like, sparse matrix} of shape (n_samples, n_features)
        Rows, taken as the exact binary numbers they are.
    y : array-like of shape (n_samples,)
        Labels of two classes.
    fit_intercept : bool, default=True
        Whether the hyperplane may have an intercept.

    Returns
    -------
    Separability
        ``separable`` is None, and ``statement`` says so, if no answer could be proven.

    References
    ----------
    Gordan (1873), "Über die Auflösung linearer Gleichungen mit reellen Coefficienten".

    Examples
    --------
    >>> from rosenblatt import separability
    >>> X = [[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]]
    >>> found = separability(X, [0, 0, 0, 1])
    >>> found.separable, found.verify(X, [0, 0, 0, 1])
    (True, True)
    >>> xor = separability(X, [0, 1, 1, 0])
    >>> xor
    Separability(separable=False): No hyperplane separates the 4 rows: a convex combination of \
2 rows of class 0 is the same point as one of 2 rows of class 1 (proven in exact arithmetic).
    >>> [str(weight) for weight in xor.weights], xor.common_point(X)
    (['1/2', '1/2', '1/2', '1/2'], array([0.5, 0.5]))
    """
    problem = labelled_rows(X, y, fit_intercept=fit_intercept)
    return result(problem, decide(problem))


def decide(problem: LabelledRows) -> Answer:
    """A proven hyperplane, a proven combination that is 0, or None."""
    conditioned = conditioning(problem)
    found, active = first_look(problem, conditioned)
    if found is not None:
        return found
    found, active = settle(problem, by_floats(problem, conditioned), active)
    if found is None:
        tight = tight_rows(problem, conditioned, active)
        found, _ = settle(problem, by_whole_numbers(problem), tight)
    return found


def first_look(problem: LabelledRows, conditioned: Conditioned) -> tuple[Answer, np.ndarray]:
    """What a perceptron finds: a separating hyperplane, or the rows it learned most often."""
    n_rows, n_features = problem.X.shape
    some = max(200, 6 * min(problem.n_weights, WIDE))
    if n_rows <= some and n_rows * n_features <= SMALL:
        return None, np.arange(n_rows)
    passes = int(np.clip(VALUES_VISITED // (n_rows * n_features), 5, MOST_PASSES))
    model = Perceptron(
        hypothesis="last", order="shuffled", fit_intercept=False, max_iter=passes, random_state=0
    )
    signs = np.where(np.arange(n_rows) % 2, 1.0, -1.0)  # rows carry their label: any sides will do
    with quietly():
        model.fit(with_signs(conditioned.rows(problem), signs), signs)
    if model.stop_reason_ == "separated":
        plane = conditioned.hyperplane(model.coef_[0], fit_intercept=problem.fit_intercept)
        if not len(problem.wrong(plane)):
            return ExactHyperplane(plane), np.arange(0)
    often = np.argsort(-model.mistakes_, kind="stable")[:some]
    return None, np.sort(often)


def result(problem: LabelledRows, found: Answer) -> Separability:
    shape = {"n_rows": problem.X.shape[0], "n_features": problem.X.shape[1]}
    about = {**shape, "classes": problem.classes, "fit_intercept": problem.fit_intercept}
    if found is None:
        return Separability(None, UNPROVEN, **about)
    if isinstance(found, ExactHyperplane):
        words = (
            f"A hyperplane separates the classes: all {shape['n_rows']} rows are strictly on their "
            "side (proven in exact arithmetic)."
        )
        return Separability(True, words, **about, hyperplane=simplest(problem, found.weights))
    weights = convex(problem, found)
    sides = problem.signs[found.rows]
    if problem.fit_intercept:
        combined = (
            f"a convex combination of {(sides < 0).sum()} rows of class {problem.classes[0]} is "
            f"the same point as one of {(sides > 0).sum()} rows of class {problem.classes[1]}"
        )
    else:
        combined = f"a convex combination of {len(sides)} rows times their labels is 0"
    words = (
        f"No hyperplane separates the {shape['n_rows']} rows: {combined} (proven in exact "
        "arithmetic)."
    )
    return Separability(False, words, **about, rows=found.rows, weights=weights)


UNPROVEN = (
    "Not decided: the classes touch or overlap by so little that neither answer of the floating-"
    "point solver could be proven in exact arithmetic, and there are too many rows and features to "
    "solve the problem in whole numbers. Round the features, or leave some out."
)


def simplest(problem: LabelledRows, weights: list[int]) -> tuple[int, ...]:
    """The hyperplane in double precision, if it still separates; otherwise as it is."""
    rounded = [int(number) for number in whole(as_floats(weights))[0]]
    return tuple(weights if len(problem.wrong(rounded)) else rounded)


def convex(problem: LabelledRows, found: Any) -> tuple[Fraction, ...]:
    """The weights of a combination as fractions of the rows as given."""
    from fractions import Fraction

    raw = [Fraction(w) / Fraction(2) ** p for w, p in zip(found.weights, found.powers, strict=True)]
    total = sum(raw) / 2 if problem.fit_intercept else sum(raw)
    return tuple(weight / total for weight in raw)


def lcm_of(factors: list[Fraction]) -> int:
    from math import lcm

    return lcm(*(factor.denominator for factor in factors))
