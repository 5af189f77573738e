"""Read a whole table, or a uniform sample of its rows when it is too large."""

from __future__ import annotations

from dataclasses import replace
from os import PathLike

import numpy as np

from rosenblatt.tables.cells import labels
from rosenblatt.tables.collecting import Collection
from rosenblatt.tables.delimited import DelimitedFile
from rosenblatt.tables.errors import bad_file, shown
from rosenblatt.tables.files import TableFile, open_table
from rosenblatt.tables.sampling import Sample
from rosenblatt.tables.table import Table
from rosenblatt.tables.targets import usual_target
from rosenblatt.tables.words import notes


def read_table(
    path: str | PathLike[str],
    *,
    target: str | None = None,
    max_bytes: int = 1 << 30,
    random_state: int = 0,
) -> Table:
    """Read a table into memory.

    A column of a text file is numeric if all its cells but the missing ones (empty, ``?``, ``NA``,
    ``N/A``, ``NaN``, ``null``) are finite numbers. A few cells that are no numbers in a column of
    numbers are taken for mistakes and refused with their line; many make it a column of texts,
    which a note says.

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
        If the file is no table, or holds cells that cannot be what they should.

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
    collected = _collect(file, max_bytes, random_state)
    if collected.turned:
        # Their first cells were read as numbers, which is how their writing got lost.
        assert isinstance(file, DelimitedFile)
        file = replace(file, as_text=frozenset(collected.turned))
        collected = _collect(file, max_bytes, random_state)
    return _table(collected, file, guessed)


def _collect(file: TableFile, max_bytes: int, random_state: int) -> Collection:
    collection = Collection(Sample(max_bytes, np.random.default_rng(random_state)))
    for batch in file.batches():
        collection.add(batch)
    return collection


def _table(collected: Collection, file: TableFile, guessed: bool) -> Table:
    if isinstance(file, DelimitedFile):
        for name, tally in collected.tallies.items():
            tally.check(file, name)
    columns, matrix, texts = collected.finish()
    target = labels(texts)
    if len(target) == 0:
        raise bad_file(file.path, f"no row has a label in the column {shown(file.target)}.")
    target = target if target.dtype == np.int64 else target.astype(str)
    found = Table(
        name=file.path.name,
        columns=columns,
        target=target,
        n_rows_file=collected.n_rows,
        matrix=matrix,
        target_name=file.target or "",
    )
    return replace(found, notes=notes(found, collected, file, guessed))
