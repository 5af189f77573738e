"""A hyperplane and its margin among rows of two features."""

from __future__ import annotations

from typing import Any

import numpy as np

from rosenblatt.certificates.displays.plane import (
    axes_or_new,
    draw_line,
    draw_points,
    require_plane,
    ring,
)
from rosenblatt.certificates.labelled_rows import labelled_rows

NEAREST = 1e-6  # relative distance within which a row counts as on the margin


class HyperplaneDisplay:
    """Rows in a plane, the line ``w . x + b = 0``, and the margin if it separates them.

    Dashed lines run through the nearest rows, which are ringed; rows that are on the wrong side are
    crossed out.

    Parameters
    ----------
    coef : array-like of shape (2,)
        Weights.
    intercept : float
        Intercept.
    X, y
        Rows of two features, and labels of two classes.

    Attributes
    ----------
    ax_ : matplotlib Axes
        What was drawn on, after ``plot``.

    Examples
    --------
    >>> from rosenblatt import HyperplaneDisplay, Perceptron
    >>> X, y = [[0.0, 0.0], [1.0, 3.0], [3.0, 1.0], [4.0, 4.0]], [0, 0, 1, 1]
    >>> display = HyperplaneDisplay.from_estimator(Perceptron(random_state=0).fit(X, y), X, y)
    >>> display.margin > 0
    True
    """

    def __init__(self, coef: Any, intercept: float, X: Any, y: Any) -> None:
        self.coef, self.intercept = np.ravel(np.asarray(coef, dtype=np.float64)), float(intercept)
        self.X = require_plane(X)
        problem = labelled_rows(self.X, y)
        self.signs, self.classes = problem.signs, problem.classes
        norm = float(np.linalg.norm(self.coef)) or 1.0
        self.distances = self.signs * (self.X @ self.coef + self.intercept) / norm

    @classmethod
    def from_estimator(cls, model: Any, X: Any, y: Any, *, ax: Any = None) -> HyperplaneDisplay:
        """Draw the hyperplane of a fitted model of two classes."""
        return cls(model.coef_[0], float(model.intercept_[0]), X, y).plot(ax=ax)

    @property
    def margin(self) -> float:
        """The least signed distance of a row, negative if one is on the wrong side."""
        return float(self.distances.min())

    def plot(self, *, ax: Any = None, name: str | None = None) -> HyperplaneDisplay:
        """Draw on matplotlib's axes; new ones if none are given."""
        ax = self.ax_ = axes_or_new(ax)
        draw_points(ax, self.X, self.signs, self.classes)
        draw_line(ax, self.coef, self.intercept, label=name or "hyperplane")
        if self.margin > 0:
            shift = self.margin * float(np.linalg.norm(self.coef))
            for side in (-shift, shift):
                draw_line(ax, self.coef, self.intercept + side, linestyle="--", linewidth=0.8)
            ring(ax, self.X[self.distances <= self.margin * (1 + NEAREST)])
        wrong = self.X[self.distances <= 0]
        ax.scatter(wrong[:, 0], wrong[:, 1], marker="x", c="black", s=60, linewidths=1.2)
        ax.legend(loc="best", fontsize="small")
        return self
