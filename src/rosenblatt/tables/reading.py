"""Read a whole table, or a uniform sample of its rows when it is too large."""

from __future__ import annotations

from dataclasses import replace
from os import PathLike

import numpy as np

from rosenblatt.tables.accumulate import Accumulator
from rosenblatt.tables.delimited import DelimitedFile
from rosenblatt.tables.errors import bad_file, shown
from rosenblatt.tables.files import TableFile, open_table
from rosenblatt.tables.notes import notes
from rosenblatt.tables.sampling import Sample
from rosenblatt.tables.table import Table
from rosenblatt.tables.targets import usual_target


def read_table(
    path: str | PathLike[str],
    *,
    target: str | None = None,
    max_bytes: int = 1 << 30,
    random_state: int = 0,
) -> Table:
    """Read a table into memory.

    A column of a text file is numeric if all its cells but the missing ones (empty, ``?``, ``NA``,
    ``N/A``, ``NaN``, ``null``) are finite numbers. A few other cells in a column of numbers are
    taken for mistakes, which is an error with the line; many make it a column of texts, with a
    note.

    Parameters
    ----------
    path : path
        A CSV, TSV, Parquet or svmlight file; see :func:`open_table`.
    target : str or None, default=None
        The column with the labels; None takes one called target, label, class or y, else the
        last, and says so in the notes.
    max_bytes : int, default=1 GiB
        Most bytes of the table in memory; of a larger table a uniform random sample of the rows
        is kept, drawn while reading.
    random_state : int, default=0
        Seed of that sample.

    Returns
    -------
    table : Table
        The rows with a label, in the order of the file.

    Raises
    ------
    BadFileError
        If the file is not a table, or some cells look like mistakes.

    Examples
    --------
    >>> import tempfile, pathlib
    >>> from rosenblatt.tables import read_table
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "trees.csv"
    >>> _ = path.write_text("height,leaf,kind\\n3.5,broad,oak\\n?,needle,fir\\n")
    >>> table = read_table(path)
    >>> table.target.tolist(), table.columns["height"].tolist()
    (['oak', 'fir'], [3.5, nan])
    """
    file = open_table(path, target=target)
    guessed = file.target is None
    if guessed:
        file = open_table(path, target=usual_target(file.columns))
    found = _accumulate(file, max_bytes, random_state)
    if found.became_text:
        # Their first cells were read as numbers, so the original texts are lost.
        assert isinstance(file, DelimitedFile)
        file = replace(file, as_text=frozenset(found.became_text))
        found = _accumulate(file, max_bytes, random_state)
    return _table(found, file, guessed)


def _accumulate(file: TableFile, max_bytes: int, random_state: int) -> Accumulator:
    accumulator = Accumulator(Sample(max_bytes, np.random.default_rng(random_state)))
    for batch in file.batches():
        accumulator.add(batch)
    return accumulator


def _table(found: Accumulator, file: TableFile, guessed: bool) -> Table:
    if isinstance(file, DelimitedFile):
        for name, counts in found.column_counts.items():
            counts.check(file, name)
    columns, matrix, target = found.finish()
    if len(target) == 0:
        raise bad_file(file.path, f"no row has a label in the column {shown(file.target)}.")
    target = target if target.dtype == np.int64 else target.astype(str)
    table = Table(
        name=file.path.name,
        columns=columns,
        target=target,
        n_rows_file=found.n_rows,
        matrix=matrix,
        target_name=file.target or "",
    )
    return replace(table, notes=notes(table, found, file, guessed))
