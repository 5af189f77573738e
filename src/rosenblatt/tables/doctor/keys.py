"""Columns that tell rows apart and nothing else: keys, and columns of one value."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
from numpy.typing import NDArray

FEWEST_ROWS, NEARLY_ALL = 20, 0.9
_NAMES = """
id ids key keys uuid guid nr no number index idx row rowid rownum rownumber record serial kennung
schluessel schlüssel nummer clé cle numero número unnamed
"""
NAMES = frozenset(_NAMES.split())
_WORDS = re.compile(r"[A-ZÄÖÜ]?[a-zäöüé]+|[A-ZÄÖÜ]+(?![a-zäöüé])")
_NO_NAME = re.compile(r"|column \d+|Unnamed: \d+", re.IGNORECASE)


def is_key(name: str, column: NDArray[Any]) -> bool:
    """Return whether nearly every row has its own value, and the values are no quantity.

    Texts are keys if they differ; whole numbers only if the name says so.

    Examples
    --------
    >>> is_key("customer_id", np.arange(100.0)), is_key("income", np.arange(100.0))
    (True, False)
    """
    if column.dtype == object:
        known = [text for text in column.tolist() if text is not None]
        return _differ(len(set(known)), len(known))
    whole = bool((column == np.floor(column)).all())
    return whole and sounds_like_a_key(name) and _differ(len(np.unique(column)), len(column))


def _differ(n_values: int, n_rows: int) -> bool:
    return n_rows >= FEWEST_ROWS and n_values > NEARLY_ALL * n_rows


def sounds_like_a_key(name: str) -> bool:
    """Return whether a column is named as keys are, or not at all.

    Examples
    --------
    >>> [sounds_like_a_key(name) for name in ("CustomerID", "Unnamed: 0", "paid")]
    [True, True, False]
    """
    words = {word.lower() for word in _WORDS.findall(name)}
    return _NO_NAME.fullmatch(name) is not None or bool(words & NAMES)


def is_constant(column: NDArray[Any]) -> bool:
    """Return whether there is only one value; missing cells among others are a second one."""
    if column.dtype == object:
        return len(set(column.tolist())) == 1
    return bool((column == column[0]).all() or np.isnan(column).all())
