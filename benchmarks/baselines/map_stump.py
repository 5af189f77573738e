"""The std::map stump: ``map_stump.cpp``, compiled on the spot."""

import ctypes
import os
import subprocess
from functools import lru_cache
from pathlib import Path
from tempfile import mkdtemp

import numpy as np

SOURCE = Path(__file__).with_suffix(".cpp")


@lru_cache(maxsize=1)
def library() -> ctypes.CDLL:
    built = Path(mkdtemp()) / "map_stump.so"
    compiler = os.environ.get("CXX", "c++")
    command = [compiler, "-std=c++20", "-O3", "-shared", "-fPIC", str(SOURCE), "-o", str(built)]
    subprocess.run(command, check=True)
    return ctypes.CDLL(str(built))


def descend(X: np.ndarray, y: np.ndarray, start: np.ndarray, epochs: int, seed: int = 0) -> int:
    """Errors left after some epochs over float32 rows from the start (bias last)."""
    w = start.copy()
    arrays = [a.ctypes.data_as(ctypes.c_void_p) for a in (X, y)]
    sizes = [ctypes.c_int64(size) for size in X.shape]
    weights = w.ctypes.data_as(ctypes.c_void_p)
    return int(
        library().map_stump(*arrays, *sizes, weights, ctypes.c_int64(epochs), ctypes.c_uint64(seed))
    )
