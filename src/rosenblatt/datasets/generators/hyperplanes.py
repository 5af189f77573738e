"""Artificial data labelled by a hidden hyperplane, with a margin."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.random import RandomState
from numpy.typing import NDArray
from sklearn.utils import check_random_state, check_scalar

from rosenblatt.datasets.generators.gaussians import RandomSource, random_signs

Floats = NDArray[np.float64]
REAL = (int, float, np.number)


def make_khardon_wachman(
    n_samples: int = 600,
    n_features: int = 50,
    margin: float = 0.05,
    noise: float = 0.0,
    random_state: RandomSource = None,
    *,
    return_hyperplane: bool = False,
) -> tuple[Any, ...]:
    """Generate integer rows cut by a threshold, with a margin and label noise.

    Every value is a whole number in [-10, 10], each equally likely. The weights ``w`` are the sum
    of the rows for which a fair coin shows heads, ``theta`` is the mean of ``|<w, x>| / 2``.
    Rows with ``|<w, x> - theta| < margin * theta`` are dropped, the others get the class
    ``sign(<w, x> - theta)``, which is then switched with probability ``noise``.

    Parameters
    ----------
    n_samples : int, default=600
        Number of rows drawn; fewer are returned, as those within the margin are dropped.
    n_features : int, default=50
        Number of columns (f in the paper).
    margin : float, default=0.05
        Margin in units of theta (M in the paper).
    noise : float, default=0.0
        Probability that a label is switched (N in the paper).
    random_state : int, RandomState or None, default=None
        Seed of the draw.
    return_hyperplane : bool, default=False
        Whether to return the hyperplane too.

    Returns
    -------
    X : ndarray of shape (n_kept, n_features)
        The rows outside the margin.
    y : ndarray of shape (n_kept,)
        The classes, -1 or +1.
    coef : ndarray of shape (n_features,)
        The weights ``w``; only if ``return_hyperplane``.
    intercept : float
        Minus ``theta``; only if ``return_hyperplane``.

    References
    ----------
    Khardon and Wachman (2007), "Noise tolerant variants of the perceptron algorithm", section 3.1.

    Examples
    --------
    >>> from rosenblatt.datasets import make_khardon_wachman
    >>> X, y = make_khardon_wachman(600, 50, margin=0.25, random_state=0)
    >>> X.shape[1], len(X) < 600
    (50, True)
    """
    check_scalar(n_samples, "n_samples", (int, np.integer), min_val=1)
    check_scalar(n_features, "n_features", (int, np.integer), min_val=1)
    check_scalar(margin, "margin", REAL, min_val=0)
    check_scalar(noise, "noise", REAL, min_val=0, max_val=1)
    rng = check_random_state(random_state)
    X = rng.randint(-10, 11, size=(n_samples, n_features)).astype(np.float64)
    coef = rng.randint(2, size=n_samples) @ X
    theta = float(np.abs(X @ coef).mean() / 2)
    X = X[np.abs(X @ coef - theta) >= margin * theta]
    y = np.where(X @ coef >= theta, 1, -1) * np.where(rng.uniform(size=len(X)) < noise, -1, 1)
    return (X, y, coef, -theta) if return_hyperplane else (X, y)


def make_separable(
    n_samples: int = 100,
    n_features: int = 20,
    margin: float = 0.1,
    *,
    radius: float = 1.0,
    intercept: float = 0.0,
    random_state: RandomSource = None,
    return_hyperplane: bool = False,
) -> tuple[Any, ...]:
    """Generate rows in a ball that a hidden hyperplane separates with a margin.

    A unit normal ``u`` is drawn uniformly, and a class ``y`` for every row by a fair coin. The
    distance ``y (<u, x> + intercept)`` of a row to the hyperplane is uniform between ``margin``
    and the greatest distance the ball allows on that side; along the hyperplane the row is uniform
    in the slice of the ball. So ``|x| <= radius`` and ``y (<u, x> + intercept) >= margin`` for
    every row, and for ``intercept=0`` a perceptron makes at most ``(radius / margin)^2`` mistakes.

    Parameters
    ----------
    n_samples : int, default=100
        Number of rows.
    n_features : int, default=20
        Number of columns.
    margin : float, default=0.1
        Least distance of a row to the hyperplane.
    radius : float, default=1.0
        Radius of the ball about the origin that holds all rows.
    intercept : float, default=0.0
        Offset of the hyperplane; ``margin + |intercept|`` must be less than ``radius``.
    random_state : int, RandomState or None, default=None
        Seed of the draw.
    return_hyperplane : bool, default=False
        Whether to return the hyperplane too.

    Returns
    -------
    X : ndarray of shape (n_samples, n_features)
        The rows.
    y : ndarray of shape (n_samples,)
        The classes, -1 or +1.
    coef : ndarray of shape (n_features,)
        The unit normal ``u``; only if ``return_hyperplane``.
    intercept : float
        The offset as given; only if ``return_hyperplane``.

    References
    ----------
    Novikoff (1962), "On convergence proofs on perceptrons", for the bound.

    Examples
    --------
    >>> from rosenblatt.datasets import make_separable
    >>> X, y, u, b = make_separable(50, 3, margin=0.2, random_state=0, return_hyperplane=True)
    >>> bool((y * (X @ u + b)).min() >= 0.2)
    True
    """
    check_scalar(n_samples, "n_samples", (int, np.integer), min_val=1)
    check_scalar(n_features, "n_features", (int, np.integer), min_val=1)
    _check_room(margin, radius, intercept)
    rng = check_random_state(random_state)
    y = random_signs(rng, n_samples)
    # 1 - uniform lies in (0, 1]: no row sits on the margin itself, where rounding could cross it.
    share = 1 - rng.uniform(size=n_samples)
    height = y * (margin + share * (radius + y * intercept - margin)) - intercept
    slice_radius = np.sqrt(np.maximum(radius**2 - height**2, 0))
    flat = slice_radius[:, None] * _in_unit_ball(rng, n_samples, n_features - 1)
    coef = rng.standard_normal(n_features)
    coef /= np.linalg.norm(coef)
    X = _reflected(height, flat, coef)
    return (X, y, coef, float(intercept)) if return_hyperplane else (X, y)


def _check_room(margin: float, radius: float, intercept: float) -> None:
    check_scalar(margin, "margin", REAL, min_val=0)
    check_scalar(radius, "radius", REAL, min_val=0, include_boundaries="neither")
    check_scalar(intercept, "intercept", REAL)
    if not margin + abs(intercept) < radius < np.inf:
        raise ValueError(
            f"margin={margin} and intercept={intercept} leave no room for both classes in a ball "
            f"of radius={radius}; choose margin + |intercept| < radius, and radius finite."
        )


def _in_unit_ball(rng: RandomState, n: int, dim: int) -> Floats:
    """Draw n points uniformly from the unit ball of dim dimensions."""
    direction = rng.standard_normal((n, dim))
    length = rng.uniform(size=n) ** (1 / max(dim, 1))
    norm: Floats = np.linalg.norm(direction, axis=1)
    # Without dimensions there is nothing to scale, but 0 / 0 would warn.
    return direction * (length / np.where(norm > 0, norm, 1.0))[:, None]


def _reflected(height: Floats, flat: Floats, normal: Floats) -> Floats:
    """Return the rows with the given heights along a unit normal.

    A Householder reflection turns the first axis onto the normal: it keeps lengths and heights to
    rounding error, which projecting random rows off the normal would not.
    """
    sign = 1.0 if normal[0] >= 0 else -1.0
    mirror = normal.copy()
    mirror[0] += sign
    rows = np.column_stack([-sign * height, flat])
    reflected: Floats = rows - np.outer(rows @ mirror, mirror * (2 / (mirror @ mirror)))
    return reflected
