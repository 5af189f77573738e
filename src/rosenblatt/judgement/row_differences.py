"""Two learners on the same test rows: where only one of them is wrong."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike, NDArray

Numbers = NDArray[np.float64]


@dataclass(frozen=True)
class TestedRows:
    """Which rows each split tests, and how much training sets have in common.

    Parameters
    ----------
    rows : sequence of array-like of int
        Numbers of the test rows of each split, two splits or more. Equal numbers are the same row.
    train_share : float
        Share of the rows of a table that one split trains on.
    tables : int, default=1
        Number of tables that the splits are taken from, each with rows of its own.
    """

    __test__ = False  # no test class, whatever pytest makes of its name

    rows: Sequence[ArrayLike]
    train_share: float
    tables: int = 1

    def __post_init__(self) -> None:
        if len(self.rows) < 2:
            raise ValueError(
                f"rows has {len(self.rows)} splits; how much training sets matter is seen from "
                "two or more."
            )
        if not 0 < self.train_share < 1:
            raise ValueError(f"train_share={self.train_share} is not between 0 and 1.")

    @cached_property
    def sizes(self) -> list[int]:
        """Number of test rows of each split."""
        return [int(np.size(rows)) for rows in self.rows]

    @cached_property
    def places(self) -> NDArray[np.intp]:
        """All tested rows in the order of the splits, distinct rows numbered from 0."""
        numbers = np.concatenate([np.asarray(rows) for rows in self.rows])
        first = int(numbers.min(initial=0))
        if int(numbers.max(initial=0)) - first > 10 * len(numbers):
            return np.unique(numbers, return_inverse=True)[1]
        met = np.zeros(int(numbers.max(initial=0)) - first + 1, dtype=bool)
        met[numbers - first] = True
        return (np.cumsum(met) - 1)[numbers - first]

    @cached_property
    def shares(self) -> Numbers:
        """What each test of a row contributes to a mean over splits."""
        return np.repeat([1 / (len(self.sizes) * size) for size in self.sizes], self.sizes)

    @cached_property
    def row_shares(self) -> Numbers:
        """What each distinct row contributes to a mean over splits."""
        sums: Numbers = np.bincount(self.places, self.shares).astype(float, copy=False)
        return sums

    @property
    def common(self) -> float:
        """What training sets with common rows add to one over the number of splits.

        The rows that all training sets are drawn from matter ``f / (1 - f)`` times as much as
        which of them were drawn, if effects of rows add up. That would be far too much for the
        large shares f of cross-validation, whose training sets are nearly all rows (see
        docs/verdicts.md), so the test part over the training part is taken there; and twice the
        odds for small shares, because effects do not simply add up.
        """
        odds = self.train_share / (1 - self.train_share)
        return min(2 * odds, 1.0, 1 / odds) / self.tables


@dataclass(frozen=True)
class RowDifferences:
    """1 where only the first learner is wrong, -1 where only the second is, else 0."""

    values: Numbers
    tested: TestedRows

    @classmethod
    def of(
        cls, wrong: Sequence[ArrayLike], wrong_other: Sequence[ArrayLike], tested: TestedRows
    ) -> RowDifferences:
        """Subtract what is given split by split."""
        for values in (wrong, wrong_other):
            given = [int(np.size(each)) for each in values]
            if given != tested.sizes:
                raise ValueError(
                    f"the splits have {given} values for {tested.sizes} test rows; give one for "
                    "each."
                )
        found = [np.subtract(a, b, dtype=float) for a, b in zip(wrong, wrong_other, strict=True)]
        return cls(np.concatenate(found), tested)

    @cached_property
    def means(self) -> Numbers:
        """Difference of the errors in each split."""
        sizes = self.tested.sizes
        starts = np.cumsum([0, *sizes[:-1]])
        return np.add.reduceat(self.values, starts) / sizes

    @cached_property
    def mean(self) -> float:
        """Difference of the errors, mean over the splits."""
        return float(self.means.mean())

    @cached_property
    def row_sums(self) -> Numbers:
        """What each distinct row contributes to the mean."""
        shares = self.tested.shares * self.values
        sums: Numbers = np.bincount(self.tested.places, shares).astype(float, copy=False)
        return sums

    @cached_property
    def sampling_variance(self) -> float:
        """Variance of the mean if other rows were tested; one row more may always differ."""
        residuals = self.row_sums - self.mean * self.tested.row_shares
        return float(residuals @ residuals) + 1 / len(residuals) ** 2

    @cached_property
    def variances(self) -> tuple[float, float]:
        """Variance of a value between rows, and between splits that test the same row."""
        places = self.tested.places
        centred = self.values - np.repeat(self.means, self.tested.sizes)
        visits = np.bincount(places)
        rest = centred - (np.bincount(places, centred) / visits)[places]
        total = float(centred @ centred) / len(centred) + 1 / len(visits)
        again = len(centred) - len(visits)
        within = min(float(rest @ rest) / again, total) if again else 0.0
        return total - within, within
