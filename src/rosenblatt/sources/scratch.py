"""Coded chunks kept in a folder for later passes, mapped into memory when they are read."""

from __future__ import annotations

import os
import shutil
from contextlib import suppress
from pathlib import Path
from threading import Lock
from time import perf_counter
from typing import Any

import numpy as np
import scipy.sparse as sp

from rosenblatt.sources.coded_rows import CodedRows

TRIED = 3  # chunks before it is judged whether keeping pays
SPARE = 1 << 28  # bytes of the disk that are left alone


class ScratchFolder:
    """Keeps chunks as plain arrays, as long as there is room and it saves time.

    Parameters
    ----------
    path : path
        The folder; what another run has left there is removed.
    most_bytes : int
        Bound on what is kept.
    later_passes : int
        How often each kept chunk will be read.
    """

    def __init__(self, path: Path, most_bytes: int, later_passes: int) -> None:
        self.path, self.left, self.later = path, most_bytes, later_passes
        self.kept: set[int] = set()
        self.reading = self.writing = 0.0
        self.lock = Lock()
        shutil.rmtree(path, ignore_errors=True)

    def __enter__(self) -> ScratchFolder:
        return self

    def __exit__(self, *error: Any) -> None:
        shutil.rmtree(self.path, ignore_errors=True)

    @property
    def open(self) -> bool:
        """Whether more chunks are kept."""
        return self.left > 0 and self.later > 0

    def keep(self, number: int, rows: CodedRows, seconds: float) -> None:
        """Keep a chunk that took so many seconds to read and code."""
        with self.lock:  # one writer at a time, as there is one disk
            self._keep(number, rows, seconds)

    def _keep(self, number: int, rows: CodedRows, seconds: float) -> None:
        arrays = arrays_of(rows)
        size = sum(array.nbytes for array in arrays.values())
        if not self.open or number in self.kept:
            return
        begin = perf_counter()
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            if size > self.left or shutil.disk_usage(self.path).free < size + SPARE:
                self.left = 0
                return
            for name, array in arrays.items():
                write_array(self.path / f"{number}.{name}.npy", array)
        except OSError:  # a full disk: what is there already stays useful
            self.left = 0
            self._drop(number)
            return
        self.left -= size
        self.kept.add(number)
        self._judge(seconds, perf_counter() - begin)

    def _judge(self, reading: float, writing: float) -> None:
        self.reading, self.writing = self.reading + reading, self.writing + writing
        saved = self.later * self.reading / 2  # reading what is kept takes its time, too
        if len(self.kept) >= TRIED and self.writing > saved:
            self.left = 0

    def _drop(self, number: int) -> None:
        with suppress(OSError):
            for path in self.path.glob(f"{number}.*.npy"):
                path.unlink()

    def read(self, number: int) -> CodedRows | None:
        """A chunk that was kept, or None."""
        if number not in self.kept:
            return None
        found = {
            name: np.load(path, mmap_mode="r")
            for name in ("X", "y", "weights", "data", "indices", "indptr", "shape")
            if (path := self.path / f"{number}.{name}.npy").exists()
        }
        X = found.get("X")
        if X is None:
            parts = (found["data"], found["indices"], found["indptr"])
            X = sp.csr_array(parts, shape=tuple(found["shape"].tolist()))
        return CodedRows(X, np.asarray(found["y"]), found.get("weights"))


def write_array(path: Path, array: Any) -> None:
    """To the disk itself: a disk that is slower than the memory before it must not look fast."""
    with path.open("wb") as file:
        np.save(file, array)
        file.flush()
        os.fsync(file.fileno())


def arrays_of(rows: CodedRows) -> dict[str, Any]:
    arrays = {"y": rows.y}
    if rows.weights is not None:
        arrays["weights"] = rows.weights
    if not sp.issparse(rows.X):
        return arrays | {"X": rows.X}
    X = rows.X
    shape = np.array(X.shape)
    return arrays | {"data": X.data, "indices": X.indices, "indptr": X.indptr, "shape": shape}
