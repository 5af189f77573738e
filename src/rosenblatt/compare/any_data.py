"""A table of whatever holds rows: a data frame, arrays, a file."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray

from rosenblatt.compare.table_source import find_table
from rosenblatt.tables import Table, Wishes, examine
from rosenblatt.tables.cells import labels
from rosenblatt.tables.targets import usual_target

KINDS = "a data frame, a dict of columns, an array or sparse matrix with y, a file name, or a Table"


def table_of(
    data: Any,
    y: Any = None,
    *,
    target: str | None = None,
    random_state: int = 0,
    wishes: Wishes | None = None,
) -> Table:
    """Make a table, and examine it.

    Parameters
    ----------
    data : data frame, dict, array, sparse matrix, path, str or Table
        The rows. A data frame (of pandas, polars or any library whose columns become arrays) and a
        dict have named columns; a text is a file or the name of a data set.
    y : array-like or None, default=None
        The labels, unless they are a column.
    target : str or None, default=None
        The column with the labels; None takes one called target, label, class or y, else the last.
    random_state : int, default=0
        Seed of generators and samples.
    wishes : Wishes or None, default=None
        Columns to read in a certain way, and columns to leave out.

    Returns
    -------
    table : Table
        Rows with a label, and what was found in them.

    Examples
    --------
    >>> table = table_of({"size": [1.0, 2.0], "kind": ["a", None], "y": ["no", "yes"]})
    >>> table.target.tolist(), table.columns["kind"].tolist()
    (['no', 'yes'], ['a', None])
    """
    if isinstance(data, Table) and data.findings is not None and wishes in (None, Wishes()):
        return data
    if isinstance(data, str | Path):
        return find_table(str(data), target=target, random_state=random_state, wishes=wishes)
    return examine(data if isinstance(data, Table) else _as_given(data, y, target), wishes)


def _as_given(data: Any, y: Any, target: str | None) -> Table:
    if sp.issparse(data) or isinstance(data, np.ndarray | list | tuple):
        if y is None:
            raise ValueError("these rows have no labels; give them as y, or name a column of them.")
        return _kept(Table.from_arrays("data", _matrix(data), _labels(y)))
    if not hasattr(data, "columns") and not isinstance(data, Mapping):
        raise TypeError(f"{type(data).__name__} holds no rows; give {KINDS}.")
    return _kept(_from_columns(data, y, target))


def _matrix(data: Any) -> Any:
    if sp.issparse(data):
        return data
    found = np.asarray(data)
    return found if found.dtype.kind == "f" else found.astype(np.float64)


def _from_columns(frame: Any, y: Any, target: str | None) -> Table:
    columns = {str(name): as_column(frame[name]) for name in _names(frame)}
    if y is not None:
        name = str(getattr(y, "name", None) or "target")
        return Table("data", columns, _labels(y), len(y), target_name=name)
    name = target or usual_target(list(columns))
    if name not in columns:
        raise ValueError(f"there is no column {name!r}; the columns are {list(columns)[:20]}.")
    held = _labels(frame[name])
    del columns[name]
    return Table("data", columns, held, len(held), target_name=name)


def _names(frame: Any) -> list[Any]:
    return list(frame) if isinstance(frame, Mapping) else list(frame.columns)


def as_column(values: Any) -> NDArray[Any]:
    """Numbers as float64 with NaN where missing; all else as texts with None.

    Examples
    --------
    >>> as_column([1, None, 3]).tolist(), as_column([True, False]).tolist()
    ([1.0, nan, 3.0], [1.0, 0.0])
    """
    found = np.asarray(values)
    if found.dtype.kind == "M":
        times = np.datetime_as_string(found, unit="s").tolist()
        found = np.array([None if time == "NaT" else time for time in times], dtype=object)
    if found.dtype.kind in "iufb":
        return found.astype(np.float32 if found.dtype == np.float32 else np.float64)
    cells = [None if _is_missing(cell) else cell for cell in found.tolist()]
    if all(cell is None or isinstance(cell, int | float) for cell in cells):
        return np.array([np.nan if cell is None else float(cell) for cell in cells])
    texts = np.empty(len(cells), dtype=object)
    texts[:] = [None if cell is None else str(cell).strip() or None for cell in cells]
    return texts


def _is_missing(cell: Any) -> bool:
    """None, NaN, NaT and the NA of pandas: what is not equal to itself, or cannot tell."""
    try:
        return cell is None or bool(cell != cell)
    except TypeError:
        return True


def _labels(y: Any) -> NDArray[Any]:
    """Labels as files have them: whole numbers as int64, all else as text, None where missing."""
    cells = np.asarray(y)
    if cells.ndim != 1:
        raise ValueError(f"y has shape {cells.shape}; give one label for each row.")
    if cells.dtype.kind in "iu":
        return cells.astype(np.int64)
    found = np.empty(len(cells), dtype=object)
    found[:] = [None if _is_missing(cell) else cell for cell in cells.tolist()]
    return labels(found)


def _kept(table: Table) -> Table:
    """The rows that have a label."""
    if table.target.dtype != object:
        return table
    known = np.array([label is not None for label in table.target])
    found = table.take(np.flatnonzero(known))
    missing = int((~known).sum())
    notes = [f"{missing} rows without a label were left out."] if missing else []
    return Table(
        found.name, found.columns, found.target.astype(str), table.n_rows_file, found.matrix,
        found.matrix_names, found.target_name, [*found.notes, *notes],
    )  # fmt: skip
