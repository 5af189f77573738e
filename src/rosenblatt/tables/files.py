"""Open a table file of any kind."""

from __future__ import annotations

from collections.abc import Iterator
from os import PathLike
from pathlib import Path
from typing import Protocol

from rosenblatt.tables.batch import Batch
from rosenblatt.tables.delimited import open_delimited
from rosenblatt.tables.errors import bad_file, shown
from rosenblatt.tables.open_bytes import first_bytes, packed_as, raw_start, without_packing
from rosenblatt.tables.parquet import MAGIC, open_parquet
from rosenblatt.tables.svmlight import SvmlightFile, looks_like_svmlight

SVMLIGHT = (".svm", ".svmlight", ".libsvm")
DELIMITED = (".csv", ".tsv")


class TableFile(Protocol):
    """A table file, opened and ready to be read."""

    @property
    def path(self) -> Path:
        """Where it is."""
        ...

    @property
    def kind(self) -> str:
        """Its format: csv, parquet or svmlight."""
        ...

    @property
    def columns(self) -> list[str]:
        """Names of the features."""
        ...

    @property
    def target(self) -> str | None:
        """Name of the column with the labels, None if there is none."""
        ...

    @property
    def readings(self) -> dict[str, dict[str, str]]:
        """How to read columns whose type the file tells."""
        ...

    def batches(self, rows: int = 50_000) -> Iterator[Batch]:
        """Yield at most so many rows at a time, in constant memory."""
        ...

    def line_of(self, row: int) -> int | None:
        """Return the line of a row (from 0), None where a format has no lines."""
        ...


def open_table(path: str | PathLike[str], *, target: str | None = None) -> TableFile:
    """Open a table file and find its format, its columns and its target.

    Formats: CSV and TSV (comma, semicolon or tab; header line; UTF-8), svmlight, each as it is or
    packed (gzip, bzip2, xz, zip with one file), and Parquet. The format is known by the name
    (``.csv``, ``.tsv``, ``.svm``, ``.svmlight``, ``.libsvm``, ``.parquet``), else by the content.
    The byte order mark that spreadsheets put before UTF-8 text is dropped from CSV files; an
    svmlight file that begins with one is refused.

    Parameters
    ----------
    path : path
        The file.
    target : str or None, default=None
        The column with the labels; None if the file has none, or it is not needed. The labels of
        svmlight files are always their target, called ``label``.

    Returns
    -------
    file : TableFile
        ``path``, ``kind``, ``columns``, ``target`` and ``batches(rows)``.

    Raises
    ------
    BadFileError
        If there is no such file, it cannot be read, or it is not a table.

    Examples
    --------
    >>> import tempfile, pathlib
    >>> from rosenblatt.tables import open_table
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "trees.csv"
    >>> _ = path.write_text("height,leaf,kind\\n3.5,broad,oak\\n9,needle,fir\\n")
    >>> file = open_table(path, target="kind")
    >>> file.columns
    ['height', 'leaf']
    >>> next(file.batches()).columns["height"]
    array([3.5, 9. ])
    """
    path = Path(path).expanduser()
    raw = raw_start(path, 6)
    if raw[:4] == MAGIC:
        return open_parquet(path, target)
    name = without_packing(path.name.lower())
    if name.endswith((".parquet", ".pq")):
        hint = "unpack it first" if packed_as(raw) else "its first bytes are not PAR1"
        raise bad_file(path, f"is not a Parquet file: {hint}.")
    if name.endswith(SVMLIGHT) or (
        not name.endswith(DELIMITED) and looks_like_svmlight(first_bytes(path))
    ):
        return _open_svmlight(path, target)
    return open_delimited(path, target)


def _open_svmlight(path: Path, target: str | None) -> SvmlightFile:
    if target not in (None, "label", "target"):
        raise bad_file(
            path, f"has no column {shown(target)}: the target of an svmlight file is its labels."
        )
    first_bytes(path)
    return SvmlightFile(path)
