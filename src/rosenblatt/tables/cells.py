"""What the cells of a text table mean: numbers, texts, missing values, labels."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

MISSING = frozenset({"", "?", "NA", "N/A", "n/a", "NaN", "nan", "NAN", "null", "NULL", "Null"})
_COMMA_NUMBER = re.compile(r"[+-]?\d+,\d+(?:[eE][+-]?\d+)?")


def numbers(cells: Sequence[str]) -> NDArray[np.float64] | None:
    """Return the cells as float64, NaN where missing; None if one is not a finite number."""
    try:
        values = np.fromiter(map(float, cells), np.float64, len(cells))
    except ValueError:
        try:
            values = np.array([math.nan if c.strip() in MISSING else float(c) for c in cells])
        except ValueError:
            return None
    return None if np.isinf(values).any() or _has_underscore(cells) else values


def _has_underscore(cells: Sequence[str]) -> bool:
    # Python reads 1_000 as a number, but in a table it is hardly meant as one.
    return "_" in "".join(cells)


def texts(cells: Sequence[str]) -> NDArray[Any]:
    """Return the cells as stripped str objects, None where missing."""
    stripped = [c.strip() for c in cells]
    found = np.empty(len(cells), dtype=object)
    found[:] = [None if c in MISSING else c for c in stripped]
    return found


def number(text: str) -> float | None:
    """Return the number that a text stands for (perhaps infinite), or None."""
    if "_" in text:
        return None
    try:
        value = float(text)
    except ValueError:
        return None
    return None if math.isnan(value) else value


def is_code(text: str) -> bool:
    """Return whether a whole number begins with 0, as numbers that count something do not.

    Examples
    --------
    >>> is_code("00143"), is_code("0"), is_code("0.5")
    (True, False, False)
    """
    return len(text) > 1 and text[0] == "0" and text.isascii() and text.isdigit()


def has_decimal_comma(text: str) -> bool:
    """Return whether a text is a number written with a decimal comma."""
    return _COMMA_NUMBER.fullmatch(text) is not None


def canonical_text(text: str) -> str:
    """Return a text with numbers spelled in one way only, so that 1, 1.0 and 01 are one value."""
    value = number(text)
    if value is None or math.isinf(value):
        return text
    return str(int(value)) if value.is_integer() and abs(value) < 2**53 else repr(value)


def labels(cells: NDArray[Any]) -> NDArray[Any]:
    """Return int64 labels if all cells are whole numbers, else canonical texts, None if missing."""
    whole = {cell: _whole(cell) for cell in set(cells.tolist())}
    if None not in whole.values() and len(cells):
        return np.fromiter((whole[c] for c in cells), np.int64, len(cells))
    canonical = {cell: None if cell is None else canonical_text(str(cell)) for cell in whole}
    found = np.empty(len(cells), dtype=object)
    found[:] = [canonical[c] for c in cells]
    return found


def are_whole(values: NDArray[np.float64]) -> bool:
    """Return whether all numbers are whole and small enough to be labels as they are."""
    return bool((np.abs(values) < 2**53).all() and (values == np.floor(values)).all())


def _whole(cell: object) -> int | None:
    if isinstance(cell, int):
        return cell
    text = canonical_text(str(cell))
    digits = text.removeprefix("-")
    return int(text) if digits.isascii() and digits.isdigit() and len(digits) < 18 else None
