"""The yin-yang figure as a two-class problem in the plane."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from sklearn.utils import check_random_state, check_scalar

from rosenblatt.datasets.generators.gaussians import RandomSource

EYE = 0.18
"""Radius of an eye in units of the figure's radius; inferred, the paper does not print it."""


def make_yinyang(
    n_samples: int = 5000, *, radius: float = 1.0, random_state: RandomSource = None
) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Generate points of the yin-yang figure: clean curved borders and two eyes.

    Points are uniform in the disc of radius ``1.1 R``. Let ``p`` and ``q`` be the distances to
    ``(R/2, 0)`` and ``(-R/2, 0)``, and ``r = 0.18 R`` the radius of an eye. The class is +1 if
    ``p <= r``, or ``r < q <= R/2``, or the second coordinate is positive while ``p > R/2`` and
    ``q > R/2``; else it is -1. Half a turn maps the classes onto each other.

    Parameters
    ----------
    n_samples : int, default=5000
        Number of points.
    radius : float, default=1.0
        Radius R of the figure.
    random_state : int, RandomState or None, default=None
        Seed of the draw.

    Returns
    -------
    X : ndarray of shape (n_samples, 2)
        The points.
    y : ndarray of shape (n_samples,)
        The classes, -1 or +1.

    References
    ----------
    Li, "Perceptron learning with random coordinate descent", section 4.

    Examples
    --------
    >>> from rosenblatt.datasets import make_yinyang
    >>> X, y = make_yinyang(600, random_state=0)
    >>> X.shape, bool((X**2).sum(axis=1).max() <= 1.1**2)
    ((600, 2), True)
    """
    check_scalar(n_samples, "n_samples", (int, np.integer), min_val=1)
    check_scalar(radius, "radius", (int, float, np.number), min_val=0, include_boundaries="neither")
    rng = check_random_state(random_state)
    # The square root makes equal areas equally likely.
    length = 1.1 * np.sqrt(rng.uniform(size=n_samples))
    angle = rng.uniform(0, 2 * np.pi, size=n_samples)
    points = length[:, None] * np.column_stack([np.cos(angle), np.sin(angle)])
    return radius * points, np.where(_is_yang(points), 1, -1)


def _is_yang(points: NDArray[np.float64]) -> NDArray[np.bool_]:
    p = np.hypot(points[:, 0] - 0.5, points[:, 1])
    q = np.hypot(points[:, 0] + 0.5, points[:, 1])
    right_eye = p <= EYE
    left_head = (q > EYE) & (q <= 0.5)
    upper_body = (points[:, 1] > 0) & (p > 0.5) & (q > 0.5)
    return right_eye | left_head | upper_body
