"""How the margins of all rows are distributed."""

from __future__ import annotations

from typing import Any

import numpy as np

from rosenblatt.certificates.displays.plane import axes_or_new
from rosenblatt.certificates.labelled_rows import labelled_rows


class MarginDistributionDisplay:
    """The share of rows up to each margin ``y (w . x + b) / |w|``, one curve for each model.

    Left of 0 are the errors. What a model with a wide least margin gives up among the other rows
    is seen at a glance.

    Parameters
    ----------
    margins : dict of str to array-like
        The margins of all rows, by the name of the model.

    Attributes
    ----------
    ax_ : matplotlib Axes
        What was drawn on, after ``plot``.

    Examples
    --------
    >>> from rosenblatt import MarginDistributionDisplay, Perceptron
    >>> X, y = [[0.0, 0.0], [1.0, 3.0], [3.0, 1.0], [4.0, 4.0]], [0, 0, 1, 1]
    >>> models = {"last": Perceptron(hypothesis="last", random_state=0).fit(X, y)}
    >>> MarginDistributionDisplay.from_estimators(models, X, y).margins["last"].shape
    (4,)
    """

    def __init__(self, margins: dict[str, Any]) -> None:
        self.margins = {name: np.sort(np.asarray(values)) for name, values in margins.items()}

    @classmethod
    def from_estimators(
        cls, models: dict[str, Any], X: Any, y: Any, *, ax: Any = None
    ) -> MarginDistributionDisplay:
        """Draw the margins of fitted models of two classes, by their names."""
        problem = labelled_rows(X, y)
        margins = {
            name: problem.signs * (problem.X @ model.coef_[0] + float(model.intercept_[0]))
            / (float(np.linalg.norm(model.coef_[0])) or 1.0)
            for name, model in models.items()
        }  # fmt: skip
        return cls(margins).plot(ax=ax)

    def plot(self, *, ax: Any = None) -> MarginDistributionDisplay:
        """Draw on matplotlib's axes; new ones if none are given."""
        ax = self.ax_ = axes_or_new(ax)
        for name, values in self.margins.items():
            shares = np.arange(1, len(values) + 1) / len(values)
            ax.step(values, shares, where="post", label=name)
        ax.axvline(0.0, linestyle="--", linewidth=0.8, color="black")
        ax.set_xlabel("margin")
        ax.set_ylabel("share of rows")
        ax.legend(loc="best", fontsize="small")
        return self
