"""Training errors of models beside a number that no hyperplane can go below."""

from __future__ import annotations

from typing import Any

import numpy as np

from rosenblatt.certificates.displays.plane import COLOURS, axes_or_new
from rosenblatt.certificates.error_bound import error_lower_bound


class TrainingErrorDisplay:
    """A bar for the training errors of each model, and the proven bound below them.

    Parameters
    ----------
    errors : dict of str to float
        Training errors by the name of the model.
    bound : float
        The errors of any hyperplane at least, as :func:`rosenblatt.error_lower_bound` proves.

    Attributes
    ----------
    ax_ : matplotlib Axes
        What was drawn on, after ``plot``.

    Examples
    --------
    >>> from rosenblatt import Perceptron, TrainingErrorDisplay
    >>> X, y = [[0.0, 0.0], [1.0, 1.0], [0.0, 1.0], [1.0, 0.0]], [0, 0, 1, 1]
    >>> models = {"averaged": Perceptron(random_state=0).fit(X, y)}
    >>> TrainingErrorDisplay.from_estimators(models, X, y).bound
    1.0
    """

    def __init__(self, errors: dict[str, float], bound: float) -> None:
        self.errors, self.bound = dict(errors), float(bound)

    @classmethod
    def from_estimators(
        cls, models: dict[str, Any], X: Any, y: Any, *, time_limit: float | None = 10.0,
        ax: Any = None,
    ) -> TrainingErrorDisplay:  # fmt: skip
        """Draw the errors of fitted models of two classes on their training rows."""
        labels = np.asarray(y)
        errors = {name: float((model.predict(X) != labels).sum()) for name, model in models.items()}
        return cls(errors, error_lower_bound(X, y, time_limit=time_limit).errors).plot(ax=ax)

    def plot(self, *, ax: Any = None) -> TrainingErrorDisplay:
        """Draw on matplotlib's axes; new ones if none are given."""
        ax = self.ax_ = axes_or_new(ax)
        bars = ax.bar(list(self.errors), list(self.errors.values()), color=COLOURS[0], width=0.6)
        ax.bar_label(bars, fmt="%g", fontsize="small")
        ax.axhline(
            self.bound, linestyle="--", color=COLOURS[1],
            label=f"proven: any hyperplane has {self.bound:g} at least",
        )  # fmt: skip
        ax.set_ylabel("training errors")
        ax.legend(loc="best", fontsize="small")
        return self
