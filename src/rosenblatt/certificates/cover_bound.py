"""Infeasible subsystems that were verified, and bounds that follow from them exactly."""

from typing import Any

import numpy as np

from rosenblatt.certificates.linear_programs import incidence
from rosenblatt.certificates.rationals import IntegerRow, null_vector

PRICE_BITS = 24


def is_infeasible(rows: list[IntegerRow]) -> bool:
    """Whether positive numbers times these rows sum up to 0, with no subset of which that is so.

    No weights w then have a positive product with all of them. In rational arithmetic.
    """
    found = null_vector(rows)
    return found is not None and (min(found) > 0 or max(found) < 0)


class VerifiedSubsystems:
    """Sets of rows of which every hyperplane gets one wrong, each proven when it is added."""

    def __init__(self, rows: list[IntegerRow], weights: np.ndarray) -> None:
        self.rows, self.weights = rows, weights
        self.members: list[np.ndarray] = []
        self.known: set[bytes] = set()
        self.matrix: Any = None

    def add(self, members: np.ndarray) -> bool:
        """Whether the set is new and proven."""
        key = members.astype(np.int32).tobytes()
        if key in self.known or not is_infeasible([self.rows[k] for k in members]):
            return False
        self.known.add(key)
        self.members.append(members)
        self.matrix = None
        return True

    def bound(self, prices: np.ndarray, lower: np.ndarray, upper: np.ndarray) -> int:
        """Least weight of the wrong rows that these prices prove, in whole numbers.

        For any prices p >= 0 of the subsystems, and whichever rows are wrong (share 1) or right
        (share 0), the weight of the wrong ones is at least ``sum of p + sum over rows of
        share (weight - prices of the subsystems with the row)``; shares between ``lower`` and
        ``upper`` make it at least the minimum over them, row by row.
        """
        if self.matrix is None:
            self.matrix = incidence(self.members, len(self.weights), np.int64).T.tocsr()
        paid = np.rint(np.maximum(prices, 0.0) * 2**PRICE_BITS).astype(np.int64)
        left = (self.weights << PRICE_BITS) - self.matrix @ paid
        least = np.minimum(left * lower.astype(np.int64), left * upper.astype(np.int64))
        return -((-int(paid.sum()) - int(least.sum())) >> PRICE_BITS)
