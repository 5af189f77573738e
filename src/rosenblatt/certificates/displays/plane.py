"""Points and lines in a plane, on matplotlib's axes."""

from __future__ import annotations

from typing import Any

import numpy as np

COLOURS = ("#0b5fa5", "#c2410c")  # of the negative and of the positive class
MARKERS = ("o", "^")
LINE = "#222222"


def axes_or_new(ax: Any = None) -> Any:
    """The axes given, or those of a new figure."""
    if ax is not None:
        return ax
    try:
        from matplotlib import pyplot
    except ImportError as missing:
        raise ImportError(
            "displays are drawn with matplotlib, which is not installed; install it with "
            'pip install "rosenblatt[plot]".'
        ) from missing
    return pyplot.subplots()[1]


def require_plane(X: Any) -> np.ndarray:
    """Rows of two features."""
    X = np.asarray(X, dtype=np.float64)
    if X.ndim != 2 or X.shape[1] != 2:
        raise ValueError(
            f"X has the shape {X.shape}, but a picture wants two features; choose two columns, or "
            "project the rows first, for example with sklearn.decomposition.PCA."
        )
    return X


def draw_points(ax: Any, X: np.ndarray, signs: np.ndarray, classes: Any) -> None:
    """Rows of either class, and limits that leave some room around them."""
    for side, sign in enumerate((-1.0, 1.0)):
        of = signs == sign
        ax.scatter(
            X[of, 0], X[of, 1], c=COLOURS[side], marker=MARKERS[side], s=28, linewidths=0,
            label=f"class {classes[side]}",
        )  # fmt: skip
    low, high = X.min(axis=0), X.max(axis=0)
    room = 0.12 * np.where(high > low, high - low, 1.0)
    ax.set_xlim(low[0] - room[0], high[0] + room[0])
    ax.set_ylim(low[1] - room[1], high[1] + room[1])
    ax.set_xlabel("$x_1$")
    ax.set_ylabel("$x_2$")


def draw_line(ax: Any, coef: np.ndarray, intercept: float, **style: Any) -> None:
    """``w . x + b = 0`` across the axes; nothing if w is 0, which has no line."""
    if not np.any(coef):
        return
    # The foot of the perpendicular from the middle of the picture: a point that is in sight.
    middle = np.array([np.mean(ax.get_xlim()), np.mean(ax.get_ylim())])
    foot = middle - (coef @ middle + intercept) / (coef @ coef) * coef
    along = foot + np.array([-coef[1], coef[0]])
    ax.axline(tuple(foot), tuple(along), **{"color": LINE, "linewidth": 1.4, **style})


def ring(ax: Any, X: np.ndarray, **style: Any) -> None:
    """Circles around rows."""
    ax.scatter(X[:, 0], X[:, 1], s=120, facecolors="none", **{"edgecolors": LINE, **style})
