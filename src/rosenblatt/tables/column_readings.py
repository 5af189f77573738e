"""Readings: how the cells of a column become numbers or texts, as a plain dict.

``kind`` is one of :data:`KINDS`; ``decimal`` (of numbers) is the decimal mark, ``order`` (of dates)
the order of day, month and year, ``words`` (of answers) are those that were met. Cells that are
numbers already are left as they are.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rosenblatt.tables.cells import canonical_text
from rosenblatt.tables.date_texts import read_date, read_time
from rosenblatt.tables.number_texts import read_number
from rosenblatt.tables.text_counts import DASHES
from rosenblatt.tables.yes_no import yes_or_no

Reading = dict[str, str]
NUMBER, DATE, TIME, ANSWER, WORDS, CATEGORY = (
    "number",
    "date",
    "time",
    "yes-no",
    "text",
    "category",
)
KINDS = (NUMBER, DATE, TIME, ANSWER, WORDS, CATEGORY)
KIND_NAMES = {
    NUMBER: "numeric",
    DATE: "date",
    TIME: "time",
    ANSWER: "yes or no",
    WORDS: "free text",
    CATEGORY: "nominal",
}
MEANT = {
    NUMBER: "a number",
    DATE: "a date",
    TIME: "a time of day",
    ANSWER: "yes or no",
}


def read_cells(reading: Reading, column: NDArray[Any]) -> NDArray[Any]:
    """Return the column as it is read: float64 (dates in days since 1970, times in hours) or texts.

    A cell that cannot be read becomes missing; :func:`unreadable` finds it.

    Examples
    --------
    >>> read_cells({"kind": "number", "decimal": ","}, np.array(["0,5", None], dtype=object))
    array([0.5, nan])
    """
    kind = reading["kind"]
    if column.dtype.kind in "biuf":
        return _texts_of(column) if kind in (CATEGORY, WORDS, ANSWER) else column
    if kind in (CATEGORY, WORDS):
        return column
    read = reader(reading)
    values = {cell: None if cell is None else read(str(cell)) for cell in set(column.tolist())}
    found = [values[cell] for cell in column.tolist()]
    if kind == ANSWER:
        texts = np.empty(len(found), dtype=object)
        texts[:] = found
        return texts
    return np.array([np.nan if value is None else value for value in found], dtype=np.float64)


def reader(reading: Reading) -> Callable[[str], Any]:
    """Return the function that reads one cell of such a column; None if it cannot be read."""
    kind = reading["kind"]
    if kind == NUMBER:
        decimal = reading["decimal"]
        return lambda text: read_number(text, decimal)
    if kind == DATE:
        order = reading["order"]
        return lambda text: read_date(text, order)
    return {TIME: read_time, ANSWER: yes_or_no}.get(kind, str)


def unreadable(reading: Reading, column: NDArray[Any]) -> int | None:
    """Return the first row whose cell is neither missing nor a dash and cannot be read, or None."""
    if column.dtype.kind in "biuf" or reading["kind"] in (CATEGORY, WORDS):
        return None
    read = reader(reading)
    fine = {
        cell: cell is None or cell in DASHES or read(str(cell)) is not None
        for cell in set(column.tolist())
    }
    return next((row for row, cell in enumerate(column.tolist()) if not fine[cell]), None)


def _texts_of(column: NDArray[Any]) -> NDArray[Any]:
    values, places = np.unique(column, return_inverse=True)
    texts = np.empty(len(values), dtype=object)
    texts[:] = [None if value != value else canonical_text(str(value)) for value in values.tolist()]
    found: NDArray[Any] = texts[places]
    return found
