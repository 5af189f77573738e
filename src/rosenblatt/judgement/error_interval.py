"""Between which errors a learner's true one lies."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike
from scipy.stats import beta

from rosenblatt.judgement.decision import LEVEL, interval_half
from rosenblatt.judgement.row_differences import RowDifferences, TestedRows
from rosenblatt.judgement.training_effect import TrainingEffect


def error_interval(
    wrong: Sequence[ArrayLike], tested: Sequence[ArrayLike], train_share: float, learners: int = 1
) -> tuple[float, float]:
    """Return the interval of the error to be expected on other rows of the same kind, at 95 %.

    Exact for the number of wrong rows (Clopper and Pearson's), where a row counts once however many
    splits test it; and wide enough for what other training sets would change, as seen from the
    splits.

    Parameters
    ----------
    wrong : sequence of array-like of bool
        For each split, whether the learner is wrong on each test row.
    tested : sequence of array-like of int
        Numbers of the test rows of each split.
    train_share : float
        Share of the rows that one split trains on.
    learners : int, default=1
        Number of learners among which this one was chosen by the same rows; the interval then
        holds for all of them at once.

    References
    ----------
    Clopper and Pearson (1934), "The use of confidence or fiducial limits illustrated in the case of
    the binomial".

    Examples
    --------
    >>> low, high = error_interval([np.arange(100) < 10], [range(100)], train_share=0.8)
    >>> round(low, 3), round(high, 3)
    (0.049, 0.176)
    """
    values = np.concatenate([np.asarray(split, dtype=float) for split in wrong])
    places = np.unique(np.concatenate([np.asarray(r) for r in tested]), return_inverse=True)[1]
    shares = np.bincount(places, values) / np.bincount(places)
    n, sum_wrong, tail = len(shares), float(shares.sum()), LEVEL / learners / 2
    low = float(beta.ppf(tail, sum_wrong, n - sum_wrong + 1)) if sum_wrong > 0 else 0.0
    high = float(beta.isf(tail, sum_wrong + 1, n - sum_wrong)) if sum_wrong < n else 1.0
    if len(wrong) > 1:
        rows = TestedRows(tested, train_share)
        pairs = RowDifferences.of(wrong, [np.zeros(size) for size in rows.sizes], rows)
        half = interval_half(pairs, TrainingEffect.of(pairs, rows), learners)
        low, high = min(low, pairs.mean - half), max(high, pairs.mean + half)
    return max(low, 0.0), min(high, 1.0)
