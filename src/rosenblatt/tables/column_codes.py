"""How one column is coded: the code is a plain dict, the coded columns are arrays."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rosenblatt.tables.cells import canonical_text, number
from rosenblatt.tables.column_readings import DATE, MEANT, WORDS, Reading, read_cells, unreadable
from rosenblatt.tables.date_codes import date_names, date_parts, fill_dates
from rosenblatt.tables.errors import shown
from rosenblatt.tables.word_codes import count_words, fill_words, learn_words

Code = dict[str, Any]
NUMERIC = "biuf"


def learn(
    name: str, column: NDArray[Any], scale: bool, max_values: int, reading: Reading | None = None
) -> Code:
    """Describe how to code a column; ``reading`` says how its cells are to be read first."""
    code: Code = {"name": name}
    if reading is not None:
        code["reading"], column = dict(reading), read_cells(reading, column)
        if reading["kind"] == DATE:
            return {**code, "kind": "date", **_learn_dates(column.astype(np.float64), scale)}
        if reading["kind"] == WORDS:
            return {**code, "kind": "words", **learn_words(*count_words(column))}
    if column.dtype.kind in NUMERIC:
        return {**code, "kind": "numeric", **_moments(column.astype(np.float64), scale)}
    counts = Counter(_canonical_texts(column))
    counts.pop(None, None)
    ranked = sorted(counts, key=lambda text: (-counts[text], text))
    other = len(ranked) > max_values
    return {**code, "kind": "nominal", "values": sorted(ranked[:max_values]), "other": other}


def _learn_dates(days: NDArray[np.float64], scale: bool) -> Code:
    known = days[~np.isnan(days)]
    parts = {"days": known, **date_parts(known)}
    numbers = ["days", "year", *(["hour"] if parts["hour"].any() else [])]
    moments = {part: _moments(parts[part].astype(np.float64), scale) for part in numbers}
    return {
        "numbers": moments,
        "months": np.unique(parts["month"]).tolist(),
        "weekdays": np.unique(parts["weekday"]).tolist(),
        "indicator": len(known) < len(days),
    }


def _moments(values: NDArray[np.float64], scale: bool) -> Code:
    known = values[~np.isnan(values)]
    any_missing = len(known) < len(values)
    if len(known) == 0:
        return {"mean": 0.0, "shift": 0.0, "scale": 1.0, "indicator": False}
    # In units of the largest value, so that squares neither overflow nor vanish.
    unit = float(np.abs(known).max()) or 1.0
    mean, spread = float((known / unit).mean() * unit), float((known / unit).std() * unit)
    if not scale or known.min() == known.max() or spread == 0:
        spread = 1.0
    shift = mean if scale else 0.0
    return {"mean": mean, "shift": shift, "scale": spread, "indicator": any_missing}


def width(code: Code) -> int:
    """Return how many columns a code has."""
    return len(coded_names(code))


def coded_names(code: Code) -> list[str]:
    """Return the names of the columns of a code."""
    name = code["name"]
    if code["kind"] == "numeric":
        return [name, f"{name} missing"] if code["indicator"] else [name]
    if code["kind"] == "date":
        return date_names(name, code)
    if code["kind"] == "words":
        return [f"{name}: {word}" for word in code["words"]]
    values = [*code["values"], "(other)"] if code["other"] else code["values"]
    return [f"{name}={value}" for value in values]


def fill(code: Code, column: NDArray[Any], first_row: int, dtype: str) -> Any:
    """Return the coded columns, sparse for words."""
    if "reading" in code:
        _refuse_unreadable(code, column, first_row)
        column = read_cells(code["reading"], column)
    if code["kind"] == "numeric":
        return _fill_numeric(code, column, first_row, dtype)
    if code["kind"] == "date":
        return fill_dates(code, column.astype(np.float64), dtype)
    if code["kind"] == "words":
        return fill_words(code, column, dtype)
    positions = fill_positions(code, column)
    block = np.zeros((len(column), width(code)), dtype=dtype)
    known = np.flatnonzero(positions >= 0)
    block[known, positions[known]] = 1.0
    return block


def _refuse_unreadable(code: Code, column: NDArray[Any], first_row: int) -> None:
    row = unreadable(code["reading"], column)
    if row is not None:
        raise ValueError(
            f"column {shown(code['name'])}, row {first_row + row + 1}: {shown(column[row])} is not "
            f"{MEANT[code['reading']['kind']]}, as the column had in fit; leave the cell empty if "
            "the value is not known."
        )


def fill_positions(code: Code, column: NDArray[Any]) -> NDArray[np.int64]:
    """Return for each cell of a nominal column which of the coded columns is 1; -1 for none."""
    places = {value: i for i, value in enumerate(code["values"])}
    rest = len(places) if code["other"] else -1
    found = [-1 if text is None else places.get(text, rest) for text in _canonical_texts(column)]
    return np.array(found, dtype=np.int64)


def _fill_numeric(code: Code, column: NDArray[Any], first_row: int, dtype: str) -> NDArray[Any]:
    values = _as_numbers(code["name"], column, first_row)
    missing = np.isnan(values)
    values = (np.where(missing, code["mean"], values) - code["shift"]) / code["scale"]
    block = np.column_stack([values, missing]) if code["indicator"] else values[:, None]
    return block.astype(dtype)


def _as_numbers(name: str, column: NDArray[Any], first_row: int) -> NDArray[np.float64]:
    if column.dtype.kind in NUMERIC:
        return column.astype(np.float64)
    found = np.array([np.nan if c is None else number(str(c)) for c in column], dtype=np.float64)
    texts = [i for i, c in enumerate(column) if c is not None and not np.isfinite(found[i])]
    if texts:
        raise ValueError(
            f"column {shown(name)}, row {first_row + texts[0] + 1}: {shown(column[texts[0]])} is "
            "not a finite number, but the column had numbers in fit; leave the cell empty if the "
            "value is not known."
        )
    return found


def _canonical_texts(column: NDArray[Any]) -> list[str | None]:
    """Return the cells as canonical texts; None where missing."""
    if column.dtype.kind in NUMERIC:
        values, places = np.unique(column, return_inverse=True)
        texts = [_canonical(value) for value in values.tolist()]
        return [texts[i] for i in places]
    canonical = {cell: _canonical(cell) for cell in set(column.tolist())}
    return [canonical[cell] for cell in column.tolist()]


def _canonical(cell: object) -> str | None:
    return None if cell is None or cell == "" or cell != cell else canonical_text(str(cell))
