"""Read a whole table, or a uniform sample of its rows when it is too large."""

from __future__ import annotations

from dataclasses import replace
from os import PathLike

import numpy as np

from rosenblatt.tables.accumulate import Accumulator
from rosenblatt.tables.delimited import DelimitedFile
from rosenblatt.tables.doctor.choosing import complaint, is_mixed, usual_decimal
from rosenblatt.tables.doctor.examining import FileFacts, examine
from rosenblatt.tables.doctor.wishes import Wishes
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
    wishes: Wishes | None = None,
) -> Table:
    """Read a table into memory.

    A column of a text file is numeric if all its cells but the missing ones (empty, ``?``, ``NA``,
    ``N/A``, ``NaN``, ``null``) are finite numbers. A few other cells in a column of numbers are
    taken for mistakes, which is an error with the line; many make it a column of texts. Numbers as
    people write them, dates, answers, free text and keys are recognised: see
    :func:`rosenblatt.tables.doctor.examine`. ``findings`` says all that was found and done.

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
    wishes : Wishes or None, default=None
        Columns to read in a certain way, and columns to leave out.

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
    if isinstance(file, DelimitedFile) and (names := _read_too_early(file, found)):
        # Their cells were read as numbers, so the original texts are lost.
        file = replace(file, as_text=frozenset(names))
        found = _accumulate(file, max_bytes, random_state)
    return _table(found, file, guessed, wishes or Wishes())


def _accumulate(file: TableFile, max_bytes: int, random_state: int) -> Accumulator:
    accumulator = Accumulator(Sample(max_bytes, np.random.default_rng(random_state)))
    for batch in file.batches():
        accumulator.add(batch)
    return accumulator


def _read_too_early(file: DelimitedFile, found: Accumulator) -> set[str]:
    """Columns with texts further down, and where commas are decimal those with cells like 1.234."""
    numbers = found.numbers
    if usual_decimal(found.text_counts.values(), numbers.values(), file.delimiter) == ".":
        return found.became_text
    return found.became_text | {n for n, values in numbers.items() if (values % 1 > 0).any()}


def _table(found: Accumulator, file: TableFile, guessed: bool, wishes: Wishes) -> Table:
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
    table = replace(table, notes=notes(table, found, guessed))
    if isinstance(file, DelimitedFile):
        _refuse_mistakes(file, table, found, wishes)
    return examine(table, wishes, facts=_facts(file, found))


def _refuse_mistakes(file: DelimitedFile, table: Table, found: Accumulator, wishes: Wishes) -> None:
    """Raise an error for a column of numbers with mistakes in it, unless the user says more."""
    numbers = [c for c in table.columns.values() if c.dtype.kind == "f"]
    decimal = usual_decimal(found.text_counts.values(), numbers, file.delimiter)
    for name, counts in found.text_counts.items():
        mistake = complaint(counts, decimal)
        if mistake is not None and name not in {*wishes.kinds, *wishes.drop}:
            text, row, wrong = mistake
            message = f"column {shown(name)}: {shown(text)} {wrong}."
            raise bad_file(file.path, message, file.line_of(row))


def _facts(file: TableFile, found: Accumulator) -> FileFacts:
    if not isinstance(file, DelimitedFile):
        return FileFacts(readings=file.readings)
    lines = {
        name: f" (the first is {shown(counts.first_odd[0])} on line "
        f"{file.line_of(counts.first_odd[1])})"
        for name, counts in found.text_counts.items()
        if is_mixed(counts)
    }
    codes = file.columns_of_codes()
    return FileFacts(found.text_counts, {}, lines, file.delimiter, codes)
