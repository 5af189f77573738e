"""Statistics of repeated measurements: standard errors, intervals and ranks."""

from __future__ import annotations

from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.stats import rankdata, studentized_range, t
from sklearn.utils.validation import check_array


def corrected_standard_error(values: ArrayLike, test_fraction: float) -> float:
    """Standard error of a mean over splits of the same rows.

    ``sqrt((1/J + n_test/n_train) s^2)`` for J values of variance ``s^2``: training sets overlap,
    so J splits carry less information than J independent samples.

    Parameters
    ----------
    values : array-like of shape (J,)
        One number per split; J is 2 or more.
    test_fraction : float
        Fraction of all rows in the test set of a split, ``n_test / (n_test + n_train)``. 0 gives
        the ordinary standard error.

    Returns
    -------
    standard_error : float
        The standard error.

    References
    ----------
    Nadeau and Bengio (2003), "Inference for the generalization error".

    Examples
    --------
    >>> from rosenblatt.statistics import corrected_standard_error
    >>> round(corrected_standard_error([1.0, 2.0, 3.0], test_fraction=0.0), 4)
    0.5774
    >>> round(corrected_standard_error([1.0, 2.0, 3.0], test_fraction=0.1), 4)
    0.6667
    """
    values = np.asarray(values, dtype=float)
    if values.ndim != 1 or len(values) < 2:
        raise ValueError(
            f"values has shape {values.shape}; a standard error needs two or more numbers."
        )
    if not 0 <= test_fraction < 1:
        raise ValueError(
            f"test_fraction={test_fraction} is not in the range 0 <= test_fraction < 1."
        )
    ratio = test_fraction / (1 - test_fraction)
    return float(sqrt((1 / len(values) + ratio) * values.var(ddof=1)))


def t_interval(scores: Any, confidence: float = 0.95) -> tuple[float, float]:
    """Mean of the scores of k folds and half the width of its t-interval.

    The half width is ``t * sd / sqrt(k - 1)``, with the quantile of Student's t with k - 1 degrees
    of freedom and the standard deviation sd that divides by k. For ten folds it is 0.754 sd at
    95 %.

    Parameters
    ----------
    scores : array-like of shape (k,)
        One score per fold, two or more.
    confidence : float, default=0.95
        Probability that the interval contains the true mean, if scores are independent and normal.
        (Folds share training rows, so it is a convention rather than a guarantee.)

    Returns
    -------
    mean, half_width : float
        The interval is ``mean - half_width`` to ``mean + half_width``.

    References
    ----------
    Khardon and Wachman (2007), "Noise tolerant variants of the perceptron algorithm", section 3.

    Examples
    --------
    >>> from rosenblatt.statistics import t_interval
    >>> mean, half_width = t_interval([0.0, 1.0] * 5)
    >>> mean, round(half_width / 0.5, 3)
    (0.5, 0.754)
    """
    scores = check_array(scores, ensure_2d=False, dtype=np.float64, input_name="scores")
    if scores.ndim != 1 or len(scores) < 2:
        raise ValueError(
            f"scores has shape {scores.shape}; an interval needs a list of two or more scores."
        )
    if not 0 < confidence < 1:
        raise ValueError(f"confidence={confidence!r} is not between 0 and 1; 0.95 is usual.")
    freedom = len(scores) - 1
    quantile = float(t.ppf((1 + confidence) / 2, freedom))
    return float(scores.mean()), quantile * float(scores.std()) / sqrt(freedom)


def mean_ranks(errors: ArrayLike) -> NDArray[np.float64]:
    """Mean rank of each learner over the splits; 1 is best, ties share the mean of their ranks.

    Parameters
    ----------
    errors : array-like of shape (learners, splits)
        Errors, paired by split.

    Returns
    -------
    ranks : ndarray of shape (learners,)
        Mean ranks.

    Examples
    --------
    >>> from rosenblatt.statistics import mean_ranks
    >>> mean_ranks([[0.1, 0.2], [0.1, 0.3], [0.4, 0.1]])
    array([1.75, 2.25, 2.  ])
    """
    # Errors are counts of rows: rounding keeps equal counts equal after division.
    ranks: NDArray[np.float64] = rankdata(np.round(np.asarray(errors, float), 12), axis=0)
    return ranks.mean(axis=1)


def critical_difference(n_learners: int, n_splits: int, alpha: float = 0.05) -> float:
    """Smallest significant difference between two mean ranks (Nemenyi's test).

    ``q sqrt(k (k + 1) / (6 N))`` with q the upper alpha point of the studentized range of k means
    and infinitely many degrees of freedom, divided by ``sqrt(2)``.

    Parameters
    ----------
    n_learners : int
        k, 2 or more.
    n_splits : int
        N, the number of times the learners were ranked.
    alpha : float, default=0.05
        Level of the test.

    Returns
    -------
    difference : float
        The critical difference.

    References
    ----------
    Demšar (2006), "Statistical comparisons of classifiers over multiple data sets".

    Examples
    --------
    >>> from rosenblatt.statistics import critical_difference
    >>> round(critical_difference(4, 14), 2)
    1.25
    """
    if n_learners < 2 or n_splits < 1:
        raise ValueError(
            f"n_learners={n_learners} and n_splits={n_splits} are too few; a critical difference "
            "needs 2 or more learners and 1 or more splits."
        )
    # SciPy integrates slowly with infinite degrees of freedom; a million give the same digits.
    q = studentized_range.ppf(1 - alpha, n_learners, 1e6) / sqrt(2)
    return float(q * sqrt(n_learners * (n_learners + 1) / (6 * n_splits)))
