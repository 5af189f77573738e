"""Read each column as it is meant, or as the user wants it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rosenblatt.tables.column_readings import (
    ANSWER,
    DATE,
    MEANT,
    NUMBER,
    TIME,
    WORDS,
    Reading,
    read_cells,
    unreadable,
)
from rosenblatt.tables.doctor.choosing import choose_reading, decimal_of, usual_decimal
from rosenblatt.tables.doctor.keys import is_key
from rosenblatt.tables.doctor.wishes import KEY, Wishes
from rosenblatt.tables.errors import shown
from rosenblatt.tables.text_counts import COMMA, POINT, TextCounts

MANY_TEXTS, WORDS_IN_A_TEXT = 20, 4


@dataclass
class ReadColumns:
    """Columns after reading, how each was read, and which are keys."""

    columns: dict[str, NDArray[Any]] = field(default_factory=dict)
    readings: dict[str, Reading] = field(default_factory=dict)
    counts: dict[str, TextCounts] = field(default_factory=dict)
    keys: list[str] = field(default_factory=list)
    decimal: str = "."


def read_columns(
    columns: Mapping[str, NDArray[Any]],
    wishes: Wishes,
    counts: Mapping[str, TextCounts],
    known: Mapping[str, Reading],
    delimiter: str | None,
) -> ReadColumns:
    """Read all columns but those to be left out; ``known`` are readings that the file tells."""
    kept = {name: column for name, column in columns.items() if name not in wishes.drop}
    found = ReadColumns(counts={n: counts.get(n) or counted(c) for n, c in texts_of(kept).items()})
    numbers = [c.astype(np.float64) for c in kept.values() if c.dtype.kind in "f"]
    found.decimal = usual_decimal(found.counts.values(), numbers, delimiter)
    for name, column in kept.items():
        wished = wishes.reading(name)
        reading = wished or known.get(name) or _chosen(found, name, column, delimiter is None)
        if reading is None and is_key(name, column) and not _means_more(found.counts.get(name)):
            reading = {"kind": KEY}
        _add(found, name, column, reading, wished is not None)
    return found


def _means_more(counts: TextCounts | None) -> bool:
    """Return whether most cells are dates or numbers with decimals: texts among them are odd."""
    if counts is None:
        return False
    meaning = sum(counts.dates.values()) + counts.kinds[POINT] + counts.kinds[COMMA]
    return 2 * meaning > counts.n_known


def texts_of(columns: Mapping[str, NDArray[Any]]) -> dict[str, NDArray[Any]]:
    """The columns of texts."""
    return {name: column for name, column in columns.items() if column.dtype == object}


def counted(column: NDArray[Any]) -> TextCounts:
    """Counts over one column."""
    counts = TextCounts()
    counts.add(column, 0)
    return counts


def _chosen(found: ReadColumns, name: str, column: NDArray[Any], declared: bool) -> Reading | None:
    if column.dtype != object:
        return None
    reading = choose_reading(found.counts[name], found.decimal, declared)
    return {"kind": WORDS} if reading is None and is_free_text(column) else reading


def is_free_text(column: NDArray[Any]) -> bool:
    """Return whether the cells are sentences rather than names of categories."""
    known = [text for text in column.tolist() if text is not None]
    different = set(known)
    if len(different) < max(MANY_TEXTS, len(known) / 2):
        return False
    return sum(len(text.split()) for text in different) >= WORDS_IN_A_TEXT * len(different)


def _add(
    found: ReadColumns,
    name: str,
    column: NDArray[Any],
    reading: Reading | None,
    wished: bool,
) -> None:
    if reading is None:
        found.columns[name] = column
        return
    if reading["kind"] == KEY:
        found.keys.append(name)
        return
    reading = _completed(reading, found, name)
    row = unreadable(reading, column) if wished else None
    if row is not None:
        raise ValueError(
            f"the column {shown(name)} cannot be read as {reading['kind']}: {shown(column[row])} "
            f"in row {row + 1} is not {MEANT[reading['kind']]}; correct the cell, or read the "
            "column as category."
        )
    found.columns[name] = read_cells(reading, column)
    if not _is_plain(reading, found.counts.get(name)):
        found.readings[name] = reading


def _is_plain(reading: Reading, counts: TextCounts | None) -> bool:
    """Return whether a column of numbers needs no reading: its cells are spelled plainly."""
    if reading["kind"] not in (NUMBER, TIME):
        return False
    return counts is None or (
        reading.get("decimal") == "." and counts.n_plain == counts.n_known == counts.n_cells
    )


def _completed(reading: Reading, found: ReadColumns, name: str) -> Reading:
    """Find the decimal mark or the order of dates where the user did not say it."""
    counts = found.counts.get(name)
    if reading["kind"] == NUMBER and "decimal" not in reading:
        decimal = found.decimal if counts is None else decimal_of(counts, found.decimal)
        return {**reading, "decimal": decimal}
    if reading["kind"] == ANSWER and counts is not None:
        return {**reading, "words": " ".join(sorted(counts.answers))}
    if reading["kind"] == DATE and "order" not in reading:
        orders = counts.orders if counts is not None else []
        return {**reading, "order": orders[0] if orders else "dmy"}
    return reading
