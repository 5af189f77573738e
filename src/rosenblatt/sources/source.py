"""A source of rows: parts that can be gone through again and again."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from rosenblatt.sources.array_part import ROWS, array_part, open_arrays
from rosenblatt.sources.chunks import Chunk
from rosenblatt.sources.delimited_part import DelimitedPart
from rosenblatt.sources.file_names import file_names
from rosenblatt.sources.parquet_part import ParquetPart
from rosenblatt.sources.part import Part, refuse_other_columns
from rosenblatt.sources.svmlight_part import SvmlightPart
from rosenblatt.tables import Batch, open_table
from rosenblatt.tables.delimited import DelimitedFile
from rosenblatt.tables.errors import bad_file, shown
from rosenblatt.tables.parquet import ParquetFile
from rosenblatt.tables.svmlight import SvmlightFile
from rosenblatt.tables.targets import usual_target


@dataclass(frozen=True)
class Source:
    """Files, or arrays, with rows of the same columns.

    Parameters
    ----------
    parts : tuple of Part
        The files.
    target : str
        Column with the labels.
    weight : str or None
        Column with the weights of the rows, if there is one.
    """

    parts: tuple[Part, ...]
    target: str
    weight: str | None = None

    def read(self, chunk: Chunk) -> Batch:
        """Read a chunk."""
        return self.parts[chunk.part].read(chunk)

    def with_texts(self, columns: Iterable[str]) -> Source:
        """The same source, with more columns of texts in its CSV files."""
        parts = [
            replace(part, as_text=part.as_text | set(columns))
            if isinstance(part, DelimitedPart)
            else part
            for part in self.parts
        ]
        return replace(self, parts=tuple(parts))

    def texts(self) -> list[str]:
        """The columns that CSV files are told to hold texts."""
        found = [part.as_text for part in self.parts if isinstance(part, DelimitedPart)]
        return sorted(frozenset().union(*found))

    def check_columns(self, number: int) -> None:
        """Refuse a part whose columns are not those of the first one."""
        refuse_other_columns(self.parts[number], self.parts[0].columns, self.parts[0].name)


def open_source(
    files: Any,
    *,
    target: str | None = None,
    weight: str | None = None,
    drop: Iterable[str] = (),
    dense: bool = False,
) -> Source:
    """Open files, folders, patterns or arrays as one source of rows.

    Parameters
    ----------
    files : path, pair of arrays, or sequence of them
        CSV, TSV, svmlight (gzipped or not), Parquet, or ``NAME.X.npy`` with ``NAME.y.npy`` beside
        it; a folder or a pattern with ``*`` stands for the files in it. A pair is (X, y), arrays in
        memory or mapped.
    target : str or None, default=None
        Column with the labels; None takes one called target, label, class or y in the first file,
        else the last.
    weight : str or None, default=None
        Column with the weights of the rows.
    drop : iterable of str, default=()
        Columns to leave out.
    dense : bool, default=False
        Whether the rows of svmlight files are columns of numbers like those of other files.

    Returns
    -------
    Source
        Its parts are opened, and read when they are needed.

    Examples
    --------
    >>> import numpy as np
    >>> from rosenblatt.sources import open_source
    >>> source = open_source((np.eye(3), np.array([0, 1, 1])))
    >>> [chunk.rows for chunk, batch in source.parts[0].through(0, 2)]
    [2, 1]
    """
    if isinstance(files, Source):
        return files
    given: list[Any] = [files] if isinstance(files, str | Path | tuple) else list(files)
    if not given:
        raise ValueError("no files are given; name files, a folder or a pattern.")
    left_out = frozenset(drop)
    if isinstance(given[0], tuple):
        return Source(pairs(given, left_out), target or "label")
    paths = file_names(given)
    for path in paths:
        if path.name.endswith(".npy") and not path.name.endswith(ROWS):
            raise bad_file(path, f"is not called NAME{ROWS}; labels are in NAME.y.npy beside it.")
    target = target or target_of(paths[0])
    parts = [open_part(path, target, weight, left_out) for path in paths]
    if dense:
        parts = densely(parts, left_out)
    source = Source(tuple(parts), target, weight)
    check_names(source, left_out)
    return source


def pairs(given: Sequence[Any], drop: frozenset[str]) -> tuple[Part, ...]:
    for k, pair in enumerate(given):
        if not isinstance(pair, tuple) or len(pair) != 2:
            raise ValueError(f"files[{k}] is not a pair (X, y), but others are; use one form.")
    return tuple(array_part(f"arrays {k}", X, y, drop=drop) for k, (X, y) in enumerate(given))


def target_of(path: Path) -> str:
    """The column of the first file that most likely holds the labels."""
    if path.name.endswith(ROWS):
        return "label"
    file = open_table(path)
    return file.target or usual_target(file.columns)


def open_part(path: Path, target: str, weight: str | None, drop: frozenset[str]) -> Part:
    """One file; ``drop`` may name columns that it does not have."""
    if path.name.endswith(ROWS):
        return open_arrays(path, weight, drop)
    file = open_table(path, target=target)
    if isinstance(file, DelimitedFile):
        return DelimitedPart(file, drop)
    if isinstance(file, ParquetFile):
        return ParquetPart(file, drop)
    assert isinstance(file, SvmlightFile)
    if weight is not None:
        raise bad_file(path, "has no column of weights: svmlight files hold labels and values.")
    return SvmlightPart(file)


def densely(parts: list[Part], drop: frozenset[str]) -> list[Part]:
    """Svmlight files as columns of numbers, as many as the widest of them has."""
    sparse = [part for part in parts if isinstance(part, SvmlightPart)]
    width = max((len(part.file.columns) for part in sparse), default=0)
    return [
        replace(part, width=width, drop=drop) if isinstance(part, SvmlightPart) else part
        for part in parts
    ]


def check_names(source: Source, drop: frozenset[str]) -> None:
    """Refuse misspelt columns before anything is read."""
    first = source.parts[0]
    columns = first.columns
    if source.weight is not None and (columns is None or source.weight not in columns):
        raise bad_file(first.name, f"has no column {shown(source.weight)} for the weights.")
    if source.target in drop:
        raise ValueError(f"the column {shown(source.target)} holds the labels; do not drop it.")
