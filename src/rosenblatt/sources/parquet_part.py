"""Parquet files as parts of a source."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rosenblatt.sources.chunks import Chunk
from rosenblatt.sources.part import file_mark
from rosenblatt.tables import Batch
from rosenblatt.tables.errors import bad_file
from rosenblatt.tables.parquet import ParquetFile


@dataclass(frozen=True)
class ParquetPart:
    """A Parquet file; chunks are whole row groups, or equal pieces of one that is too large."""

    file: ParquetFile
    drop: frozenset[str] = frozenset()

    @property
    def name(self) -> str:
        return str(self.file.path)

    @property
    def columns(self) -> list[str]:
        return [name for name in self.file.columns if name not in self.drop]

    def mark(self) -> list[int]:
        return file_mark(self.file.path)

    @cached_property
    def _starts(self) -> NDArray[np.int64]:
        """The first row of each row group, and the end."""
        return np.cumsum([0, *self.file.row_groups()])

    def through(self, number: int, rows: int) -> Iterator[tuple[Chunk, Batch]]:
        if self._starts[-1] == 0:
            raise bad_file(self.file.path, "has no rows.")
        for groups in runs_of_groups(np.diff(self._starts).tolist(), rows):
            for first, batch in self._pieces(groups, rows):
                yield Chunk(number, first, batch.n_rows), batch

    def read(self, chunk: Chunk) -> Batch:
        starts, end = self._starts, chunk.first + chunk.rows
        if end > starts[-1]:
            raise bad_file(self.file.path, "has changed while it was read; start again.")
        first = int(np.searchsorted(starts, chunk.first, side="right")) - 1
        last = int(np.searchsorted(starts, end))
        for begin, batch in self._pieces(list(range(first, last)), chunk.rows):
            if begin == chunk.first:
                return batch
        raise bad_file(self.file.path, f"has no chunk of {chunk.rows} rows at {chunk.first}.")

    def place(self, chunk: Chunk, row: int) -> str:
        return f"row {chunk.first + row + 1}"

    def _pieces(self, groups: list[int], rows: int) -> Iterator[tuple[int, Batch]]:
        """The rows of some groups in equal pieces of at most so many rows."""
        first = int(self._starts[groups[0]])
        total = int(self._starts[groups[-1] + 1]) - first
        size = -(-total // -(-total // rows))
        held: list[Batch] = []
        for batch in self.file.group_batches(groups, size, first, self.drop):
            held.append(batch)
            while sum(each.n_rows for each in held) >= size:
                whole, held = cut(held, size)
                yield whole.first_row, whole
        if held:
            whole = joined(held)
            yield whole.first_row, whole


def runs_of_groups(sizes: list[int], rows: int) -> Iterator[list[int]]:
    """Neighbouring row groups that make up a chunk together; a larger one stands alone."""
    run: list[int] = []
    for group, size in enumerate(sizes):
        if run and sum(sizes[k] for k in run) + size > rows:
            yield run
            run = []
        if size:
            run = [*run, group]
    if run:
        yield run


def cut(held: list[Batch], rows: int) -> tuple[Batch, list[Batch]]:
    """So many rows as one batch, and the others."""
    if held[0].n_rows == rows:
        return held[0], held[1:]
    whole = joined(held)
    rest = part_of(whole, rows, whole.n_rows)
    return part_of(whole, 0, rows), [rest] if rest.n_rows else []


def part_of(batch: Batch, start: int, end: int) -> Batch:
    """A run of rows of a batch."""
    columns = {name: column[start:end] for name, column in batch.columns.items()}
    target = None if batch.target is None else batch.target[start:end]
    return Batch(batch.first_row + start, end - start, columns, None, target)


def joined(batches: list[Batch]) -> Batch:
    """Batches of neighbouring rows as one."""
    if len(batches) == 1:
        return batches[0]
    columns: dict[str, Any] = {
        name: np.concatenate([batch.columns[name] for batch in batches])
        for name in batches[0].columns
    }
    targets: Any = [batch.target for batch in batches]
    target = None if targets[0] is None else joined_labels(targets)
    return Batch(batches[0].first_row, sum(b.n_rows for b in batches), columns, None, target)


def joined_labels(targets: list[NDArray[Any]]) -> NDArray[Any]:
    """Labels of neighbouring rows; numbers become texts if some of them are."""
    if all(target.dtype == np.int64 for target in targets):
        return np.concatenate(targets)
    texts = [t.astype(str).astype(object) if t.dtype == np.int64 else t for t in targets]
    return np.concatenate(texts)
