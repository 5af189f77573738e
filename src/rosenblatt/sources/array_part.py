"""Pairs of arrays, in memory or mapped from ``.npy`` files, as parts of a source."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rosenblatt.sources.chunks import Chunk
from rosenblatt.sources.part import file_mark
from rosenblatt.tables import Batch
from rosenblatt.tables.cells import labels
from rosenblatt.tables.errors import bad_file
from rosenblatt.tables.table import numbered

ROWS, LABELS, WEIGHTS = ".X.npy", ".y.npy", ".weight.npy"


@dataclass(frozen=True)
class ArrayPart:
    """Rows of numbers, their labels, and weights that become a column, if there are any."""

    name: str
    X: NDArray[Any]
    y: NDArray[Any]
    paths: tuple[Path, ...] = ()
    weights: NDArray[Any] | None = None
    weight: str | None = None
    drop: frozenset[str] = frozenset()

    @property
    def columns(self) -> list[str]:
        names = [name for name in numbered(self.X.shape[1]) if name not in self.drop]
        return names if self.weight is None else [*names, self.weight]

    def mark(self) -> list[int]:
        if self.paths:
            return [number for path in self.paths for number in file_mark(path)]
        edges = np.ascontiguousarray(self.X[[0, -1]]).tobytes() + repr(self.X.shape).encode()
        return [int.from_bytes(hashlib.sha256(edges).digest()[:6], "little")]

    def through(self, number: int, rows: int) -> Iterator[tuple[Chunk, Batch]]:
        for first in range(0, len(self.y), rows):
            chunk = Chunk(number, first, min(rows, len(self.y) - first))
            yield chunk, self.read(chunk)

    def read(self, chunk: Chunk) -> Batch:
        rows = slice(chunk.first, chunk.first + chunk.rows)
        columns = dict(zip(numbered(self.X.shape[1]), self.X[rows].T, strict=True))
        columns = {name: column for name, column in columns.items() if name not in self.drop}
        if self.weight is not None and self.weights is not None:
            columns[self.weight] = np.asarray(self.weights[rows], dtype=np.float64)
        return Batch(chunk.first, chunk.rows, columns, None, whole_or_texts(self.y[rows]))

    def place(self, chunk: Chunk, row: int) -> str:
        return f"row {chunk.first + row + 1}"


def array_part(
    name: str, X: Any, y: Any, *, weights: Any = None, weight: str | None = None,
    paths: tuple[Path, ...] = (), drop: frozenset[str] = frozenset(),
) -> ArrayPart:  # fmt: skip
    """Check two arrays and make a part of them."""
    X = X if isinstance(X, np.ndarray) else np.asarray(X)
    y = y if isinstance(y, np.ndarray) else np.asarray(y)
    if X.ndim != 2 or y.shape != X.shape[:1] or not len(y):
        raise bad_file(
            name,
            f"the rows have shape {X.shape} and the labels {y.shape}; give a table with at least "
            "one row, and one label for each row.",
        )
    if X.dtype.kind not in "biuf":
        raise bad_file(name, f"the rows are of type {X.dtype}; they must be numbers.")
    if weight is not None and (weights is None or np.shape(weights) != y.shape):
        raise bad_file(name, f"has no weight for each row in NAME{WEIGHTS}.")
    return ArrayPart(name, X, y, paths, weights, weight, drop)


def open_arrays(path: Path, weight: str | None, drop: frozenset[str]) -> ArrayPart:
    """Map ``NAME.X.npy`` and ``NAME.y.npy``; with a weight, ``NAME.weight.npy`` too."""
    stem = path.name.removesuffix(ROWS)
    paths = [path, path.with_name(stem + LABELS)]
    if weight is not None:
        paths.append(path.with_name(stem + WEIGHTS))
    X, y, *weights = (mapped(each) for each in paths)
    return array_part(
        str(path), X, y, weights=weights[0] if weights else None, weight=weight,
        paths=tuple(paths), drop=drop,
    )  # fmt: skip


def mapped(path: Path) -> NDArray[Any]:
    """A ``.npy`` file, mapped into memory; nothing in it is run."""
    try:
        found: NDArray[Any] = np.load(path, mmap_mode="r", allow_pickle=False)
    except FileNotFoundError:
        raise bad_file(
            path, "there is no such file; rows are in NAME.X.npy and labels in NAME.y.npy."
        ) from None
    except (OSError, ValueError, EOFError) as error:
        raise bad_file(path, f"cannot be read as an array ({error}).") from None
    return found


def whole_or_texts(y: NDArray[Any]) -> NDArray[Any]:
    """Labels as files of text have them."""
    if y.dtype.kind in "biu":
        return np.asarray(y, dtype=np.int64)
    cells = np.empty(len(y), dtype=object)
    cells[:] = [None if label is None or label != label else str(label) for label in y.tolist()]
    return labels(cells)
