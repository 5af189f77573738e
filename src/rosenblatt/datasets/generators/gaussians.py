"""Artificial data drawn from normal distributions."""

from __future__ import annotations

import numpy as np
from numpy.random import RandomState
from numpy.typing import NDArray
from sklearn.utils import check_random_state, check_scalar

RandomSource = int | RandomState | None


def make_ringnorm(
    n_samples: int = 5000, n_features: int = 20, *, random_state: RandomSource = None
) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Generate one normal cloud inside another, twice as wide.

    Both classes are equally likely. With ``a = 1 / sqrt(n_features)``, class +1 is
    ``N(0, 4 I)`` and class -1 is ``N((a, ..., a), I)``.

    Parameters
    ----------
    n_samples : int, default=5000
        Number of rows.
    n_features : int, default=20
        Number of columns; the published set has 20.
    random_state : int, RandomState or None, default=None
        Seed of the draw.

    Returns
    -------
    X : ndarray of shape (n_samples, n_features)
        The rows.
    y : ndarray of shape (n_samples,)
        The classes, -1 or +1.

    References
    ----------
    Breiman (1998), "Arcing classifiers"; Li, "Perceptron learning with random coordinate
    descent", section 4.

    Examples
    --------
    >>> from rosenblatt.datasets import make_ringnorm
    >>> X, y = make_ringnorm(600, random_state=0)
    >>> X.shape, sorted(set(y.tolist()))
    ((600, 20), [-1, 1])
    """
    rng = _checked(n_samples, n_features, random_state)
    y = random_signs(rng, n_samples)
    noise = rng.standard_normal((n_samples, n_features))
    return np.where(y[:, None] > 0, 2 * noise, noise + 1 / np.sqrt(n_features)), y


def make_threenorm(
    n_samples: int = 5000, n_features: int = 20, *, random_state: RandomSource = None
) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Generate two normal clouds of one class and a third of the other.

    Both classes are equally likely. With ``a = 2 / sqrt(n_features)``, class +1 is half
    ``N((a, ..., a), I)`` and half ``N((-a, ..., -a), I)``; class -1 is
    ``N((a, -a, a, -a, ...), I)``.

    Parameters
    ----------
    n_samples : int, default=5000
        Number of rows.
    n_features : int, default=20
        Number of columns; the published set has 20.
    random_state : int, RandomState or None, default=None
        Seed of the draw.

    Returns
    -------
    X : ndarray of shape (n_samples, n_features)
        The rows.
    y : ndarray of shape (n_samples,)
        The classes, -1 or +1.

    References
    ----------
    Breiman (1998), "Arcing classifiers"; Li, "Perceptron learning with random coordinate
    descent", section 4.

    Examples
    --------
    >>> from rosenblatt.datasets import make_threenorm
    >>> X, y = make_threenorm(600, random_state=0)
    >>> X.shape
    (600, 20)
    """
    rng = _checked(n_samples, n_features, random_state)
    y = random_signs(rng, n_samples)
    side = random_signs(rng, n_samples)
    alternating = np.where(np.arange(n_features) % 2 == 0, 1, -1)
    signs = np.where(y[:, None] > 0, side[:, None], alternating)
    return 2 / np.sqrt(n_features) * signs + rng.standard_normal((n_samples, n_features)), y


def make_flat_ellipsoid(
    n_samples: int = 2883,
    n_features: int = 100,
    *,
    ratio: float = 3137.0,
    random_state: RandomSource = None,
) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Generate a flat normal cloud whose long axis says nothing about the class.

    Rows are drawn from ``N(0, diag(ratio, 1, ..., 1))``; the class is the sign of the second
    coordinate. Second-order perceptrons make fewer mistakes here than first-order ones. The
    defaults are a setting inferred from the printed mistake rates of the report below, which
    gives neither its number of rows nor the ratio.

    Parameters
    ----------
    n_samples : int, default=2883
        Number of rows.
    n_features : int, default=100
        Number of columns, at least 2.
    ratio : float, default=3137.0
        Variance along the first axis; along every other axis it is 1.
    random_state : int, RandomState or None, default=None
        Seed of the draw.

    Returns
    -------
    X : ndarray of shape (n_samples, n_features)
        The rows.
    y : ndarray of shape (n_samples,)
        The classes, -1 or +1.

    References
    ----------
    Cesa-Bianchi, Conconi and Gentile (2005), "A second-order perceptron algorithm"; Sahi (2017),
    "Comparison of performance of standard perceptron and second order perceptron", table 1.

    Examples
    --------
    >>> from rosenblatt.datasets import make_flat_ellipsoid
    >>> X, y = make_flat_ellipsoid(200, 5, ratio=100, random_state=0)
    >>> bool(((X[:, 1] >= 0) == (y == 1)).all())
    True
    """
    rng = _checked(n_samples, n_features, random_state, fewest_features=2)
    check_scalar(ratio, "ratio", (int, float, np.number), min_val=0, include_boundaries="neither")
    X = rng.standard_normal((n_samples, n_features))
    X[:, 0] *= np.sqrt(ratio)
    return X, np.where(X[:, 1] >= 0, 1, -1)


def random_signs(rng: RandomState, n: int) -> NDArray[np.int64]:
    """Draw n independent fair signs, -1 or +1."""
    return 2 * rng.randint(2, size=n).astype(np.int64) - 1


def _checked(
    n_samples: int, n_features: int, random_state: RandomSource, fewest_features: int = 1
) -> RandomState:
    check_scalar(n_samples, "n_samples", (int, np.integer), min_val=1)
    check_scalar(n_features, "n_features", (int, np.integer), min_val=fewest_features)
    rng: RandomState = check_random_state(random_state)
    return rng
