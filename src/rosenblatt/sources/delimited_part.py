"""CSV and TSV files as parts of a source."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from numpy.typing import NDArray

from rosenblatt.sources.chunks import Chunk
from rosenblatt.sources.part import file_mark, without
from rosenblatt.sources.text_blocks import TextBlock, bytes_of, text_blocks
from rosenblatt.tables import Batch
from rosenblatt.tables.cells import are_whole, labels, numbers, texts
from rosenblatt.tables.delimited import DELIMITERS, DelimitedFile
from rosenblatt.tables.errors import bad_file
from rosenblatt.tables.number_blocks import plain_numbers


@dataclass(frozen=True)
class DelimitedPart:
    """A file with a header line and cells between delimiters, gzipped or not.

    Columns in ``as_text`` are texts; any other becomes text in a chunk that has a text in it.
    """

    file: DelimitedFile
    drop: frozenset[str] = frozenset()
    as_text: frozenset[str] = frozenset()

    @property
    def name(self) -> str:
        return str(self.file.path)

    @property
    def columns(self) -> list[str]:
        return [name for name in self.file.columns if name not in self.drop]

    def mark(self) -> list[int]:
        return file_mark(self.file.path)

    def through(self, number: int, rows: int) -> Iterator[tuple[Chunk, Batch]]:
        first = 0
        for block in text_blocks(self.file.path, rows, self._header_lines(), is_not_blank, True):
            batch = self._batch(b"".join(block.lines), first, block.line)
            yield self._chunk(number, first, batch.n_rows, block), batch
            first += batch.n_rows
        if first == 0:
            raise bad_file(self.file.path, "has a header but no rows.")

    def read(self, chunk: Chunk) -> Batch:
        text = bytes_of(self.file.path, chunk.start, chunk.end)
        batch = self._batch(text, chunk.first, chunk.line)
        if batch.n_rows != chunk.rows:
            raise bad_file(self.file.path, "has changed while it was read; start again.")
        return batch

    def place(self, chunk: Chunk, row: int) -> str:
        return f"line {self.file.line_of(chunk.first + row)}"

    def _chunk(self, number: int, first: int, rows: int, block: TextBlock) -> Chunk:
        return Chunk(number, first, rows, block.start, block.end, block.line)

    def _header_lines(self) -> int:
        if self.file.one_line_header:
            return 1
        start = self.file.line_of(0)
        return start - 1

    def _batch(self, text: bytes, first: int, line: int) -> Batch:
        header, target = self.file.header, self.file.target
        plain = plain_numbers(text, self.file.delimiter.encode(), len(header))
        if plain is None or not (self._whole_labels(plain) and not self.as_text):
            return without(self._by_cells(text, first, line), self.drop)
        found: dict[Any, Any] = dict(zip(header, plain.T, strict=True))
        known = found.pop(target) if target is not None else None
        known = known if known is None else known.astype("int64")
        return without(Batch(first, len(plain), found, None, known), self.drop)

    def _whole_labels(self, block: NDArray[Any]) -> bool:
        target = self.file.target
        return target is None or are_whole(block[:, self.file.header.index(target)])

    def _by_cells(self, text: bytes, first: int, line: int) -> Batch:
        rows = self._rows(text, line)
        cells = dict(zip(self.file.header, zip(*rows, strict=True), strict=True))
        known = None
        if self.file.target is not None:
            known = labels(texts(cells.pop(self.file.target)))
        columns = {name: self._column(name, cells[name]) for name in cells}
        return Batch(first, len(rows), columns, None, known)

    def _column(self, name: str, cells: tuple[str, ...]) -> NDArray[Any]:
        found = None if name in self.as_text else numbers(cells)
        return texts(cells) if found is None else found

    def _rows(self, text: bytes, line: int) -> list[list[str]]:
        path, width, marks = self.file.path, len(self.file.header), DELIMITERS[self.file.delimiter]
        reader = csv.reader(
            io.StringIO(self._decoded(text, line), newline=""),
            delimiter=self.file.delimiter, strict=True, skipinitialspace=True,
        )  # fmt: skip
        rows: list[list[str]] = []
        try:
            for cells in reader:
                if cells and len(cells) != width:
                    raise bad_file(
                        path,
                        f"{len(cells)} cells, but the header has {width} (separated by {marks}); "
                        "a cell with a delimiter needs quotes.",
                        line + reader.line_num,
                    )
                if cells:
                    rows.append(cells)
        except csv.Error as error:
            hint = "look for a quote that is not closed"
            raise bad_file(
                path, f"cannot be split into cells ({error}); {hint}.", line + reader.line_num
            ) from None
        return rows

    def _decoded(self, text: bytes, line: int) -> str:
        try:
            return text.decode("utf-8")
        except UnicodeDecodeError as error:
            byte, before = text[error.start], text[: error.start].count(b"\n")
            raise bad_file(
                self.file.path,
                f"the byte 0x{byte:02x} is not UTF-8 text; save the file as UTF-8.",
                line + before + 1,
            ) from None


def is_not_blank(line: bytes) -> bool:
    return not line.isspace()
