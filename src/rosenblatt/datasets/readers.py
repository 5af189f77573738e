"""Readers of stored files: one type per format."""

from __future__ import annotations

import gzip
import io
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray
from sklearn.datasets import load_svmlight_file

from rosenblatt.datasets.data_folder import DataFolder
from rosenblatt.datasets.raw_table import Matrix, RawTable


class Reader(Protocol):
    """The stored files of one data set, training part first."""

    @property
    def files(self) -> tuple[str, ...]:
        """Names of the files in the manifest."""
        ...

    def read(self, folder: DataFolder) -> RawTable | Matrix:
        """Read them all."""
        ...


@dataclass(frozen=True)
class Csv:
    """Tables with a header row and the class in the last column."""

    files: tuple[str, ...]

    def read(self, folder: DataFolder) -> RawTable:
        """Read the parts one below the other."""
        parts = [_read_csv(folder, name) for name in self.files]
        # A single part is not joined: its columns stay views of the one block that was read.
        whole = parts[0] if len(parts) == 1 else np.concatenate(parts)
        columns = {name: _typed(whole[name]) for name in whole.dtype.names or ()}
        target = columns.pop("target")
        return RawTable(columns, target, len(parts[0]))


@dataclass(frozen=True)
class Svmlight:
    """Sparse rows in libsvm's format, with an optional file that names the columns."""

    files: tuple[str, ...]
    vocabulary: str | None = None

    def read(self, folder: DataFolder) -> Matrix:
        """Read the parts one below the other as one CSR matrix."""
        # The test part may lack the last columns, so the widest part decides.
        width = max(folder.facts(name)["features"] for name in self.files)
        parts = [_read_svmlight(folder, name, width) for name in self.files]
        data = sp.vstack([X for X, _ in parts], format="csr")
        target = np.concatenate([y for _, y in parts])
        return Matrix(data, target, self._feature_names(folder, width), parts[0][0].shape[0])

    def _feature_names(self, folder: DataFolder, width: int) -> list[str]:
        if self.vocabulary is None:
            return numbered(width)
        return gzip.decompress(folder.read(self.vocabulary)).decode("utf-8").split("\n")[:width]


@dataclass(frozen=True)
class Npz:
    """NumPy arrays X_train, y_train, X_test, y_test in one file."""

    files: tuple[str]

    def read(self, folder: DataFolder) -> Matrix:
        """Read both parts one below the other, as float32: it holds the stored values exactly."""
        with np.load(io.BytesIO(folder.read(self.files[0])), allow_pickle=False) as arrays:
            data = np.concatenate([arrays["X_train"], arrays["X_test"]], dtype=np.float32)
            target = np.concatenate([arrays["y_train"], arrays["y_test"]], dtype=np.int64)
            return Matrix(data, target, numbered(data.shape[1]), len(arrays["y_train"]))


def numbered(n: int) -> list[str]:
    """Name n columns by their position, from 1."""
    return [f"x{i}" for i in range(1, n + 1)]


def _read_csv(folder: DataFolder, name: str) -> NDArray[Any]:
    facts = folder.facts(name)
    with gzip.open(io.BytesIO(folder.read(name)), "rt", encoding="utf-8", newline="") as lines:
        header = lines.readline().strip().split(",")
        kinds = {"target": "nominal"} | facts["columns"]
        dtype = [(column, "O" if kinds[column] == "nominal" else "f8") for column in header]
        # Only columns known to have missing cells pay for a Python call per cell.
        converters: dict[int | str, Callable[[str], Any]] = {
            i: _number_or_missing
            for i, (column, kind) in enumerate(dtype)
            if kind == "f8" and column in facts.get("missing_cells", ())
        }
        table: NDArray[Any] = np.loadtxt(
            lines,
            dtype,
            delimiter=",",
            comments=None,
            converters=converters,
            encoding="utf-8",
            ndmin=1,
        )
    return table


def _number_or_missing(cell: str) -> float:
    return float(cell or "nan")


def _typed(column: NDArray[Any]) -> NDArray[Any]:
    return column.astype(str) if column.dtype.hasobject else column


def _read_svmlight(
    folder: DataFolder, name: str, width: int
) -> tuple[sp.csr_matrix, NDArray[np.int64]]:
    with gzip.open(io.BytesIO(folder.read(name))) as lines:
        X, y = load_svmlight_file(lines, n_features=width, zero_based=False)
    return X, y.astype(np.int64)
