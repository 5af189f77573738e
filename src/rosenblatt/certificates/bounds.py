"""What theorems promise of perceptrons: bounds on mistakes, and on the margin reached.

All of them are about rows as the learner sees them: with the constant feature of the intercept,
if there is one. ``margin`` is that of a unit vector u, the least ``y u . x``; ``radius`` is the
largest ``|x|``.
"""

from __future__ import annotations

from math import sqrt
from typing import Any

import numpy as np

from rosenblatt.certificates.labelled_rows import labelled_rows


def novikoff_bound(radius: float, margin: float) -> float:
    """Most updates of a perceptron that starts from zero: ``(radius / margin)^2``.

    Parameters
    ----------
    radius : float
        The largest norm of a row.
    margin : float
        The margin of any separating unit vector; the widest gives the best bound.

    Returns
    -------
    float
        The bound, for any number of passes in any order.

    References
    ----------
    Novikoff (1962), "On convergence proofs on perceptrons".

    Examples
    --------
    >>> novikoff_bound(radius=3.0, margin=0.5)
    36.0
    """
    require_margin(margin)
    return (radius / margin) ** 2


def pla_bound(X: Any, y: Any, coef: Any, intercept: float) -> float:
    """Bloch's (15): ``|theta|^2 tau^2 / rho^2``, for the perceptron learning algorithm from zero.

    ``theta = (b, w) / |w|``, ``rho = min |theta . x|`` and ``tau = max |x|``, with ``x_0 = 1``. It
    is Novikoff's bound in the space with the constant feature 1.

    Parameters
    ----------
    X : array-like of shape (n_samples, n_features)
        Rows, without the constant feature.
    y : array-like of shape (n_samples,)
        Labels of two classes.
    coef, intercept
        A separating hyperplane.

    References
    ----------
    Bloch, "Perceptron learning algorithm" (lecture notes), Theorem 2.1.

    Examples
    --------
    >>> round(pla_bound([[-1.0], [1.0]], [0, 1], [1.0], 0.0), 6)
    2.0
    """
    tau, rho, theta = lecture_quantities(X, y, coef, intercept)
    return float(theta @ theta) * tau**2 / rho**2


def started_bound(radius: float, margin: float, start_norm: float, start_progress: float) -> float:
    """Most updates from a start other than zero: the larger root of Bloch's (14).

    m updates satisfy ``start_progress + m margin <= sqrt(start_norm^2 + m radius^2)``; the bound is
    the largest such m. Bloch's (15) does not hold here.

    Parameters
    ----------
    radius, margin : float
        As for :func:`novikoff_bound`.
    start_norm : float
        ``|theta_0|``, the norm of the start.
    start_progress : float
        ``theta_0 . u``, negative if the start points away from the separating unit vector u.

    Examples
    --------
    >>> started_bound(radius=3.0, margin=0.5, start_norm=0.0, start_progress=0.0)
    36.0
    >>> started_bound(radius=3.0, margin=0.5, start_norm=2.0, start_progress=-2.0)
    44.0
    """
    require_margin(margin)
    half = (radius**2 - 2 * start_progress * margin) / (2 * margin**2)
    rest = max(0.0, start_norm**2 - start_progress**2) / margin**2
    return max(0.0, half + sqrt(half * half + rest))


def margin_update_bound(radius: float, margin: float, threshold: float, step: float = 1.0) -> float:
    """Most updates of a perceptron that learns rows up to a threshold.

    ``(radius^2 + 2 threshold / step) / margin^2``, for rows learned while
    ``y w . x <= threshold``, by ``w += step y x``.

    Parameters
    ----------
    radius, margin : float
        As for :func:`novikoff_bound`.
    threshold : float
        In the units of scores; that of :class:`rosenblatt.Perceptron` times the mean squared norm.
    step : float, default=1.0
        The length of steps (``eta0``).

    References
    ----------
    Krauth and Mézard (1987), "Learning algorithms with optimal stability in neural networks".

    Examples
    --------
    >>> margin_update_bound(radius=3.0, margin=0.5, threshold=1.0)
    44.0
    """
    return novikoff_bound(sqrt(radius**2 + 2 * threshold / step), margin)


def freund_schapire_bound(
    radius: float, margin: float, slack: float, *, threshold: float = 0.0, step: float = 1.0
) -> float:
    """Most mistakes on any sequence of rows, separable or not: ``((radius + slack) / margin)^2``.

    ``slack`` is ``sqrt(sum xi^2)`` with ``xi = max(0, margin - y u . x)`` over all visits, for any
    unit vector u and any margin above 0; see :func:`slack_of`. With a threshold the same argument
    gives ``((sqrt(radius^2 + 2 threshold / step) + slack) / margin)^2`` for updates.

    Parameters
    ----------
    radius, margin : float
        The largest norm of a row; any positive number.
    slack : float
        The deviation of the visits from that margin: for p passes, sqrt(p) times that of one.
    threshold, step : float
        As for :func:`margin_update_bound`.

    References
    ----------
    Freund and Schapire (1999), "Large margin classification using the perceptron algorithm".

    Examples
    --------
    >>> freund_schapire_bound(radius=3.0, margin=0.5, slack=1.0)
    64.0
    """
    require_margin(margin)
    return ((sqrt(radius**2 + 2 * threshold / step) + slack) / margin) ** 2


def khardon_wachman_bound(radius: float, margin: float, slack: float) -> float:
    """The looser form of the same bound, ``(2 (radius + slack) / margin)^2``.

    Parameters
    ----------
    radius, margin, slack : float
        As for :func:`freund_schapire_bound`.

    Notes
    -----
    Their slack is printed with a sign slip; here the classifier's own sign counts.

    References
    ----------
    Khardon and Wachman (2007), "Noise tolerant variants of the perceptron algorithm".

    Examples
    --------
    >>> khardon_wachman_bound(radius=3.0, margin=0.5, slack=1.0)
    256.0
    """
    return 4 * freund_schapire_bound(radius, margin, slack)


def second_order_bound(
    learned: np.ndarray,
    direction: np.ndarray,
    margin: float,
    ridge: float,
    missed: float | None = None,
) -> float:
    """Most mistakes of the second-order perceptron on any sequence of rows.

    ``D / margin + sqrt((ridge + u'Gu) sum ln(1 + lambda / ridge)) / margin``, where G is the sum of
    ``x x'`` over the mistakes, lambda its eigenvalues, and D the sum of
    ``max(0, margin - y u . x)`` over them.

    Parameters
    ----------
    learned : ndarray of shape (n_mistakes, n_weights)
        The rows of all mistakes, times their labels: a row as often as it was learned.
    direction : ndarray of shape (n_weights,)
        Any vector; its length does not matter.
    margin : float
        Any positive number.
    ridge : float
        The a of the paper, above 0, in the units of squared norms.
    missed : float or None, default=None
        D, if it is taken over more than the mistakes: over all visits, say. Over the mistakes alone
        the bound holds, too, but comes down to their own number as the margin grows.

    References
    ----------
    Cesa-Bianchi, Conconi and Gentile (2005), "A second-order perceptron algorithm".

    Examples
    --------
    >>> import numpy as np
    >>> round(second_order_bound(np.eye(2), np.ones(2), margin=0.5, ridge=1.0), 3)
    3.33
    """
    require_margin(margin)
    if ridge <= 0:
        raise ValueError(f"ridge={ridge} must be above 0: without a ridge there is no such bound.")
    unit = direction / np.linalg.norm(direction)
    margins = learned @ unit
    if missed is None:
        missed = float(np.maximum(0.0, margin - margins).sum())
    spectrum = np.linalg.svd(learned, compute_uv=False) ** 2
    spread = float(np.log1p(spectrum / ridge).sum())
    return (missed + sqrt((ridge + float(margins @ margins)) * spread)) / margin


def margin_guarantee(
    best_margin: float, radius: float, threshold: float, step: float = 1.0
) -> float:
    """Least margin of a margin perceptron that has separated the rows.

    ``best_margin threshold / (sqrt(8) (step radius^2 + threshold))``.

    Parameters
    ----------
    best_margin : float
        The widest margin there is.
    radius, threshold, step : float
        As for :func:`margin_update_bound`.

    References
    ----------
    Khardon and Wachman (2007), "Noise tolerant variants of the perceptron algorithm".

    Examples
    --------
    >>> round(margin_guarantee(best_margin=1.0, radius=1.0, threshold=1.0), 4)
    0.1768
    """
    return best_margin * threshold / (sqrt(8) * (step * radius**2 + threshold))


def slack_of(margins: np.ndarray, margin: float, visits: float = 1.0) -> float:
    """``sqrt(sum max(0, margin - y u . x)^2)`` of rows that are visited so many times each.

    Examples
    --------
    >>> import numpy as np
    >>> slack_of(np.array([1.0, -3.0, 2.0]), 1.0)
    4.0
    """
    return sqrt(visits) * float(np.linalg.norm(np.maximum(0.0, margin - margins)))


def lecture_quantities(
    X: Any, y: Any, coef: Any, intercept: float
) -> tuple[float, float, np.ndarray]:
    """Bloch's tau, rho and theta (the intercept first) of a separating hyperplane."""
    problem = labelled_rows(X, y)
    rows = np.column_stack([np.ones(len(problem.signs)), problem.X])
    weights = np.ravel(np.asarray(coef, dtype=np.float64))
    theta = np.append(float(intercept), weights) / np.linalg.norm(weights)
    signed = problem.signs * (rows @ theta)
    if not (signed > 0).all():
        raise ValueError(
            f"{(signed <= 0).sum()} rows are not strictly on their side of the hyperplane; (15) "
            "needs one that separates, such as that of separability(X, y)."
        )
    return float(np.linalg.norm(rows, axis=1).max()), float(signed.min()), theta


def require_margin(margin: float) -> None:
    if not margin > 0:
        raise ValueError(f"margin={margin} must be above 0; bounds divide by it.")
