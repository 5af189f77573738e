"""The perceptron learning algorithm as a lecture states it, step by step, for teaching."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from rosenblatt.certificates.labelled_rows import labelled_rows


@dataclass(frozen=True)
class PlaUpdate:
    """One update: ``after = before + label * (1, x)``.

    Attributes
    ----------
    row : int
        The row that was wrong.
    label : int
        Its label, -1 or +1.
    before, after : ndarray of shape (1 + n_features,)
        The weights, the intercept first (theta of the lecture).
    n_pass : int
        The pass, 1 the first.
    """

    row: int
    label: int
    before: np.ndarray
    after: np.ndarray
    n_pass: int


@dataclass(frozen=True, repr=False)
class PlaTrace:
    """What :func:`pla` did.

    Attributes
    ----------
    theta : ndarray of shape (1 + n_features,)
        The last weights, the intercept first.
    updates : tuple of PlaUpdate
        In the order in which they were made.
    n_passes : int
        Passes made, the last one without an update if ``separated``.
    separated : bool
        Whether a whole pass went by without an update.
    """

    theta: np.ndarray
    updates: tuple[PlaUpdate, ...]
    n_passes: int
    separated: bool

    @property
    def coef(self) -> np.ndarray:
        return self.theta[1:]

    @property
    def intercept(self) -> float:
        return float(self.theta[0])

    def __repr__(self) -> str:
        ended = "separated" if self.separated else "not separated"
        return f"PlaTrace({len(self.updates)} updates in {self.n_passes} passes, {ended})"


def pla(X: Any, y: Any, *, start: Any = None, max_passes: int = 1000) -> PlaTrace:
    """Rosenblatt's perceptron learning algorithm, literally as in Bloch's lecture.

    With ``x_0 = 1`` in front of each row, ``theta += y x`` whenever ``y != sgn(theta . x)``, where
    ``sgn(0) = -1``: from zero, a first negative row is no mistake. Rows are visited in their order,
    again and again, until a pass makes no update. For training use
    :class:`rosenblatt.Perceptron`, which is compiled.

    Parameters
    ----------
    X : array-like of shape (n_samples, n_features)
        Rows, without the constant feature.
    y : array-like of shape (n_samples,)
        Labels of two classes; the second one is +1.
    start : array-like of shape (1 + n_features,), default=None
        The first theta, the intercept first; None for zero.
    max_passes : int, default=1000
        When to give up; rows that are not separable would go on for ever.

    Returns
    -------
    PlaTrace
        All updates with the weights before and after.

    References
    ----------
    Bloch, "Perceptron learning algorithm" (lecture notes), section 2.

    Examples
    --------
    >>> from rosenblatt import pla
    >>> trace = pla([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]], [0, 0, 0, 1])
    >>> trace
    PlaTrace(10 updates in 6 passes, separated)
    >>> trace.theta
    array([-2.,  2.,  1.])
    """
    problem = labelled_rows(X, y)
    rows = np.column_stack([np.ones(len(problem.signs)), problem.X])
    theta = np.zeros(rows.shape[1]) if start is None else np.array(start, dtype=np.float64)
    if theta.shape != (rows.shape[1],):
        raise ValueError(
            f"start has the shape {theta.shape}, but it needs one number for the intercept and one "
            f"for each of the {rows.shape[1] - 1} features: ({rows.shape[1]},)."
        )
    updates: list[PlaUpdate] = []
    for n_pass in range(1, max_passes + 1):
        made = one_pass(rows, problem.signs, theta, n_pass)
        if not made:
            return PlaTrace(theta, tuple(updates), n_pass, True)
        updates += made
        theta = made[-1].after
    return PlaTrace(theta, tuple(updates), max_passes, False)


def one_pass(
    rows: np.ndarray, signs: np.ndarray, theta: np.ndarray, n_pass: int
) -> list[PlaUpdate]:
    made = []
    for number, (x, y) in enumerate(zip(rows, signs, strict=True)):
        guess = 1 if theta @ x > 0 else -1
        if guess != y:
            after = theta + y * x
            made.append(PlaUpdate(number, int(y), theta, after, n_pass))
            theta = after
    return made
