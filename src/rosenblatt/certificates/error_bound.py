"""A proven lower bound of the training errors of any hyperplane."""

from __future__ import annotations

import time
from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import scipy.sparse as sp

from rosenblatt.certificates.labelled_rows import LabelledRows, labelled_rows
from rosenblatt.certificates.separability import Separability, decide, first_look, result
from rosenblatt.certificates.widest_gap import conditioning, with_signs
from rosenblatt.certificates.working_set import ZeroCombination, by_floats, settle
from rosenblatt.estimators import RCDPerceptron
from rosenblatt.training.labels import check_weights

if TYPE_CHECKING:
    from fractions import Fraction

DESCENT = 200  # epochs of the search for a good hyperplane


@dataclass(frozen=True, repr=False)
class ErrorBound:
    """The answer of :func:`error_lower_bound`.

    Attributes
    ----------
    errors : float
        No hyperplane gets fewer rows wrong (of less weight, if rows have weights).
    subsystems : tuple of (Separability, Fraction)
        Sets of rows that no hyperplane gets all right, with their proofs, and the weight that each
        adds to the bound.
    complete : bool
        Whether what is left is separable, so that no further set could be found.
    """

    errors: float
    subsystems: tuple[tuple[Separability, Fraction], ...]
    complete: bool

    def __repr__(self) -> str:
        return f"ErrorBound({self.errors:g} errors at least, {len(self.subsystems)} proofs)"

    def verify(self, X: Any, y: Any, sample_weight: Any = None) -> bool:
        """Check all proofs in exact arithmetic, and that no row is counted beyond its weight.

        Parameters
        ----------
        X, y, sample_weight
            What :func:`error_lower_bound` was given.
        """
        from fractions import Fraction

        left = weight_list(sample_weight, len(y))
        for proof, weight in self.subsystems:
            if proof.separable is not False or not proof.verify(X, y):
                return False
            assert proof.rows is not None
            for row in proof.rows.tolist():
                left[row] -= weight
        total = sum((weight for _, weight in self.subsystems), Fraction(0))
        return min(left) >= 0 and Fraction(self.errors) <= total


def error_lower_bound(
    X: Any,
    y: Any,
    *,
    fit_intercept: bool = True,
    sample_weight: Any = None,
    time_limit: float | None = None,
) -> ErrorBound:
    """A number of training errors that no hyperplane can go below.

    A set of rows that is not separable has an error, whatever the hyperplane. So k such sets with
    no row in common prove at least k errors. They are found greedily: the rows of one proof of
    :func:`separability` (at most n_features + 2) are taken away, until the rest is separable; equal
    rows of different labels first, then sets around single errors of a good hyperplane. A row of
    weight v may be in sets of total weight v. Every set is proven in exact arithmetic.

    An error is a row that is not strictly on its side. With an intercept rows on the hyperplane
    could be moved to either side, so it does not matter how a score of 0 is read.

    Parameters
    ----------
    X : {array-like, sparse matrix} of shape (n_samples, n_features)
        Rows.
    y : array-like of shape (n_samples,)
        Labels of two classes.
    fit_intercept : bool, default=True
        Whether hyperplanes may have an intercept.
    sample_weight : array-like of shape (n_samples,), default=None
        Weights of errors; a row of weight 0 is absent.
    time_limit : float or None, default=None
        Seconds after which the sets found so far are returned.

    Returns
    -------
    ErrorBound
        The bound and its proofs.

    Examples
    --------
    >>> from rosenblatt import error_lower_bound
    >>> X, y = [[0.0], [1.0], [2.0], [3.0], [4.0], [4.0]], [1, 0, 1, 0, 0, 1]
    >>> error_lower_bound(X, y)
    ErrorBound(2 errors at least, 2 proofs)
    """
    from fractions import Fraction

    problem = labelled_rows(X, y, fit_intercept=fit_intercept)
    end = np.inf if time_limit is None else time.monotonic() + time_limit
    left = weight_list(check_weights(sample_weight, len(problem.signs)), len(problem.signs))
    pairs = take_contradictions(problem, left)
    sets, complete = best_packing(problem, left, end)
    found = tuple((result(problem, proof), weight) for proof, weight in pairs + sets)
    total = sum((weight for _, weight in found), Fraction(0))
    return ErrorBound(rounded_down(total), found, complete)


def best_packing(
    problem: LabelledRows, left: list[Fraction], end: float
) -> tuple[list[tuple[ZeroCombination, Fraction]], bool]:
    """Sets without a common row, and whether what is left of the rows is separable.

    Whatever comes first, or errors of a good hyperplane first: the better of the two.
    """
    plain = take_proofs(problem, left.copy(), end)
    if not plain[0]:
        return plain
    spent = left.copy()
    first = take_around_errors(problem, spent, end)
    more, complete = take_proofs(problem, spent, end)
    careful = first + more, complete
    return max(careful, plain, key=lambda packing: sum(weight for _, weight in packing[0]))


def take_contradictions(
    problem: LabelledRows, left: list[Fraction]
) -> list[tuple[ZeroCombination, Fraction]]:
    """Pairs of equal rows with different labels; what they count is taken off their weights."""
    groups: dict[bytes, tuple[list[int], list[int]]] = defaultdict(lambda: ([], []))
    for row, key in enumerate(keys(problem.X)):
        if left[row] > 0:
            groups[key][int(problem.signs[row] > 0)].append(row)
    found = []
    for negative, positive in groups.values():
        while negative and positive:
            pair = (negative[-1], positive[-1])
            weight = min(left[row] for row in pair)
            found.append((contradiction(problem, pair), weight))
            for row, side in zip(pair, (negative, positive), strict=True):
                left[row] -= weight
                if left[row] == 0:
                    side.pop()
    return found


def take_around_errors(
    problem: LabelledRows, left: list[Fraction], end: float
) -> list[tuple[ZeroCombination, Fraction]]:
    """Proofs of one error each of a good hyperplane, with rows around it that are right.

    Sets with several of its errors would use up in one what is enough for several.
    """
    conditioned = conditioning(problem)
    right, wrong = sides_of_a_good_hyperplane(problem, left, end)
    found: list[tuple[ZeroCombination, Fraction]] = []
    active = right[: max(100, 4 * problem.n_weights)]
    for error in wrong.tolist():
        while left[error] > 0 and time.monotonic() < end:
            present = np.append(right, error)
            part, start = problem.take(present), within(np.append(active, error), present)
            answer, used = settle(part, by_floats(part, conditioned), start)
            if not isinstance(answer, ZeroCombination):
                break
            active = present[used]
            proof = ZeroCombination(present[answer.rows], answer.weights, answer.powers)
            found.append((proof, take(proof, left)))
            right = right[~np.isin(right, [row for row in proof.rows if left[row] == 0])]
    return found


def sides_of_a_good_hyperplane(
    problem: LabelledRows, left: list[Fraction], end: float
) -> tuple[np.ndarray, np.ndarray]:
    """Rows that random coordinate descent gets right, and wrong, both nearest first."""
    present = present_rows(left)
    rows = conditioning(problem).rows(problem.take(present))
    signs = problem.signs[present]
    seconds = (end - time.monotonic()) / 4
    if len(np.unique(signs)) < 2 or seconds <= 0:
        return present, present[:0]
    model = RCDPerceptron(
        fit_intercept=False, directions="uniform", scale="range", init="averaged",
        max_iter=DESCENT, random_state=0,
        time_limit=None if np.isinf(seconds) else seconds,
    )  # fmt: skip
    unsigned = with_signs(rows, signs)
    scores = signs * model.fit(unsigned, signs).decision_function(unsigned)
    order = np.argsort(scores, kind="stable")
    wrong = scores[order] <= 0
    return present[order[~wrong]], present[order[wrong]][::-1]


def contradiction(problem: LabelledRows, pair: tuple[int, int]) -> ZeroCombination:
    rows = np.array(sorted(pair))
    return ZeroCombination(rows, [1, 1], problem.exact(rows)[2])


def take_proofs(
    problem: LabelledRows, left: list[Fraction], end: float
) -> tuple[list[tuple[ZeroCombination, Fraction]], bool]:
    """Proofs for what is left, one after the other."""
    conditioned = conditioning(problem)
    found: list[tuple[ZeroCombination, Fraction]] = []
    present = present_rows(left)
    active = None
    while len(np.unique(problem.signs[present])) == 2 and time.monotonic() < end:
        rest = problem.take(present)
        start = first_look(rest, conditioned)[1] if active is None else within(active, present)
        if active is None and not len(start):
            return found, True
        answer, used = settle(rest, by_floats(rest, conditioned), start)
        answer = decide(rest) if answer is None else answer
        if not isinstance(answer, ZeroCombination):
            return found, answer is not None
        proof = ZeroCombination(present[answer.rows], answer.weights, answer.powers)
        active = present[used]
        found.append((proof, take(proof, left)))
        present = present_rows(left)
    return found, len(np.unique(problem.signs[present])) < 2


def take(proof: ZeroCombination, left: list[Fraction]) -> Fraction:
    rows = proof.rows.tolist()
    weight = min(left[row] for row in rows)
    for row in rows:
        left[row] -= weight
    return weight


def present_rows(left: list[Fraction]) -> np.ndarray:
    return np.array([row for row, weight in enumerate(left) if weight > 0], dtype=np.intp)


def within(active: np.ndarray, present: np.ndarray) -> np.ndarray:
    """The places among the present rows of those that are active, or of some if none is."""
    places = np.flatnonzero(np.isin(present, active))
    return places if len(places) else np.arange(min(len(present), 200))


def keys(X: Any) -> list[bytes]:
    """Equal for equal rows."""
    if sp.issparse(X):
        X = X.copy()
        X.eliminate_zeros()
        X.sort_indices()
        bounds = list(zip(X.indptr[:-1], X.indptr[1:], strict=True))
        return [X.indices[a:b].tobytes() + X.data[a:b].tobytes() for a, b in bounds]
    return [row.tobytes() for row in np.ascontiguousarray(X) + 0.0]  # -0.0 is 0.0


def weight_list(weights: Any, count: int) -> list[Fraction]:
    from fractions import Fraction

    if weights is None:
        return [Fraction(1)] * count
    return [Fraction(float(weight)) for weight in weights]


def rounded_down(total: Fraction) -> float:
    number = float(total)
    return float(np.nextafter(number, 0)) if number > total else number
