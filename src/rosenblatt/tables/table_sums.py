"""What a coder must know of a table: the sums of its columns, or the extent of a sparse matrix."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rosenblatt.tables.column_readings import Reading
from rosenblatt.tables.column_sums import Sums, added, code_of, sums_of
from rosenblatt.tables.errors import shown

UNIT_TOLERANCE = 1e-3


def column_table_sums(columns: Mapping[str, NDArray[Any]], readings: Mapping[str, Reading]) -> Sums:
    """Sums of columns by name, each read as the readings say."""
    found = {name: sums_of(name, column, readings.get(name)) for name, column in columns.items()}
    return {"kind": "columns", "columns": found}


def matrix_sums(matrix: Any, names: list[str] | None) -> Sums:
    """The largest absolute value of each column of a CSR matrix, and rows of length 1."""
    largest = np.zeros(matrix.shape[1])
    np.maximum.at(largest, matrix.indices, np.abs(matrix.data))
    unit, other = unit_rows(matrix)
    return {"kind": "matrix", "names": names, "largest": largest, "unit": unit, "other": other}


def unit_rows(matrix: Any) -> tuple[int, int]:
    """Count the rows of length 1 and the others, rows of zeros excepted."""
    squares = np.bincount(np.repeat(np.arange(matrix.shape[0]), np.diff(matrix.indptr)),
                          matrix.data.astype(np.float64) ** 2, matrix.shape[0])  # fmt: skip
    unit = np.abs(squares - 1) < UNIT_TOLERANCE
    return int(unit.sum()), int((~unit & (squares > 0)).sum())


def merged_sums(one: Sums, other: Sums) -> Sums:
    """What is known of the rows of both."""
    if one["kind"] != other["kind"]:
        raise ValueError("some rows are columns and others a sparse matrix; use one form.")
    if one["kind"] == "matrix":
        return _merged_matrices(one, other)
    for this, that in ((one, other), (other, one)):
        absent = [name for name in that["columns"] if name not in this["columns"]]
        if absent:
            raise ValueError(
                f"some rows have the column {shown(absent[0])}, others do not; their columns are "
                f"{', '.join(map(shown, list(this['columns'])[:20]))}."
            )
    columns = {
        name: added(name, sums, other["columns"][name]) for name, sums in one["columns"].items()
    }
    return {"kind": "columns", "columns": columns}


def _merged_matrices(one: Sums, other: Sums) -> Sums:
    narrow, wide = sorted((one, other), key=lambda sums: len(sums["largest"]))
    largest = wide["largest"].copy()
    start = largest[: len(narrow["largest"])]
    np.maximum(start, narrow["largest"], out=start)
    lengths = {key: one[key] + other[key] for key in ("unit", "other")}
    return {"kind": "matrix", "names": wide["names"], "largest": largest, **lengths}


def schema_of(sums: Sums, scale: bool, max_values: int) -> dict[str, Any]:
    """How to code the rows."""
    if sums["kind"] == "columns":
        columns = sums["columns"].items()
        codes = [code_of(name, column, scale, max_values) for name, column in columns]
        return {"kind": "columns", "columns": codes}
    largest = sums["largest"]
    scale = scale and not (sums["unit"] and not sums["other"])  # which would undo tf-idf
    scales = np.where(largest > 0, largest, 1.0) if scale else np.ones(len(largest))
    return {
        "kind": "matrix",
        "width": len(largest),
        "names": sums["names"],
        "scales": scales.tolist(),
    }
