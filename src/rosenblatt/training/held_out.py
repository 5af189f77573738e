"""Rows held out of training, to see when it may stop."""

from collections.abc import Callable, Iterator
from math import frexp
from typing import Any

import numpy as np
import scipy.sparse as sp

BLOCK = 2**20  # values looked at together
ODD, ROUND = np.uint64(0x9E3779B97F4A7C15), np.uint64(0x6A09E667)


def hold_out(
    X: Any, codes: np.ndarray, fraction: float, seed: int, by_content: bool
) -> tuple[np.ndarray, np.ndarray]:
    """Rows to learn from and rows held out, of every class its share; single rows stay.

    By content, what the rows hold decides, not where they stand, and equal rows of a class stay
    together: the share is one of different rows.
    """
    random = np.random.default_rng(seed)
    keys = content_ranks(X, random) if by_content else None
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


def content_ranks(X: Any, random: np.random.Generator) -> np.ndarray:
    """Places in a random order, the same for equal rows; dense or sparse, whatever the unit of X.

    Where the rounded values do not tell rows apart, all their bits decide.
    """
    factors = random.integers(2**64, size=X.shape[1], dtype=np.uint64) | np.uint64(1)
    values = blocks(X.data[:, None] if sp.issparse(X) else X)
    largest = float(max((np.abs(block).max(initial=0.0) for block in values), default=0.0))
    rounded = keys_of(X, factors, lambda block: upper_halves(block / np.float64(largest or 1.0)))
    exact = keys_of(X, factors, lambda block: bits_of(np.ldexp(block, -frexp(largest)[1])))
    order = np.lexsort((exact, rounded))
    other = (np.diff(rounded[order]) != 0) | (np.diff(exact[order]) != 0)
    ranks = np.zeros(len(order), dtype=np.int64)
    ranks[order[1:]] = np.cumsum(other)
    return ranks


def keys_of(X: Any, factors: np.ndarray, words: Callable[[np.ndarray], np.ndarray]) -> np.ndarray:
    """A sum over the values of each row, by which rows are as good as certainly told apart."""
    if sp.issparse(X):
        # Sums wrap around, and so do their differences.
        sums = np.append(np.uint64(0), np.cumsum(spread(words(X.data)) * factors[X.indices]))
        return np.asarray(sums[X.indptr[1:]] - sums[X.indptr[:-1]])
    keys = [(spread(words(block)) * factors).sum(axis=1) for block in blocks(X)]
    return np.concatenate(keys)


def blocks(X: np.ndarray) -> Iterator[np.ndarray]:
    rows = max(1, BLOCK // X.shape[1])
    return (X[first : first + rows] for first in range(0, len(X), rows))


def bits_of(values: np.ndarray) -> np.ndarray:
    """Zeros of either sign are 0, as if they were not stored."""
    return (values.astype(np.float64) + 0.0).view(np.uint64)


def upper_halves(values: np.ndarray) -> np.ndarray:
    """Rounded, as the content order of the core takes them."""
    return (bits_of(values) + ROUND) >> np.uint64(32)


def spread(words: np.ndarray) -> np.ndarray:
    words = (words ^ (words >> np.uint64(32))) * ODD
    return np.asarray(words ^ (words >> np.uint64(29)))
