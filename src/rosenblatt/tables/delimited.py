"""Tables as text: comma, semicolon or tab between the cells, a header line."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rosenblatt.tables.batch import Batch
from rosenblatt.tables.cells import are_whole, is_code, labels, number, numbers, texts
from rosenblatt.tables.errors import bad_file, shown
from rosenblatt.tables.number_blocks import number_blocks
from rosenblatt.tables.open_bytes import BYTE_ORDER_MARK, first_bytes, lines
from rosenblatt.tables.targets import checked_target

MOST_CELLS = 1 << 21
LOOKED_AT = 1000  # rows
DELIMITERS = {",": "commas", ";": "semicolons", "\t": "tabs"}


@dataclass(frozen=True)
class DelimitedFile:
    """A CSV or TSV file, packed or not."""

    path: Path
    delimiter: str
    header: list[str]
    target: str | None
    as_text: frozenset[str] = frozenset()
    one_line_header: bool = True
    kind: str = "csv"

    @property
    def columns(self) -> list[str]:
        """Names of the features."""
        return [name for name in self.header if name != self.target]

    @property
    def readings(self) -> dict[str, dict[str, str]]:
        """None: texts do not tell what they mean."""
        return {}

    def batches(self, rows: int = 50_000) -> Iterator[Batch]:
        """Yield at most so many rows at a time, fewer where the table is very wide.

        A column becomes text with the first batch in which a cell is not a number; the columns
        named in ``as_text`` are text from the start.
        """
        known_texts, first = set(self.as_text), 0
        rows = max(1, min(rows, MOST_CELLS // len(self.header)))
        for block in self._blocks(rows):
            if block is None:
                break
            yield self._batch_of(block, first)
            first += len(block)
        else:
            if first > 0:
                return
        for chunk in self._chunks(rows, first):
            cells = dict(zip(self.header, zip(*chunk, strict=True), strict=True))
            target = labels(texts(cells.pop(self.target))) if self.target is not None else None
            columns = {name: _column(name, cells[name], known_texts) for name in cells}
            yield Batch(first, len(chunk), columns, None, target)
            first += len(chunk)
        if first == 0:
            raise bad_file(self.path, "has a header but no rows.")

    def _blocks(self, rows: int) -> Iterator[NDArray[np.float64] | None]:
        """Blocks of plain numbers with whole labels; None before the first other row."""
        if self.as_text or not self.one_line_header:
            yield None
            return
        for block in number_blocks(self.path, self.delimiter, len(self.header), rows):
            yield block if block is None or self._has_whole_labels(block) else None

    def _has_whole_labels(self, block: NDArray[np.float64]) -> bool:
        return self.target is None or are_whole(block[:, self.header.index(self.target)])

    def _batch_of(self, block: NDArray[np.float64], first: int) -> Batch:
        columns = dict(zip(self.header, block.T, strict=True))
        target = columns.pop(self.target).astype(np.int64) if self.target is not None else None
        return Batch(first, len(block), columns, None, target)

    def line_of(self, row: int) -> int:
        """Return the line on which a row begins; reads the file again, so for messages only."""
        reader = csv_rows(self.path, self.delimiter)
        next(reader)
        line, cells = next(islice((found for found in reader if found[1]), row, None))
        return line - sum(cell.count("\n") for cell in cells)

    def columns_of_codes(self) -> list[str]:
        """Return the columns with whole numbers that begin with 0, judged by the first rows."""
        found = set[str]()
        for _, cells in islice(csv_rows(self.path, self.delimiter), 1, LOOKED_AT):
            found.update(n for n, c in zip(self.header, cells, strict=False) if is_code(c.strip()))
        return [name for name in self.columns if name in found]

    def _chunks(self, rows: int, skipped: int) -> Iterator[list[list[str]]]:
        """Rows cell by cell; each skipped row has one line."""
        reader = csv_rows(self.path, self.delimiter, skipped)
        next(reader)
        while found := list(islice(reader, rows)):
            if {len(cells) for _, cells in found} != {len(self.header)}:
                self._refuse_ragged(found)
            if chunk := [cells for _, cells in found if cells]:
                yield chunk

    def _refuse_ragged(self, found: list[tuple[int, list[str]]]) -> None:
        for line, cells in found:
            if cells and len(cells) != len(self.header):
                raise bad_file(
                    self.path,
                    f"{len(cells)} cells, but the header has {len(self.header)} (separated "
                    f"by {DELIMITERS[self.delimiter]}); a cell with a delimiter needs quotes.",
                    line,
                )


def open_delimited(path: Path, target: str | None) -> DelimitedFile:
    """Read the header of a CSV or TSV file."""
    delimiter = _delimiter(path)
    try:
        line, cells = next(csv_rows(path, delimiter))
    except StopIteration:
        raise bad_file(path, "is empty; expected a header line and rows.") from None
    header = _checked_header(path, [cell.strip() for cell in cells])
    target = checked_target(path, header, target)
    return DelimitedFile(path, delimiter, header, target, one_line_header=line == 1)


def csv_rows(path: Path, delimiter: str, skipped: int = 0) -> Iterator[tuple[int, list[str]]]:
    """Yield each row with the number of its last line; a blank line has no cells.

    ``skipped`` lines below the header are left out; the header then has one line.
    """
    text = _decoded(path)
    reader = csv.reader(text, delimiter=delimiter, strict=True, skipinitialspace=True)
    try:
        for cells in reader:
            yield reader.line_num + (skipped if reader.line_num > 1 else 0), cells
            if skipped and reader.line_num == 1:
                next(islice(text, skipped - 1, None))
    except csv.Error as error:
        hint = "look for a quote that is not closed"
        raise bad_file(
            path, f"cannot be split into cells ({error}); {hint}.", reader.line_num + skipped
        ) from None


def _decoded(path: Path) -> Iterator[str]:
    for i, line in enumerate(lines(path)):
        try:
            # Spreadsheets mark UTF-8 files by these bytes; they do not belong to the first name.
            yield (line.removeprefix(BYTE_ORDER_MARK) if i == 0 else line).decode("utf-8")
        except UnicodeDecodeError as error:
            byte = line[error.start]
            raise bad_file(
                path, f"the byte 0x{byte:02x} is not UTF-8 text; save the file as UTF-8.", i + 1
            ) from None


def _delimiter(path: Path) -> str:
    start = first_bytes(path).removeprefix(BYTE_ORDER_MARK)
    if start[:2] in (b"\xff\xfe", b"\xfe\xff"):
        raise bad_file(path, "is UTF-16 text; save it as UTF-8.", 1)
    header = start.split(b"\n", 1)[0].decode("utf-8", "replace")
    counts = {delimiter: _outside_quotes(header).count(delimiter) for delimiter in DELIMITERS}
    return max(counts, key=lambda delimiter: counts[delimiter])


def _outside_quotes(header: str) -> str:
    return "".join(header.split('"')[::2])


def _checked_header(path: Path, header: list[str]) -> list[str]:
    names = [name or f"column {i}" for i, name in enumerate(header, 1)]
    twice, times = Counter(names).most_common(1)[0]
    if times > 1:
        raise bad_file(path, f"two columns are called {shown(twice)}; give each its own name.", 1)
    if _looks_like_data(names):
        raise bad_file(
            path, "has numbers where a header with the names of the columns was expected.", 1
        )
    return names


def _looks_like_data(names: list[str]) -> bool:
    values = [value for value in map(number, names) if value is not None]
    if names == [str(i) for i in range(len(names))]:
        return False  # columns that were never named
    return len(values) == len(names) or any(not value.is_integer() for value in values)


def _column(name: str, cells: tuple[str, ...], known_texts: set[str]) -> NDArray[Any]:
    found = None if name in known_texts else numbers(cells)
    if found is not None:
        return found
    known_texts.add(name)
    return texts(cells)
