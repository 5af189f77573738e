"""Rows with the same cells in all features."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from rosenblatt.tables.table import Table

Hashes = NDArray[np.uint64]
_ODD, _MIX = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xD6E8FEB86659FD93)


def equal_row_groups(table: Table) -> NDArray[np.intp]:
    """Number the distinct rows from 0, and return the number of each row."""
    hashes = _matrix_hashes(table.matrix) if table.matrix is not None else _column_hashes(table)
    return np.unique(hashes, return_inverse=True)[1]


def _column_hashes(table: Table) -> Hashes:
    hashes = np.zeros(table.n_rows, np.uint64)
    for column in table.columns.values():
        hashes = _mixed(hashes ^ _mixed(_bits(column)))
    return hashes


def _bits(column: NDArray[Any]) -> Hashes:
    if column.dtype == object or column.dtype.kind == "U":
        places: dict[Any, int] = {}
        cells = [places.setdefault(cell, len(places)) for cell in column.tolist()]
        return np.array(cells, np.uint64)
    values = column.astype(np.float64) + 0.0  # -0.0 becomes 0.0
    values[np.isnan(values)] = np.nan
    return values.view(np.uint64)


def _mixed(values: Hashes) -> Hashes:
    values = (values ^ (values >> np.uint64(32))) * _MIX
    values = (values ^ (values >> np.uint64(29))) * _ODD
    return values ^ (values >> np.uint64(32))


def _matrix_hashes(matrix: Any) -> Hashes:
    """Sums over the cells that are not 0, so that their order does not matter."""
    cells = _mixed(_bits(matrix.data) ^ _mixed(matrix.indices.astype(np.uint64) + _ODD))
    cells[matrix.data == 0] = 0
    sums = np.concatenate([np.zeros(1, np.uint64), np.cumsum(cells, dtype=np.uint64)])
    return _mixed(sums[matrix.indptr[1:]] - sums[matrix.indptr[:-1]])
