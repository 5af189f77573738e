"""A part of a source: one file, or one pair of arrays."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Protocol

from rosenblatt.sources.chunks import Chunk
from rosenblatt.tables import BadFileError, Batch
from rosenblatt.tables.errors import bad_file, shown


class Part(Protocol):
    """Rows that can be gone through in order, and read again from any chunk."""

    @property
    def name(self) -> str:
        """What messages call it: the path of a file."""
        ...

    @property
    def columns(self) -> list[str] | None:
        """Names of the columns without the target; None for sparse rows."""
        ...

    def mark(self) -> list[int]:
        """Numbers that change when the content does."""
        ...

    def through(self, number: int, rows: int) -> Iterator[tuple[Chunk, Batch]]:
        """Go through all rows, some at a time; ``number`` is the place of the part."""
        ...

    def read(self, chunk: Chunk) -> Batch:
        """Read a chunk that was found before."""
        ...

    def place(self, chunk: Chunk, row: int) -> str:
        """Say where a row of a chunk is, counted as people count."""
        ...


def file_mark(path: str | os.PathLike[str]) -> list[int]:
    """Size and time of the last change of a file."""
    found = os.stat(path)
    return [found.st_size, found.st_mtime_ns]


def refuse_row(part: Part, chunk: Chunk, row: int, message: str) -> BadFileError:
    """The error for one row of a chunk."""
    return bad_file(part.name, f"{part.place(chunk, row)}: {message}")


def without(batch: Batch, drop: frozenset[str]) -> Batch:
    """A batch without some columns."""
    if not drop or not batch.columns:
        return batch
    kept = {name: column for name, column in batch.columns.items() if name not in drop}
    return replace(batch, columns=kept)


def refuse_other_columns(part: Part, wanted: list[str] | None, first: str) -> None:
    """Raise an error that names a column by which a part differs from the first one."""
    given: Any = part.columns
    if (given is None) != (wanted is None):
        kinds = ("sparse rows", "columns") if given is None else ("columns", "sparse rows")
        raise bad_file(part.name, f"has {kinds[0]}, but {first} has {kinds[1]}; use one form.")
    if given is None or wanted is None or set(given) == set(wanted):
        return
    absent = [name for name in wanted if name not in given]
    if absent:
        listed = ", ".join(shown(name) for name in given[:20])
        raise bad_file(
            part.name, f"has no column {shown(absent[0])}, which {first} has; it has {listed}."
        )
    more = next(name for name in given if name not in wanted)
    raise bad_file(
        part.name,
        f"has a column {shown(more)}, which {first} does not have; leave it out (drop).",
    )
