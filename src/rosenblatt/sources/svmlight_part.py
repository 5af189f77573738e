"""Files of label and index:value pairs as parts of a source."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from typing import Any

import numpy as np

from rosenblatt.sources.chunks import Chunk
from rosenblatt.sources.part import file_mark
from rosenblatt.sources.text_blocks import bytes_of, text_blocks
from rosenblatt.tables import Batch
from rosenblatt.tables.errors import bad_file
from rosenblatt.tables.svmlight import SvmlightFile, is_row, parse_lines
from rosenblatt.tables.table import numbered


@dataclass(frozen=True)
class SvmlightPart:
    """An svmlight file, gzipped or not; with a ``width`` its rows are that many columns of numbers,
    zeros included, and without one they are sparse."""

    file: SvmlightFile
    width: int | None = None
    drop: frozenset[str] = frozenset()

    @property
    def name(self) -> str:
        return str(self.file.path)

    @property
    def columns(self) -> list[str] | None:
        if self.width is None:
            return None
        return [name for name in numbered(self.width) if name not in self.drop]

    def mark(self) -> list[int]:
        return file_mark(self.file.path)

    def through(self, number: int, rows: int) -> Iterator[tuple[Chunk, Batch]]:
        first = 0
        for block in text_blocks(self.file.path, rows, 0, is_row, False):
            batch = self._batch(block.lines, first, block.line)
            yield Chunk(number, first, batch.n_rows, block.start, block.end, block.line), batch
            first += batch.n_rows
        if first == 0:
            raise bad_file(self.file.path, "is empty; expected lines like '1 3:0.5 7:2'.")

    def read(self, chunk: Chunk) -> Batch:
        text = bytes_of(self.file.path, chunk.start, chunk.end)
        return self._batch(BytesIO(text).readlines(), chunk.first, chunk.line)

    def place(self, chunk: Chunk, row: int) -> str:
        return f"line {self.file.line_of(chunk.first + row)}"

    def _batch(self, lines: list[bytes], first: int, before: int) -> Batch:
        numbered_lines = [(k, line) for k, line in enumerate(lines, before + 1) if is_row(line)]
        matrix, target = parse_lines(self.file.path, numbered_lines, 0)
        if self.width is None:
            return Batch(first, len(numbered_lines), {}, matrix, target)
        return Batch(first, len(numbered_lines), self._columns(matrix), None, target)

    def _columns(self, matrix: Any) -> dict[str, Any]:
        assert self.width is not None
        dense = np.zeros((matrix.shape[0], max(self.width, matrix.shape[1])))
        dense[:, : matrix.shape[1]] = matrix.toarray()
        found = dict(zip(numbered(self.width), dense.T, strict=False))
        return {name: column for name, column in found.items() if name not in self.drop}
