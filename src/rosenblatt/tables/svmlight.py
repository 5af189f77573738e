"""Sparse tables as text: a label and index:value pairs on each line, indices from 1."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from pathlib import Path

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray

from rosenblatt.tables.batch import Batch
from rosenblatt.tables.errors import BadFileError, bad_file, shown
from rosenblatt.tables.open_bytes import BYTE_ORDER_MARK, lines

MOST_INDEX = 2**31 - 1
_NUMBER = rb"[+-]?+(?:\d++\.?+\d*+|\.\d++)(?:[eE][+-]?+\d++)?+"
_LINE = re.compile(
    rb"[ \t]*+(" + _NUMBER + rb")((?:[ \t]++\d++:" + _NUMBER + rb")*+)[ \t]*+(?:#[^\n]*+)?\r?\n?"
)
_WHOLE_NUMBER = re.compile(rb"\d+")


@dataclass(frozen=True)
class SvmlightFile:
    """A file in the format of svmlight and libsvm, packed or not."""

    path: Path
    kind: str = "svmlight"
    target: str | None = "label"

    @cached_property
    def columns(self) -> list[str]:
        """Names of the features, x0 for the index 1; reads the whole file once."""
        width = 0
        for batch in self.batches():
            width = max(width, batch.matrix.shape[1])
        return [f"x{i}" for i in range(width)]

    @property
    def readings(self) -> dict[str, dict[str, str]]:
        """None: all cells are numbers."""
        return {}

    def batches(self, rows: int = 50_000) -> Iterator[Batch]:
        """Yield at most so many rows at a time as CSR, each as wide as the widest row so far."""
        first, width, numbered = 0, 0, _numbered_lines(self.path)
        while chunk := list(islice(numbered, rows)):
            matrix, target = parse_lines(self.path, chunk, width)
            width = matrix.shape[1]
            yield Batch(first, len(chunk), {}, matrix, target)
            first += len(chunk)
        if first == 0:
            raise bad_file(self.path, "is empty; expected lines like '1 3:0.5 7:2'.")

    def line_of(self, row: int) -> int:
        """Return the line of a row; reads the file again, so for messages only."""
        return next(islice(_numbered_lines(self.path), row, None))[0]


def looks_like_svmlight(start: bytes) -> bool:
    """Return whether the first line of a file is a label and at least one pair."""
    match = _LINE.fullmatch(start.split(b"\n", 1)[0])
    return match is not None and bool(match[2])


def _numbered_lines(path: Path) -> Iterator[tuple[int, bytes]]:
    for number, line in enumerate(lines(path), 1):
        if is_row(line):
            yield number, line


def is_row(line: bytes) -> bool:
    """Return whether a line is neither blank nor a comment."""
    return not line.isspace() and not line.lstrip().startswith(b"#")


def parse_lines(
    path: Path, chunk: list[tuple[int, bytes]], width: int
) -> tuple[sp.csr_array, NDArray[np.generic]]:
    """Return the matrix, at least so wide, and the labels of numbered lines that hold rows."""
    matches = [_LINE.fullmatch(line) or _refuse(path, number, line) for number, line in chunk]
    target = _floats(b" ".join(match[1] for match in matches))
    pairs = _floats(b" ".join(match[2] for match in matches).replace(b":", b" ")).reshape(-1, 2)
    counts = np.fromiter((match[2].count(b":") for match in matches), np.int64, len(matches))
    indptr = np.concatenate([[0], np.cumsum(counts)])
    _check(path, chunk, target, pairs, indptr)
    width = max(width, int(pairs[:, 0].max(initial=0)))
    indices = pairs[:, 0].astype(np.int32) - 1
    matrix = sp.csr_array((pairs[:, 1].copy(), indices, indptr), shape=(len(chunk), width))
    whole = (target == np.floor(target)).all()
    return matrix, target.astype(np.int64) if whole else target


def _floats(text: bytes) -> NDArray[np.float64]:
    return np.fromstring(text.decode("ascii"), np.float64, sep=" ")


def _check(
    path: Path,
    chunk: list[tuple[int, bytes]],
    target: NDArray[np.float64],
    pairs: NDArray[np.float64],
    indptr: NDArray[np.int64],
) -> None:
    # A row's first index may be anything from 1 on, each next one must be larger.
    floor = np.concatenate([[0.0], pairs[:-1, 0]])
    floor[indptr[:-1][indptr[:-1] < len(pairs)]] = 0.0
    bad_pairs = ~np.isfinite(pairs[:, 1]) | (pairs[:, 0] <= floor) | (pairs[:, 0] > MOST_INDEX)
    rows = np.searchsorted(indptr, np.flatnonzero(bad_pairs)[:1], side="right") - 1
    rows = np.concatenate([rows, np.flatnonzero(~np.isfinite(target) | (abs(target) > 2**53))[:1]])
    if len(rows):
        number, line = chunk[int(rows.min())]
        _refuse(path, number, line)


def _refuse(path: Path, number: int, line: bytes) -> re.Match[bytes]:
    raise _complaint(path, number, line)


def _complaint(path: Path, number: int, line: bytes) -> BadFileError:
    if line.startswith(BYTE_ORDER_MARK):
        return bad_file(path, "begins with a byte order mark; save it without one.", number)
    words = line.split(b"#")[0].split()
    if not _is_finite(words[0]):
        return bad_file(path, f"the label {shown(words[0])} is not a finite number.", number)
    before = 0
    for word in words[1:]:
        index, colon, value = word.partition(b":")
        wrong = _wrong_pair(index, colon, value, before)
        if wrong:
            return bad_file(path, f"{shown(word)}: {wrong}.", number)
        before = int(index)
    return bad_file(path, f"{shown(line.strip())} is not a label and index:value pairs.", number)


def _wrong_pair(index: bytes, colon: bytes, value: bytes, before: int) -> str:
    if not colon or not _WHOLE_NUMBER.fullmatch(index):
        return "expected index:value with a whole number from 1 as index"
    if int(index) == 0:
        return "indices start at 1; write the file with indices from 1"
    if int(index) > MOST_INDEX:
        return f"the index is more than {MOST_INDEX}"
    if int(index) == before:
        return "the index occurs twice on the line"
    if int(index) < before:
        return f"the indices must increase along the line, but {before} comes before"
    return "" if _is_finite(value) else f"the value {shown(value)} is not a finite number"


def _is_finite(word: bytes) -> bool:
    return re.fullmatch(_NUMBER, word) is not None and bool(np.isfinite(float(word)))
