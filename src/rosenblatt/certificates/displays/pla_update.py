"""One update of the perceptron learning algorithm (Bloch's Figure 2)."""

from __future__ import annotations

from typing import Any

from rosenblatt.certificates.displays.plane import (
    axes_or_new,
    draw_line,
    draw_points,
    require_plane,
    ring,
)
from rosenblatt.certificates.labelled_rows import labelled_rows
from rosenblatt.certificates.pla import PlaTrace, PlaUpdate


class PlaUpdateDisplay:
    """The hyperplane before and after it learned a row: offset and slope both change.

    Parameters
    ----------
    update : PlaUpdate
        One update of a trace.
    X, y
        The rows (of two features) and labels that :func:`rosenblatt.pla` was given.

    Attributes
    ----------
    ax_ : matplotlib Axes
        What was drawn on, after ``plot``.

    Examples
    --------
    >>> from rosenblatt import PlaUpdateDisplay, pla
    >>> X, y = [[0.0, 0.0], [1.0, 3.0], [3.0, 1.0], [4.0, 4.0]], [0, 0, 1, 1]
    >>> PlaUpdateDisplay.from_trace(pla(X, y), X, y, number=1).update.row
    0
    """

    def __init__(self, update: PlaUpdate, X: Any, y: Any) -> None:
        self.update, self.X = update, require_plane(X)
        problem = labelled_rows(self.X, y)
        self.signs, self.classes = problem.signs, problem.classes

    @classmethod
    def from_trace(
        cls, trace: PlaTrace, X: Any, y: Any, *, number: int = 0, ax: Any = None
    ) -> PlaUpdateDisplay:
        """Draw one update of a trace, 0 the first."""
        if not 0 <= number < len(trace.updates):
            raise ValueError(
                f"number={number}, but the trace has {len(trace.updates)} updates (0 the first)."
            )
        return cls(trace.updates[number], X, y).plot(ax=ax)

    def plot(self, *, ax: Any = None) -> PlaUpdateDisplay:
        """Draw on matplotlib's axes; new ones if none are given."""
        ax = self.ax_ = axes_or_new(ax)
        draw_points(ax, self.X, self.signs, self.classes)
        before, after = self.update.before, self.update.after
        draw_line(ax, before[1:], before[0], linestyle="--", label="before")
        draw_line(ax, after[1:], after[0], label="after")
        ring(ax, self.X[[self.update.row]])
        sign = "+" if self.update.label > 0 else "-"
        ax.annotate(
            f"learned: $\\theta \\leftarrow \\theta {sign} x$", self.X[self.update.row],
            xytext=(8, 10), textcoords="offset points", fontsize="small",
        )  # fmt: skip
        ax.legend(loc="best", fontsize="small")
        return self
