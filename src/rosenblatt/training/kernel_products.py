"""Products of rows with support rows, made in tiles by several threads."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import cache
from typing import Any

import numpy as np
import scipy.sparse as sp
from threadpoolctl import ThreadpoolController

from rosenblatt import _core
from rosenblatt.training.kernel import Kernel, squared_norms
from rosenblatt.training.rows import Rows

TILE = 512  # lines or columns made by one thread at a time, whatever the number of threads
SPARSE_TILE = 512  # the same of rows that are mostly zeros
MOSTLY_ZEROS = 0.3  # with fewer values that are not 0, zeros are left out of products


class Tiles:
    """Makes products in tiles that do not depend on the number of threads, so that the products do
    not either; the threads of the linear algebra library are ours."""

    def __init__(self, kernel: Kernel, threads: int) -> None:
        self.kernel, self.threads = kernel, threads
        self.pool = ThreadPoolExecutor(threads) if threads > 1 else None

    def fill(self, A: Any, B: Any, norms: tuple[np.ndarray, np.ndarray], out: np.ndarray) -> None:
        """Products of the rows of A and B."""
        work = list(self._tiles(A, B, norms, out))
        with one_thread_each():
            self._run(lambda tile: self.kernel.between(*tile), work)

    def _tiles(
        self, A: Any, B: Any, norms: tuple[np.ndarray, np.ndarray], out: np.ndarray
    ) -> Iterator[tuple[Any, Any, np.ndarray, tuple[np.ndarray, np.ndarray]]]:
        a2, b2 = norms
        if out.shape[0] > out.shape[1]:
            for part in slices(out.shape[0]):
                yield A[part], B, out[part], (a2[part], b2)
        else:
            for part in slices(out.shape[1]):
                yield A, B[part], out[:, part], (a2, b2[part])

    def fill_sparse(
        self, left: Any, right: Any, norms: tuple[np.ndarray, np.ndarray], out: np.ndarray
    ) -> None:
        """The same of rows without their zeros; no product depends on those beside it."""

        def make(part: slice) -> None:
            left.multiply(right, part.start, out[:, part])
            self.kernel.bend(out[:, part], (norms[0], norms[1][part]))

        self._run(make, slices(out.shape[1], SPARSE_TILE))

    def _run(self, make: Callable[[Any], None], work: list[Any]) -> None:
        if self.pool is None or len(work) == 1:
            for part in work:
                make(part)
        else:
            list(self.pool.map(make, work))

    def close(self) -> None:
        if self.pool is not None:
            self.pool.shutdown()


def slices(size: int, width: int = TILE) -> list[slice]:
    return [slice(at, min(at + width, size)) for at in range(0, size, width)]


def without_zeros(kernel: Kernel, X: Any, nonzeros: int) -> bool:
    """Whether products of these rows are to be made from their values that are not 0."""
    if callable(kernel.name) or kernel.precomputed:
        return False
    return sp.issparse(X) or nonzeros <= MOSTLY_ZEROS * X.shape[0] * X.shape[1]


class SupportProducts:
    """What the core asks for while it trains: ``fill`` is called with numbers of rows."""

    def __init__(self, kernel: Kernel, rows: Rows, threads: int) -> None:
        X = rows.X
        self.kernel, self.X, self.table = kernel, X, rows.table
        self.without_zeros = without_zeros(kernel, X, rows.table.nonzeros)
        self.tiles = Tiles(kernel, threads)
        self.norms = np.zeros(X.shape[0], X.dtype)
        if kernel.name == "rbf":
            self.norms = squared_norms(X).astype(X.dtype)
        self.numbers = np.zeros(0, np.int64)  # of the support rows gathered so far
        self.lines = np.zeros((0, X.shape[1]), X.dtype)
        self.nonzeros: Any = None  # of the same, where zeros are left out

    def fill(self, rows: np.ndarray, against: np.ndarray, slot: int, out: np.ndarray) -> None:
        if self.kernel.precomputed:
            np.copyto(out, self.X[np.ix_(rows, against)])
            return
        norms = self.norms[rows], self.norms[against]
        if self.without_zeros:
            left = _core.nonzeros(self.table, rows)
            right = _core.nonzeros(self.table, against) if slot < 0 else self._listed(against, slot)
            self.tiles.fill_sparse(left, right, norms, out)
            return
        gather = slot >= 0 and not sp.issparse(self.X)
        B = self._gathered(against, slot) if gather else self.X[against]
        self.tiles.fill(self.X[rows], B, norms, out)

    def _listed(self, against: np.ndarray, slot: int) -> Any:
        """Support rows without their zeros; only those are read that came since the last time."""
        if slot > 0:
            return _core.nonzeros(self.table, against)
        kept = len(self.numbers)
        if self.nonzeros is None or not np.array_equal(self.numbers, against[:kept]):
            self.nonzeros, kept = _core.nonzeros(self.table, against[:0]), 0
        self.nonzeros.append(self.table, against[kept:])
        self.numbers = against.copy()
        return self.nonzeros

    def _gathered(self, against: np.ndarray, slot: int) -> np.ndarray:
        """Support rows side by side; only those are copied that came since the last time."""
        end = slot + len(against)
        if end > len(self.numbers):
            room = min(max(2 * end, 1024), self.X.shape[0])
            self.numbers = np.append(self.numbers, np.full(room - len(self.numbers), -1))
            lines = np.empty((room, self.X.shape[1]), self.X.dtype)
            lines[: len(self.lines)] = self.lines
            self.lines = lines
        stale = np.flatnonzero(self.numbers[slot:end] != against)
        self.lines[slot + stale] = self.X[against[stale]]
        self.numbers[slot + stale] = against[stale]
        return self.lines[slot:end]


@contextmanager
def one_thread_each() -> Iterator[None]:
    """The linear algebra library starts no threads of its own meanwhile."""
    with libraries().limit(limits=1, user_api="blas"):
        yield


@cache
def libraries() -> ThreadpoolController:
    return ThreadpoolController()
