"""How much of a difference is due to the training sets that happened to be drawn."""

from __future__ import annotations

from dataclasses import dataclass
from math import atan, sqrt

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
        """Weigh standard deviations of a split that were half-Cauchy beforehand.

        Their median is twice the sampling error of one split; none is larger than the share of rows
        that differ, since no difference of errors is.
        """
        n_splits, (between, within) = len(tested.sizes), pairs.variances
        per_split = float(np.mean([1 / size for size in tested.sizes]))
        sampling_error = sqrt((between + within) * per_split)
        largest = float(np.abs(pairs.values).mean())
        effects = np.square(half_cauchy(2 * sampling_error, largest))
        sampling = between * _apart(tested, per_split) + within * per_split
        weights = _likelihoods(pairs.means, sampling + effects)
        return cls(effects * (1 / n_splits + tested.common), weights / weights.sum())


def half_cauchy(median: float, largest: float) -> NDArray[np.float64]:
    """Equally probable values of a half-Cauchy distribution that ends at the largest."""
    angles = (np.arange(GRID) + 0.5) / GRID * atan(largest / median)
    return median * np.tan(angles)


def _apart(tested: TestedRows, per_split: float) -> float:
    """Variance between splits of means of a row effect of variance 1: common rows reduce it."""
    n_splits, shares = len(tested.sizes), tested.row_shares
    return (per_split - float(shares @ shares)) * n_splits / (n_splits - 1)


def _likelihoods(means: NDArray[np.float64], variances: NDArray[np.float64]) -> NDArray[np.float64]:
    """Of each variance, given the differences of the splits; up to a common factor."""
    minus_log = (len(means) - 1) / 2 * (np.log(variances) + means.var(ddof=1) / variances)
    return np.exp(minus_log.min() - minus_log)
