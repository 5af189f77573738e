"""Chunks: runs of rows that are read, coded and learned at once, and the order they come in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class Chunk:
    """Where some rows of a source are.

    Parameters
    ----------
    part : int
        Which file of the source, from 0.
    first : int
        Position of the first row in the file, from 0.
    rows : int
        Number of rows.
    start, end : int
        The bytes that hold them, in a file of text (unpacked, if it is packed).
    line : int
        Lines before the first, in a file of text.
    """

    part: int
    first: int
    rows: int
    start: int = 0
    end: int = 0
    line: int = 0

    def plain(self) -> list[int]:
        """As numbers, for files."""
        return [self.part, self.first, self.rows, self.start, self.end, self.line]


def chunk_order(seed: int, number: int, chunks: Sequence[Any]) -> NDArray[np.int64]:
    """The order of the chunks in a pass; it depends on seed, pass and number of chunks alone."""
    return np.random.RandomState([seed, number]).permutation(len(chunks))


def row_order(seed: int, number: int, chunk: int, rows: int) -> NDArray[np.int64]:
    """The order of the rows of a chunk in a pass."""
    return np.random.RandomState([seed, number, chunk]).permutation(rows)
