"""A checksum of the content of a table, whatever the order of its rows."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray


def fingerprint(columns: Sequence[NDArray[Any]], target: NDArray[Any]) -> str:
    """Return the SHA-256 over the sorted SHA-256 of the rows.

    A column whose cells are all numbers or missing counts as numbers, however it is stored: 1 and
    1.0 are the same. Names of columns do not count, their order does.

    Parameters
    ----------
    columns : sequence of ndarray
        The features: numbers with NaN, or texts with "" for a missing value.
    target : ndarray of str
        The labels.

    Examples
    --------
    >>> import numpy as np
    >>> from rosenblatt.datasets.remote.fingerprint import fingerprint
    >>> one = fingerprint([np.array([1.0, 2.0])], np.array(["a", "b"]))
    >>> one == fingerprint([np.array(["2", "1.0"])], np.array(["b", "a"]))
    True
    """
    plain = [_plain(column) for column in columns]
    numbers = [column for column in plain if column.dtype.kind == "f"]
    texts = [column for column in plain if column.dtype.kind != "f"]
    matrix = np.column_stack(numbers) if numbers else np.empty((len(target), 0))
    joined = ["\x1f".join(map(str, row)) for row in zip(*texts, target, strict=True)]
    return matrix_fingerprint(matrix, joined)


def matrix_fingerprint(matrix: NDArray[Any], texts: Sequence[object]) -> str:
    """Return the fingerprint of rows of numbers, each with the texts that belong to it."""
    rows = (_digest(row, str(text)) for row, text in zip(matrix, texts, strict=True))
    return hashlib.sha256(b"".join(sorted(rows))).hexdigest()


def _digest(row: NDArray[Any], text: str) -> bytes:
    # Adding 0 makes -0 the same as 0.
    return hashlib.sha256((row.astype("<f8") + 0.0).tobytes() + text.encode()).digest()


def _plain(column: NDArray[Any]) -> NDArray[Any]:
    if column.dtype.kind in "biuf":
        return np.where(np.isnan(column), np.nan, column).astype(np.float64)
    try:
        return np.where(column == "", "nan", column).astype(np.float64)
    except ValueError:
        return column.astype(str)
