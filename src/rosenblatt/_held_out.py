"""Rows held out of training, to see when it may stop."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import scipy.sparse as sp

BLOCK = 2**20  # values looked at together
ODD, HALF = np.uint64(0x9E3779B97F4A7C15), np.uint64(0x80000000)


def hold_out(
    X: Any, codes: np.ndarray, fraction: float, seed: int, by_content: bool
) -> tuple[np.ndarray, np.ndarray]:
    """Rows to learn from and rows held out, of every class its share; single rows stay.

    By content, what the rows hold decides, not where they stand, and equal rows of a class stay
    together: the share is one of different rows.
    """
    random = np.random.default_rng(seed)
    keys = content_keys(X, random) if by_content else None
    held_out = np.zeros(len(codes), dtype=bool)
    for code in np.unique(codes):
        own = np.flatnonzero(codes == code)
        ranks = np.argsort(random.permutation(len(own))) if keys is None else keys[own]
        held_out[own] = lowest(ranks, fraction)
    if not held_out.any():
        raise ValueError(
            "early_stopping holds out some rows of every class, but no class has two "
            f"{'different ' if by_content else ''}rows; set early_stopping=False."
        )
    return np.flatnonzero(~held_out), np.flatnonzero(held_out)


def lowest(ranks: np.ndarray, fraction: float) -> np.ndarray:
    """Whether a rank is among this fraction of the different ones: at least one, never all."""
    different = np.unique(ranks)
    share = max(1, round(fraction * len(different)))
    end = min(share, len(different) - 1)
    return ranks < different[end]


def content_keys(X: Any, random: np.random.Generator) -> np.ndarray:
    """Random numbers, the same for equal rows; dense or sparse, whatever the unit of X."""
    factors = random.integers(2**64, size=X.shape[1], dtype=np.uint64) | np.uint64(1)
    values = blocks(X.data[:, None] if sp.issparse(X) else X)
    largest = max((np.abs(block).max(initial=0.0) for block in values), default=0.0)
    if sp.issparse(X):
        # Sums wrap around, and so do their differences.
        sums = np.append(np.uint64(0), np.cumsum(mixed(X.data, largest) * factors[X.indices]))
        return np.asarray(sums[X.indptr[1:]] - sums[X.indptr[:-1]])
    keys = [(mixed(block, largest) * factors).sum(axis=1) for block in blocks(X)]
    return np.concatenate(keys)


def blocks(X: np.ndarray) -> Iterator[np.ndarray]:
    rows = max(1, BLOCK // X.shape[1])
    return (X[first : first + rows] for first in range(0, len(X), rows))


def mixed(values: np.ndarray, largest: float) -> np.ndarray:
    """The upper half of each value, rounded, as the content order takes it, spread over 64 bits.

    Zeros of either sign, stored or not, are 0.
    """
    bits = (values / np.float64(largest or 1.0) + 0.0).view(np.uint64)
    bits = (bits + HALF) >> np.uint64(32)
    bits *= ODD
    return bits ^ (bits >> np.uint64(29))
