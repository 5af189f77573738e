"""Rows held out of training, to see when it may stop."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import scipy.sparse as sp

BLOCK = 2**20  # values looked at together
ODD = np.uint64(0x9E3779B97F4A7C15)


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
        rows = np.flatnonzero(codes == code)
        ranks = np.argsort(random.permutation(len(rows))) if keys is None else keys[rows]
        held_out[rows] = lowest(ranks, fraction)
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
    """Random numbers, the same for equal rows; dense or sparse, float32 or float64."""
    factors = random.integers(2**64, size=X.shape[1], dtype=np.uint64, endpoint=False) | np.uint64(
        1
    )
    if sp.issparse(X):
        # Sums wrap around, and so do their differences.
        sums = np.append(np.uint64(0), np.cumsum(mixed(X.data) * factors[X.indices]))
        return np.asarray(sums[X.indptr[1:]] - sums[X.indptr[:-1]])
    keys = [(mixed(block) * factors).sum(axis=1) for block in blocks(X)]
    return np.concatenate(keys)


def blocks(X: np.ndarray) -> Iterator[np.ndarray]:
    rows = max(1, BLOCK // X.shape[1])
    return (X[first : first + rows] for first in range(0, len(X), rows))


def mixed(values: np.ndarray) -> np.ndarray:
    """The bits of each value, spread over all 64; zeros of either sign, stored or not, are 0."""
    bits = (values.astype(np.float64) + 0.0).view(np.uint64)
    bits = (bits ^ (bits >> np.uint64(32))) * ODD
    return bits ^ (bits >> np.uint64(29))
