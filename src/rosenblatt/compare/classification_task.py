"""The table of a comparison with its classes as codes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray

from rosenblatt.compare.splits import Split, make_splits
from rosenblatt.tables import Table, TableCoder, examine
from rosenblatt.tables.column_readings import KIND_NAMES
from rosenblatt.tables.doctor.examining import group_of_rows
from rosenblatt.tables.doctor.target_findings import QUANTITY

FEWEST_ROWS = 4


@dataclass(frozen=True)
class ClassificationTask:
    """A table with its target as class codes."""

    table: Table
    classes: NDArray[Any]
    codes: NDArray[np.intp]
    groups: NDArray[np.intp] | None = None  # rows that splits keep together

    @property
    def n_rows(self) -> int:
        """Number of rows."""
        return len(self.codes)

    @property
    def counts(self) -> NDArray[np.intp]:
        """Number of rows of each class."""
        return np.bincount(self.codes, minlength=len(self.classes))

    @property
    def majority_error(self) -> float:
        """Fraction of the rows outside the largest class."""
        return float(1 - self.counts.max() / self.n_rows)

    @property
    def n_columns(self) -> int:
        """Number of columns before coding."""
        return len(self.table.feature_names)

    def splits(self, folds: int, repeat: int, seed: int) -> Iterator[Split]:
        """The splits of one repeat; equal rows stay together if they are to."""
        return make_splits(self.codes, folds, repeat, seed, self.groups)

    def coded(self, train: NDArray[np.intp], test: NDArray[np.intp]) -> tuple[Any, Any]:
        """Return training and test rows, coded by a coder that was fitted to the training rows."""
        coder = TableCoder()
        train_rows = self.table.take(train)
        coder.fit(train_rows)
        return code_rows(coder, train_rows), code_rows(coder, self.table.take(test))


def code_rows(coder: TableCoder, rows: Table) -> Any:
    """Return the coded rows; sparse ones with 32-bit indices, which LinearSVC requires."""
    X = coder.transform(rows)
    if sp.issparse(X) and max(X.nnz, *X.shape) < 2**31:
        indices, starts = X.indices.astype(np.int32), X.indptr.astype(np.int32)
        return sp.csr_array((X.data, indices, starts), shape=X.shape)
    return X


def make_task(table: Table, duplicates: str = "auto") -> ClassificationTask:
    """Encode the target; refuse one that has no classes to learn."""
    table = table if table.findings is not None else examine(table)
    target = f"the target {table.target_name!r} of {table.name}"
    quantity = [f for f in table.findings or [] if f.kind == QUANTITY]
    if quantity:
        raise ValueError(f"{table.name}: {quantity[0].text}")
    classes, codes = np.unique(table.target, return_inverse=True)
    if len(classes) < 2:
        given = f"one class only ({classes[0]})" if len(classes) else "no labels"
        raise ValueError(f"{target} has {given}; it needs two or more classes.")
    if len(codes) < FEWEST_ROWS:
        raise ValueError(
            f"{table.name} has {len(codes)} rows; a comparison needs {FEWEST_ROWS} or more."
        )
    if 2 * len(classes) > len(codes):
        raise ValueError(
            f"{target} has {len(classes)} different values in {len(codes)} rows, which looks like "
            "a quantity or a key; choose a column of classes with --target."
        )
    return ClassificationTask(table, classes, codes, group_of_rows(table, duplicates))


def describe_columns(table: Table) -> list[dict[str, Any]]:
    """Return name, kind, missing cells and number of distinct values of every column."""
    if table.matrix is not None:
        return []
    kinds = {name: KIND_NAMES.get(r["kind"], "nominal") for name, r in table.readings.items()}
    return [
        {**_describe(name, values), **({"kind": kinds[name]} if name in kinds else {})}
        for name, values in table.columns.items()
    ]


def _describe(name: str, values: NDArray[Any]) -> dict[str, Any]:
    if values.dtype == object:
        present = [value for value in values if value is not None]
        kind, missing, distinct = "nominal", len(values) - len(present), len(set(present))
    else:
        gaps = np.isnan(values)
        kind, missing = "numeric", int(gaps.sum())
        distinct = len(np.unique(values[~gaps]))
    return {"name": name, "kind": kind, "missing": missing, "values": distinct}
