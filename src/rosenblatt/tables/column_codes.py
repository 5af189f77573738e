"""How one column is coded: the code is a plain dict, the coded columns are arrays."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rosenblatt import _core
from rosenblatt.tables.cells import canonical_text, number
from rosenblatt.tables.column_readings import MEANT, read_cells, unreadable
from rosenblatt.tables.date_codes import date_names, fill_dates
from rosenblatt.tables.errors import shown
from rosenblatt.tables.word_codes import fill_words

Code = dict[str, Any]
NUMERIC = "biuf"


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


def fill_numbers(
    codes: list[Code],
    starts: NDArray[np.int64],
    found: Mapping[str, NDArray[Any]],
    X: NDArray[Any],
) -> set[str]:
    """Write columns of floats to their places in a matrix, all at once; return their names."""
    done: set[str] = set()
    for kind in (np.float64, np.float32):
        chosen = [
            (code, int(start))
            for code, start in zip(codes, starts, strict=False)
            if code["kind"] == "numeric" and found[code["name"]].dtype == kind
        ]
        if chosen:
            _standardise(chosen, found, X)
        done.update(code["name"] for code, _ in chosen)
    return done


def _standardise(
    chosen: list[tuple[Code, int]], found: Mapping[str, NDArray[Any]], X: NDArray[Any]
) -> None:
    mean, shift, scale = ([code[key] for code, _ in chosen] for key in ("mean", "shift", "scale"))
    columns = [found[code["name"]] for code, _ in chosen]
    _core.standardise(columns, mean, shift, scale, [start for _, start in chosen], X)
    for code, start in chosen:
        if code["indicator"]:
            X[:, start + 1] = np.isnan(found[code["name"]])


def fill_positions(code: Code, column: NDArray[Any]) -> NDArray[np.int64]:
    """Return for each cell of a nominal column which of the coded columns is 1; -1 for none."""
    places = {value: i for i, value in enumerate(code["values"])}
    rest = len(places) if code["other"] else -1
    found = [-1 if text is None else places.get(text, rest) for text in canonical_texts(column)]
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


def canonical_texts(column: NDArray[Any]) -> list[str | None]:
    """Return the cells as canonical texts; None where missing."""
    if column.dtype.kind in NUMERIC:
        values, places = np.unique(column, return_inverse=True)
        texts = [_canonical(value) for value in values.tolist()]
        return [texts[i] for i in places]
    canonical = {cell: _canonical(cell) for cell in set(column.tolist())}
    return [canonical[cell] for cell in column.tolist()]


def _canonical(cell: object) -> str | None:
    return None if cell is None or cell == "" or cell != cell else canonical_text(str(cell))
