"""Open a file for reading bytes, gzipped or not, with clear errors."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, cast

from rosenblatt.tables.errors import bad_file

LONGEST_LINE = 1 << 26
GZIP = b"\x1f\x8b"
BYTE_ORDER_MARK = b"\xef\xbb\xbf"


@contextmanager
def opened(path: Path) -> Iterator[IO[bytes]]:
    """Open a file, unpacking it if its first bytes are those of gzip."""
    with _open_raw(path) as raw:
        packed = raw.read(2) == GZIP
        raw.seek(0)
        yield cast(IO[bytes], gzip.GzipFile(fileobj=raw)) if packed else raw


def _open_raw(path: Path) -> IO[bytes]:
    if path.is_dir():
        raise bad_file(path, "is a folder; name a file.")
    try:
        return path.open("rb")
    except FileNotFoundError:
        raise bad_file(path, "there is no such file.") from None
    except PermissionError:
        raise bad_file(path, "cannot be read; change its permissions.") from None
    except (OSError, ValueError) as error:
        raise bad_file(path, f"cannot be opened ({error}).") from None


def raw_start(path: Path, size: int) -> bytes:
    """Return the first bytes of a file as stored."""
    with _open_raw(path) as raw:
        return raw.read(size)


def first_bytes(path: Path, size: int = 1 << 16) -> bytes:
    """Return the beginning of a file, unpacked, or as much of it as can be read."""
    start = b""
    with opened(path) as stream, suppress(EOFError, zlib.error, gzip.BadGzipFile):
        # In small pieces: damage further on is reported later, with its line.
        while len(start) < size and (piece := stream.read(1024)):
            start += piece
    return start


def lines(path: Path) -> Iterator[bytes]:
    """Yield the lines of a file with their line ends; a NUL byte is an error."""
    number = 0
    with opened(path) as stream, _gzip_errors(path, lambda: number + 1):
        while line := stream.readline(LONGEST_LINE):
            number += 1
            if b"\0" in line:
                raise bad_file(path, "has a NUL byte: this is not a text file.", number)
            if len(line) == LONGEST_LINE:
                raise bad_file(
                    path, f"has more than {LONGEST_LINE} bytes: this is not a text file.", number
                )
            yield line


@contextmanager
def _gzip_errors(path: Path, line: Callable[[], int]) -> Iterator[None]:
    try:
        yield
    except EOFError:
        raise bad_file(
            path, "the gzip data end too early: the file is truncated.", line()
        ) from None
    except (gzip.BadGzipFile, zlib.error) as error:
        raise bad_file(path, f"the gzip data are damaged ({error}).", line()) from None
    except OSError as error:
        raise bad_file(path, f"cannot be read ({error}).", line()) from None
