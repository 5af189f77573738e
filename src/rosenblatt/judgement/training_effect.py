"""How much of a difference is due to the training sets that happened to be drawn."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from rosenblatt.judgement.row_differences import RowDifferences, TestedRows

GRID = 500


@dataclass(frozen=True)
class TrainingEffect:
    """Possible variances of a mean difference due to training sets, with their probabilities.

    After a few splits that variance is hardly known, and taking its best estimate for the truth
    makes false verdicts. So all values are kept, weighed by how well they explain what the splits
    vary beyond the sampling of test rows.
    """

    variances: NDArray[np.float64]
    weights: NDArray[np.float64]

    @classmethod
    def of(cls, pairs: RowDifferences, tested: TestedRows) -> TrainingEffect:
        """Weigh standard deviations of a split whose orders of magnitude were equally probable.

        From a third of the sampling error of one split on, that is: smaller ones would make no
        difference. None is larger than the share of rows that differ, since no difference of
        errors is. Far above the sampling error this gives Student's t, which is exact there; a
        prior that falls faster makes false verdicts of unsteady learners after two or three splits.
        """
        n_splits, (between, within) = len(tested.sizes), pairs.variances
        per_split = float(np.mean([1 / size for size in tested.sizes]))
        sampling_error = sqrt((between + within) * per_split)
        largest = float(np.abs(pairs.values).mean())
        effects = np.square(magnitudes(sampling_error / 3, largest))
        sampling = between * _apart(tested, per_split) + within * per_split
        weights = _likelihoods(pairs.means, sampling + effects)
        return cls(effects * (1 / n_splits + tested.common), weights / weights.sum())


def magnitudes(smallest: float, largest: float) -> NDArray[np.float64]:
    """Equally probable values of a density that falls as ``1 / (smallest + value)``.

    Examples
    --------
    >>> magnitudes(1.0, 1e6)[[0, GRID // 2, GRID - 1]].round().tolist()
    [0.0, 1013.0, 986279.0]
    """
    shares = (np.arange(GRID) + 0.5) / GRID
    return smallest * np.expm1(shares * np.log1p(largest / smallest))


def _apart(tested: TestedRows, per_split: float) -> float:
    """Variance between splits of means of a row effect of variance 1: common rows reduce it."""
    n_splits, shares = len(tested.sizes), tested.row_shares
    return (per_split - float(shares @ shares)) * n_splits / (n_splits - 1)


def _likelihoods(means: NDArray[np.float64], variances: NDArray[np.float64]) -> NDArray[np.float64]:
    """Of each variance, given the differences of the splits; up to a common factor."""
    minus_log = (len(means) - 1) / 2 * (np.log(variances) + means.var(ddof=1) / variances)
    return np.exp(minus_log.min() - minus_log)
