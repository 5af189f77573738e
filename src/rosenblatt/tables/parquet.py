"""Parquet files, read in batches."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rosenblatt.tables.batch import Batch
from rosenblatt.tables.cells import labels
from rosenblatt.tables.errors import bad_file, shown
from rosenblatt.tables.targets import checked_target

MAGIC = b"PAR1"
MOST_CELLS = 1 << 22
MOST_EXACT = 2**53  # labels from here on are texts: as floats they would be rounded
MISSING_TEXTS = frozenset({"", "nan"})


@dataclass(frozen=True)
class ParquetFile:
    """A Parquet file: numbers, truth values, dates and texts; null is missing."""

    path: Path
    header: list[str]
    target: str | None
    dates: tuple[str, ...] = ()
    kind: str = "parquet"

    @property
    def columns(self) -> list[str]:
        """Names of the features."""
        return [name for name in self.header if name != self.target]

    @property
    def readings(self) -> dict[str, dict[str, str]]:
        """Columns of dates and times are days since 1970."""
        return {name: {"kind": "date", "order": "ymd"} for name in self.dates}

    def batches(self, rows: int = 50_000) -> Iterator[Batch]:
        """Yield at most so many rows at a time, fewer where the table is very wide."""
        arrow, first = _arrow(), 0
        rows = max(1, min(rows, MOST_CELLS // len(self.header)))
        # Page by page: pyarrow would read ahead and keep whole row groups.
        frugal = {"pre_buffer": False, "buffer_size": 1 << 20}
        with _errors(self.path, arrow), arrow.parquet.ParquetFile(self.path, **frugal) as file:
            for part in file.iter_batches(rows, use_threads=False):
                yield self._batch(arrow, part, first)
                first += part.num_rows
        if first == 0:
            raise bad_file(self.path, "has no rows.")

    @cached_property
    def metadata(self) -> Any:
        """What stands at the end of the file; reading it takes as long as reading many rows."""
        arrow = _arrow()
        with _errors(self.path, arrow):
            return arrow.parquet.read_metadata(self.path)

    def row_groups(self) -> list[int]:
        """Return the number of rows of each row group."""
        found = self.metadata
        return [found.row_group(k).num_rows for k in range(found.num_row_groups)]

    def group_batches(
        self, groups: list[int], rows: int, first: int, drop: frozenset[str]
    ) -> Iterator[Batch]:
        """Yield the rows of some row groups, the first of which is row ``first`` of the file.

        Single precision stays as it is, and infinite numbers are not looked for: this is for
        where memory and time are short.
        """
        arrow = _arrow()
        kept = [name for name in self.header if name not in drop]
        frugal = {"pre_buffer": False, "buffer_size": 1 << 20, "metadata": self.metadata}
        with _errors(self.path, arrow), arrow.parquet.ParquetFile(self.path, **frugal) as file:
            parts = file.iter_batches(rows, row_groups=groups, columns=kept, use_threads=False)
            for part in parts:
                yield self._batch(arrow, part, first, narrow=True)
                first += part.num_rows

    def line_of(self, row: int) -> None:
        """Return None: a Parquet file has no lines."""

    def _batch(self, arrow: Any, part: Any, first: int, narrow: bool = False) -> Batch:
        cells = dict(zip(part.schema.names, part.columns, strict=True))
        target = None
        if self.target is not None:
            target = _labels(arrow, cells.pop(self.target))
        columns = {name: self._column(arrow, name, cells[name], first, narrow) for name in cells}
        return Batch(first, part.num_rows, columns, None, target)

    def _column(self, arrow: Any, name: str, cells: Any, first: int, narrow: bool) -> NDArray[Any]:
        if _is_text(arrow, cells.type):
            return _texts(arrow, cells)
        if narrow and arrow.types.is_float32(cells.type):
            return np.asarray(cells.to_numpy(zero_copy_only=False))
        values = _numbers(arrow, cells)
        if narrow:
            return values
        infinite = np.flatnonzero(np.isinf(values))
        if len(infinite):
            row = first + int(infinite[0]) + 1
            raise bad_file(self.path, f"column {shown(name)}, row {row}: not a finite number.")
        return values


def open_parquet(path: Path, target: str | None) -> ParquetFile:
    """Read the schema of a Parquet file."""
    arrow = _arrow()
    with _errors(path, arrow):
        schema = arrow.parquet.read_schema(path)
    for field in schema:
        if not (_is_text(arrow, field.type) or _is_number(arrow, field.type)):
            raise bad_file(
                path,
                f"column {shown(field.name)} has the type {field.type}; only numbers, truth "
                "values, dates and texts can be read: leave the column out.",
            )
    header = list(schema.names)
    if len(set(header)) < len(header) or not header:
        raise bad_file(path, "has no columns, or two of one name; give each its own name.")
    dates = tuple(field.name for field in schema if _is_date(arrow, field.type))
    return ParquetFile(path, header, checked_target(path, header, target), dates)


def _arrow() -> Any:
    try:
        import pyarrow
        import pyarrow.compute
        import pyarrow.parquet
    except ImportError:
        raise ImportError(
            "reading Parquet needs pyarrow; install it with: pip install 'rosenblatt[files]'"
        ) from None
    return pyarrow


@contextmanager
def _errors(path: Path, arrow: Any) -> Iterator[None]:
    try:
        yield
    except (arrow.ArrowException, OSError) as error:
        raise bad_file(path, f"is not a readable Parquet file ({error}).") from None


def _is_text(arrow: Any, kind: Any) -> bool:
    t = arrow.types
    return bool(
        t.is_string(kind)
        or t.is_large_string(kind)
        or t.is_string_view(kind)
        or (t.is_dictionary(kind) and _is_text(arrow, kind.value_type))
    )


def _is_number(arrow: Any, kind: Any) -> bool:
    t = arrow.types
    tests = (t.is_integer, t.is_floating, t.is_boolean, t.is_decimal, t.is_date, t.is_timestamp)
    return t.is_null(kind) or any(test(kind) for test in tests)


def _is_date(arrow: Any, kind: Any) -> bool:
    return bool(arrow.types.is_date(kind) or arrow.types.is_timestamp(kind))


def _texts(arrow: Any, cells: Any) -> NDArray[Any]:
    if arrow.types.is_dictionary(cells.type):
        cells = cells.dictionary_decode()
    # Each distinct text becomes a Python object once.
    coded = cells.cast(arrow.string()).dictionary_encode()
    values = [None if text in MISSING_TEXTS else text for text in coded.dictionary.to_pylist()]
    texts = np.array([*values, None], dtype=object)
    found: NDArray[Any] = texts[coded.indices.fill_null(-1).to_numpy(zero_copy_only=False)]
    return found


def _labels(arrow: Any, cells: Any) -> NDArray[Any]:
    if arrow.types.is_integer(cells.type) and cells.null_count == 0:
        if not arrow.types.is_uint64(cells.type):
            whole = np.asarray(cells.cast(arrow.int64()).to_numpy(zero_copy_only=False))
        else:
            whole = _numbers(arrow, cells)
        if not len(whole) or max(-int(whole.min()), int(whole.max())) < MOST_EXACT:
            return whole.astype(np.int64, copy=False)
    return labels(_texts(arrow, cells))


def _numbers(arrow: Any, cells: Any) -> NDArray[np.float64]:
    if _is_date(arrow, cells.type):
        # Days since 1970, so that dates and times of any unit mean the same.
        cells = arrow.compute.divide(
            cells.cast(arrow.timestamp("us")).cast(arrow.int64()).cast(arrow.float64()), 86400e6
        )
    values = cells.cast(arrow.float64(), safe=False).to_numpy(zero_copy_only=False)
    return np.asarray(values, dtype=np.float64)
