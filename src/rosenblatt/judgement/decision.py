"""Better, worse, or cannot tell: the verdict on a learner, with the interval it follows from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.optimize import brentq
from scipy.special import ndtr, ndtri
from scipy.stats import beta

from rosenblatt.judgement.row_differences import RowDifferences, TestedRows
from rosenblatt.judgement.training_effect import TrainingEffect

BETTER, WORSE, CANNOT_TELL = "better", "worse", "cannot tell"
LEVEL = 0.05
CAUTION = 1.25  # times the risk of the normal distribution, which only approximates sums of rows


@dataclass(frozen=True)
class Judgement:
    """Difference of two errors, its interval, and the verdict on the first learner.

    Parameters
    ----------
    mean : float
        Error of the first learner minus that of the second, mean over the splits.
    low, high : float
        Interval of the difference that is to be expected on other rows of the same kind.
    """

    mean: float
    low: float
    high: float

    @property
    def verdict(self) -> str:
        """``"better"`` or ``"worse"`` if the interval excludes 0, else ``"cannot tell"``."""
        if self.high < 0:
            return BETTER
        return WORSE if self.low > 0 else CANNOT_TELL


def judge(
    wrong: Sequence[ArrayLike],
    wrong_other: Sequence[ArrayLike],
    tested: TestedRows,
    comparisons: int = 1,
) -> Judgement:
    """Judge whether a learner is better or worse than another, at the 5 % level.

    The difference of two errors is uncertain because other rows might have been tested, and
    because other training sets would have given other models. The first is seen from the rows,
    on which both learners were tested: a row counts once, however many splits test it. The second
    is what differences vary between splits beyond that. Where few rows differ, the exact sign test
    (McNemar's) must agree.

    Parameters
    ----------
    wrong, wrong_other : sequence of array-like of bool
        For each split, whether the learner is wrong on each test row.
    tested : TestedRows
        The test rows, in the same order.
    comparisons : int, default=1
        Number of comparisons among which any false verdict is to have a probability of 5 %.

    Returns
    -------
    judgement : Judgement
        Its interval holds for all comparisons at once.

    References
    ----------
    McNemar (1947), "Note on the sampling error of the difference between correlated proportions
    or percentages"; Nadeau and Bengio (2003), "Inference for the generalization error"; Bayle,
    Bayle, Janson and Mackey (2020), "Cross-validation confidence intervals for test error".

    Examples
    --------
    >>> import numpy as np
    >>> from rosenblatt.judgement import TestedRows, judge
    >>> tested = TestedRows([range(500), range(500, 1000)], train_share=0.5)
    >>> wrong, never = [np.arange(500) % 3 == 0] * 2, [np.zeros(500, bool)] * 2
    >>> judge(wrong, never, tested).verdict
    'worse'
    >>> judge(wrong, wrong, tested).verdict
    'cannot tell'
    """
    pairs = RowDifferences.of(wrong, wrong_other, tested)
    half = interval_half(pairs, TrainingEffect.of(pairs, tested), comparisons)
    low, high = sign_interval(pairs.row_sums, LEVEL / comparisons)
    return Judgement(pairs.mean, min(low, pairs.mean - half), max(high, pairs.mean + half))


def pairs_among(learners: int) -> int:
    """Comparisons to allow for when the best of several learners is known from the same rows.

    Examples
    --------
    >>> pairs_among(8)
    28
    """
    return learners * (learners - 1) // 2


def interval_half(pairs: RowDifferences, training: TrainingEffect, comparisons: int) -> float:
    """Half the width of the interval whose risk of missing the true difference is the level.

    The risk is that of all comparisons together for each possible effect of training sets, and
    then the mean over these effects.
    """
    deviations = np.sqrt(pairs.sampling_variance + training.variances)

    def excess(half: float) -> float:
        tails = np.minimum(CAUTION * comparisons * 2 * ndtr(-half / deviations), 1)
        return float(tails @ training.weights) - LEVEL

    most = -float(ndtri(LEVEL / CAUTION / comparisons / 2)) * float(deviations.max())
    return float(brentq(excess, 0.0, 1.001 * most))


def sign_interval(row_sums: NDArray[np.float64], level: float) -> tuple[float, float]:
    """Interval of the sum by the exact sign test on the rows that differ.

    Rows of unequal weight count as the number of equal ones whose sum would be as uncertain.

    Examples
    --------
    >>> low, high = sign_interval(np.full(5, 0.01), level=0.05)
    >>> low < 0, high
    (True, 0.05)
    >>> sign_interval(np.full(6, 0.01), level=0.05)[0] > 0
    True
    """
    size = float(np.abs(row_sums).sum())
    if size == 0:
        return 0.0, 0.0
    n = size**2 / float(row_sums @ row_sums)
    positive = n * float(row_sums[row_sums > 0].sum()) / size
    negative = max(n - positive, 0.0)
    low = float(beta.ppf(level / 2, positive, negative + 1)) if positive > 1e-9 else 0.0
    high = float(beta.isf(level / 2, positive + 1, negative)) if negative > 1e-9 else 1.0
    return (2 * low - 1) * size, (2 * high - 1) * size
