"""Keep rows of a stream in bounded memory: all of them, or a uniform random sample."""

from __future__ import annotations

from typing import Any, TypeVar

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray

from rosenblatt.tables.cells import labels

KEPT_BY_A_CUT = 0.8


class Buffer:
    """An array that grows by doubling: many small parts would fragment the memory."""

    def __init__(self, dtype: type[np.generic]) -> None:
        self.room = np.empty(0, dtype)
        self.size = 0

    def add(self, values: NDArray[Any]) -> None:
        """Append values."""
        needed = self.size + len(values)
        if needed > len(self.room):
            self._move(max(needed, 2 * len(self.room)), self.room.dtype)
        self.room[self.size : needed] = values
        self.size = needed

    def widen(self, dtype: type[np.generic]) -> None:
        """Change the type of what is held."""
        if self.room.dtype != dtype:
            self._move(len(self.room), np.dtype(dtype))

    def _move(self, length: int, dtype: np.dtype[Any]) -> None:
        room = np.empty(length, dtype)
        room[: self.size] = self.values
        self.room = room

    @property
    def values(self) -> NDArray[Any]:
        """What is held."""
        return self.room[: self.size]

    def cut(self, keep: NDArray[np.bool_]) -> None:
        """Keep the marked values."""
        kept = self.values[keep]
        self.size = len(kept)
        self.room[: self.size] = kept


class GrowingNumbers:
    """A numeric column that grows; float32 where that loses nothing."""

    def __init__(self) -> None:
        self.held = Buffer(np.float32)

    @property
    def nbytes(self) -> int:
        """Bytes held."""
        return self.held.values.nbytes

    def add(self, values: NDArray[Any]) -> None:
        """Append values."""
        if self.held.room.dtype == np.float32 and not _fits_float32(values):
            self.held.widen(np.float64)
        self.held.add(values)

    def cut(self, keep: NDArray[np.bool_]) -> None:
        """Keep the marked values."""
        self.held.cut(keep)

    def finish(self) -> NDArray[Any]:
        """Return the column."""
        return self.held.values


def _fits_float32(values: NDArray[Any]) -> bool:
    with np.errstate(over="ignore"):
        return np.array_equal(values.astype(np.float32), values, equal_nan=True)


class _Codes(dict[Any, int]):
    def __missing__(self, value: Any) -> int:
        self[value] = len(self)
        return self[value]


class GrowingTexts:
    """A text column that grows; each distinct text is held once."""

    def __init__(self) -> None:
        self.codes = _Codes()
        self.held = Buffer(np.int32)
        self.text_bytes = 0

    @property
    def nbytes(self) -> int:
        """Bytes held, once every cell is a pointer to its text."""
        return 8 * self.held.size + self.text_bytes

    def add(self, texts: NDArray[Any]) -> None:
        """Append texts; None is missing."""
        known = len(self.codes)
        codes = np.fromiter(map(self.codes.__getitem__, texts.tolist()), np.int32, len(texts))
        self.held.add(codes)
        fresh = list(self.codes)[known:] if len(self.codes) > known else []
        # A str takes about 60 bytes besides its characters, and its entry in the dict 100 more.
        self.text_bytes += sum(160 + len("" if text is None else str(text)) for text in fresh)

    def cut(self, keep: NDArray[np.bool_]) -> None:
        """Keep the marked texts, and forget those that are no longer in any cell."""
        self.held.cut(keep)
        kept = self.finish()
        self.codes, self.held, self.text_bytes = _Codes(), Buffer(np.int32), 0
        self.add(kept)

    def finish(self) -> NDArray[Any]:
        """Return the column as an object array."""
        found: NDArray[Any] = self.vocabulary[self.held.values]
        return found

    @property
    def vocabulary(self) -> NDArray[Any]:
        """The distinct texts."""
        found = np.empty(len(self.codes), dtype=object)
        found[:] = list(self.codes)
        return found


class GrowingLabels(GrowingTexts):
    """Labels that grow, whole numbers and texts as they come; each distinct one is held once."""

    def finish(self) -> NDArray[Any]:
        """Return int64 labels if all are whole numbers, else an object array of texts."""
        found: NDArray[Any] = labels(self.vocabulary)[self.held.values]
        return found


class GrowingRows:
    """Sparse rows that grow."""

    def __init__(self) -> None:
        self.parts: list[Any] = []

    @property
    def nbytes(self) -> int:
        """Bytes held."""
        return sum(p.data.nbytes + p.indices.nbytes + p.indptr.nbytes for p in self.parts)

    def add(self, rows: Any) -> None:
        """Append rows."""
        self.parts.append(rows)

    def cut(self, keep: NDArray[np.bool_]) -> None:
        """Keep the marked rows."""
        self.parts = [self.finish()[keep]]

    def finish(self) -> Any:
        """Return one matrix, as wide as its widest part, and keep nothing."""
        parts, self.parts = self.parts, []
        width = max(part.shape[1] for part in parts)
        for part in parts:
            part.resize(part.shape[0], width)
        return sp.vstack(parts, format="csr")


Growing = GrowingNumbers | GrowingTexts | GrowingRows
AnyGrowing = TypeVar("AnyGrowing", bound=Growing)


class Sample:
    """Columns that grow together and are cut together when they take too much memory.

    Every row draws a random key; when the memory is used up, the rows with the largest keys are
    dropped, and later rows with larger keys are not taken. The rest is a uniform random sample.
    """

    def __init__(self, max_bytes: int, rng: np.random.Generator) -> None:
        self.max_bytes, self.rng = max_bytes, rng
        self.columns: list[Growing] = []
        self.keys = np.empty(0)
        self.bound = np.inf

    def register(self, column: AnyGrowing) -> AnyGrowing:
        """Add a growing column and return it."""
        self.columns.append(column)
        return column

    def draw(self, n: int) -> NDArray[np.bool_]:
        """Draw keys for the next n rows and mark the rows to take."""
        keys = self.rng.random(n)
        taken = keys < self.bound
        self.keys = np.concatenate([self.keys, keys[taken]])
        return taken

    def cut(self) -> None:
        """Drop rows until the columns fit."""
        while sum(column.nbytes for column in self.columns) > self.max_bytes:
            if len(self.keys) < 2:
                return
            self.bound = np.quantile(self.keys, KEPT_BY_A_CUT, method="higher")
            keep = self.keys < self.bound
            self.keys = self.keys[keep]
            for column in self.columns:
                column.cut(keep)
