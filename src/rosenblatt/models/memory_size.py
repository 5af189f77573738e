"""Sizes as people write them, and how many rows a chunk may have."""

import re
from itertools import islice
from typing import Any

import numpy as np

from rosenblatt.sources import Source
from rosenblatt.tables import Batch, TableCoder

UNITS = {"": 1, "B": 1, "KB": 10**3, "MB": 10**6, "GB": 10**9, "TB": 10**12}
LEAST = 100_000_000
CHUNKS = 12  # chunks that fit into the memory: what is read, coded, shuffled, and read ahead
BEST = 32 * 10**6  # bytes of a chunk: the system takes back larger arrays after each, at a price
SAMPLE = 1000
TEXT = 80  # bytes of a cell while it is a Python object
NUMBER = 8


def bytes_of_size(size: int | str) -> int:
    """The number of bytes that a text such as "1GB" stands for.

    Parameters
    ----------
    size : int or str
        Bytes, or a number with a unit: KB, MB, GB, TB (powers of 1000).

    Returns
    -------
    int
        Bytes.

    Examples
    --------
    >>> from rosenblatt.models.memory_size import bytes_of_size
    >>> bytes_of_size("1.5GB")
    1500000000
    """
    if isinstance(size, int):
        return size
    found = re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s*([A-Za-z]*)\s*", size)
    unit = found[2].upper().replace("IB", "B") if found else "?"
    if found is None or unit not in UNITS:
        raise ValueError(f"{size!r} is not a size; write for example 500MB or 2GB.")
    return int(float(found[1]) * UNITS[unit])


def rows_in_chunks(source: Source, coder: TableCoder, memory: int) -> int:
    """How many rows of a source a chunk has, so that fitting stays within the memory.

    It follows from the memory, the number of columns and the first rows alone.
    """
    if memory < LEAST:
        raise ValueError(
            f"memory={memory} bytes is too little: the libraries alone take as much; give at least "
            f"{LEAST // 10**6}MB."
        )
    part = source.parts[0]
    batch = next(batch for _, batch in islice(part.through(0, SAMPLE), 1))
    coded = TableCoder(**coder.get_params()).fit(batch).transform(batch)
    widest = max(bytes_of_row(coded), bytes_of_batch(batch) / batch.n_rows, NUMBER)
    return max(1, int(min(memory / CHUNKS, BEST) / widest))


def bytes_of_row(X: Any) -> float:
    """Bytes of a coded row on the mean."""
    if isinstance(X, np.ndarray):
        return X.shape[1] * X.itemsize
    return 2 * NUMBER * X.nnz / X.shape[0] + NUMBER


def bytes_of_batch(batch: Batch) -> float:
    """Bytes that reading takes: text is held as objects, all cells of it if some are."""
    if batch.matrix is not None:
        return 3 * TEXT * batch.matrix.nnz / 2
    columns = batch.columns.values()
    if any(c.dtype == object or np.isnan(c.astype(np.float64)).any() for c in columns):
        return TEXT * len(batch.columns) * batch.n_rows
    return sum(column.itemsize * batch.n_rows for column in columns)
