"""What a coder must know of a table: the sums of its columns, or the extent of a sparse matrix."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rosenblatt.tables.column_sums import Sums, added, code_of, sums_of
from rosenblatt.tables.errors import shown


def column_table_sums(columns: Mapping[str, NDArray[Any]]) -> Sums:
    """Sums of columns by name."""
    found = {name: sums_of(name, column) for name, column in columns.items()}
    return {"kind": "columns", "columns": found}


def matrix_sums(matrix: Any, names: list[str] | None) -> Sums:
    """The largest absolute value of each column of a CSR matrix."""
    largest = np.zeros(matrix.shape[1])
    np.maximum.at(largest, matrix.indices, np.abs(matrix.data))
    return {"kind": "matrix", "names": names, "largest": largest}


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
    return {"kind": "matrix", "names": wide["names"], "largest": largest}


def schema_of(sums: Sums, scale: bool, max_values: int) -> dict[str, Any]:
    """How to code the rows."""
    if sums["kind"] == "columns":
        columns = sums["columns"].items()
        codes = [code_of(name, column, scale, max_values) for name, column in columns]
        return {"kind": "columns", "columns": codes}
    largest = sums["largest"]
    scales = np.where(largest > 0, largest, 1.0) if scale else np.ones(len(largest))
    return {
        "kind": "matrix",
        "width": len(largest),
        "names": sums["names"],
        "scales": scales.tolist(),
    }
