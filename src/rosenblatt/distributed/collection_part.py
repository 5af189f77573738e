"""Partitions of dask collections as parts of a source; what is asked of them is duck-typed."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rosenblatt.sources import Chunk, Source
from rosenblatt.sources.array_part import whole_or_texts
from rosenblatt.tables import Batch
from rosenblatt.tables.table import numbered


@dataclass(frozen=True)
class CollectionPart:
    """One partition of a data frame, computed whenever it is read."""

    name: str
    delayed: Any  # of the partition
    names: tuple[str, ...]
    target: str
    key: str  # changes with what the partition is made of
    drop: frozenset[str] = frozenset()

    @property
    def columns(self) -> list[str]:
        return [name for name in self.names if name not in {self.target, *self.drop}]

    def mark(self) -> list[int]:
        return [int.from_bytes(hashlib.sha256(self.key.encode()).digest()[:6], "little")]

    def through(self, number: int, rows: int) -> Iterator[tuple[Chunk, Batch]]:
        frame = self._frame()
        total = len(frame[self.target])
        for first in range(0, total, rows):
            chunk = Chunk(number, first, min(rows, total - first))
            yield chunk, self._batch(frame, chunk)

    def read(self, chunk: Chunk) -> Batch:
        return self._batch(self._frame(), chunk)

    def place(self, chunk: Chunk, row: int) -> str:
        return f"row {chunk.first + row + 1}"

    def _frame(self) -> dict[str, NDArray[Any]]:
        found = self.delayed.compute(scheduler="synchronous")
        if isinstance(found, tuple):  # blocks of two arrays
            X, y = map(np.asarray, found)
            return {**dict(zip(numbered(X.shape[1]), X.T, strict=True)), self.target: y}
        return {name: plain_column(found[name]) for name in self.names}

    def _batch(self, frame: dict[str, NDArray[Any]], chunk: Chunk) -> Batch:
        rows = slice(chunk.first, chunk.first + chunk.rows)
        columns = {name: frame[name][rows] for name in self.columns}
        return Batch(
            chunk.first, chunk.rows, columns, None, whole_or_texts(frame[self.target][rows])
        )


def plain_column(column: Any) -> NDArray[Any]:
    """Numbers as floats with NaN for gaps, anything else as texts with None for gaps."""
    values = column.to_numpy()
    if values.dtype.kind in "biuf":
        return values if values.dtype.kind == "f" else values.astype(np.float64)
    texts, missing = np.empty(len(values), dtype=object), column.isna().to_numpy()
    pairs = zip(values.tolist(), missing.tolist(), strict=True)
    texts[:] = [None if absent else str(cell) for cell, absent in pairs]
    return texts


def source_of_parts(
    blocks: list[Any], keys: list[str], names: tuple[str, ...], target: str, drop: frozenset[str]
) -> Source:
    """A source whose parts are the partitions."""
    parts = [
        CollectionPart(f"partition {k}", block, names, target, key, drop)
        for k, (block, key) in enumerate(zip(blocks, keys, strict=True))
    ]
    return Source(tuple(parts), target)
