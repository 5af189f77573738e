"""Write what was downloaded in the formats of the data folder."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

Features = list[NDArray[Any]]
LabelledPart = tuple[Features, NDArray[np.str_]]
"""The features and labels of the training or the test part."""
Writer = Callable[[Path], None]


def csv_writers(parts: list[LabelledPart], facts: list[dict[str, Any]]) -> dict[str, Writer]:
    """Return a writer for each part, which becomes a gzipped CSV file."""
    return {
        fact["file"]: partial(_write_one_csv, list(fact["columns"]), columns, labels)
        for fact, (columns, labels) in zip(facts, parts, strict=True)
    }


def _write_one_csv(
    names: list[str], columns: Features, labels: NDArray[np.str_], path: Path
) -> None:
    cells = [[_cell(value) for value in column.tolist()] for column in columns]
    with gzip.open(path, "wt", encoding="utf-8", newline="") as file:
        file.write(",".join([*names, "target"]) + "\n")
        file.writelines(",".join(row) + "\n" for row in zip(*cells, labels.tolist(), strict=True))


def _cell(value: float | str) -> str:
    if isinstance(value, str):
        return value
    return "" if value != value else str(int(value)) if value.is_integer() else repr(value)


def npz_writers(parts: list[LabelledPart], facts: list[dict[str, Any]]) -> dict[str, Writer]:
    """Return a writer for both parts, which become one file of arrays."""
    (train, y_train), (test, y_test) = parts
    arrays: dict[str, Any] = {
        "X_train": np.column_stack(train).astype(np.float32),
        "y_train": y_train.astype(np.int64),
        "X_test": np.column_stack(test).astype(np.float32),
        "y_test": y_test.astype(np.int64),
    }
    return {facts[0]["file"]: lambda path: np.savez_compressed(path, **arrays)}
