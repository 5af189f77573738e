"""Updates as they add up in training, beside the bound."""

from __future__ import annotations

from typing import Any

import numpy as np

from rosenblatt.certificates.certify import certify
from rosenblatt.certificates.displays.plane import LINE, axes_or_new
from rosenblatt.certificates.pla import PlaTrace


class MistakesDisplay:
    """The number of updates so far, pass by pass, below the bound that holds for them.

    Parameters
    ----------
    updates : array-like of int
        Of each pass.
    bound : float or None
        No more can be made; None draws no bound.
    theorem : str
        Whose bound it is.

    Attributes
    ----------
    ax_ : matplotlib Axes
        What was drawn on, after ``plot``.

    Examples
    --------
    >>> from rosenblatt import MistakesDisplay, Perceptron
    >>> X, y = [[0.0, 0.0], [1.0, 3.0], [3.0, 1.0], [4.0, 4.0]], [0, 0, 1, 1]
    >>> display = MistakesDisplay.from_estimator(Perceptron(random_state=0).fit(X, y), X, y)
    >>> bool(display.so_far[-1] <= display.bound)
    True
    """

    def __init__(self, updates: Any, bound: float | None, theorem: str = "") -> None:
        self.so_far = np.cumsum(np.asarray(updates))
        self.bound, self.theorem = bound, theorem

    @classmethod
    def from_estimator(cls, model: Any, X: Any, y: Any, *, ax: Any = None) -> MistakesDisplay:
        """Draw the updates of a model of two classes, with the rows it was fitted on."""
        found = certify(model, X, y, time_limit=0.0).mistakes
        return cls(model.history_["updates"], found.bound, found.theorem).plot(ax=ax)

    @classmethod
    def from_trace(
        cls, trace: PlaTrace, bound: float | None = None, *, ax: Any = None
    ) -> MistakesDisplay:
        """Draw the updates of the lecture's algorithm; ``pla_bound`` gives the bound."""
        passes = [update.n_pass for update in trace.updates]
        counts = np.bincount(passes, minlength=trace.n_passes + 1)[1:]
        return cls(counts, bound, "Bloch (15)").plot(ax=ax)

    def plot(self, *, ax: Any = None) -> MistakesDisplay:
        """Draw on matplotlib's axes; new ones if none are given."""
        ax = self.ax_ = axes_or_new(ax)
        passes = np.arange(1, len(self.so_far) + 1)
        ax.step(passes, self.so_far, where="post", color=LINE, label="updates so far")
        if self.bound is not None:
            ax.axhline(self.bound, linestyle="--", color="#c2410c", label=f"bound ({self.theorem})")
            if self.bound > 20 * max(1, self.so_far[-1]):
                ax.set_yscale("log")
        ax.set_xlabel("pass")
        ax.set_ylabel("updates")
        ax.legend(loc="best", fontsize="small")
        return self
