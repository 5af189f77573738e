"""Open a file for reading bytes, packed or not, with clear errors."""

from __future__ import annotations

import bz2
import gzip
import lzma
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any, cast

from rosenblatt.tables.errors import bad_file, shown

LONGEST_LINE = 1 << 26
GZIP, BZIP2, XZ, ZIP = b"\x1f\x8b", b"BZh", b"\xfd7zXZ\x00", b"PK\x03\x04"
EMPTY_ZIP = b"PK\x05\x06"
PACKED = {GZIP: "gzip", BZIP2: "bzip2", XZ: "xz", ZIP: "zip", EMPTY_ZIP: "zip"}
SUFFIXES = (".gz", ".bz2", ".xz", ".zip")
BYTE_ORDER_MARK = b"\xef\xbb\xbf"
DAMAGED = (gzip.BadGzipFile, zlib.error, lzma.LZMAError, zipfile.BadZipFile)


@contextmanager
def opened(path: Path) -> Iterator[IO[bytes]]:
    """Open a file, unpacking it if its first bytes are those of gzip, bzip2, xz or zip."""
    with _open_raw(path) as raw:
        kind = packed_as(raw.read(6))
        raw.seek(0)
        if kind == "zip":
            with _only_member(path, raw) as stream:
                yield stream
        else:
            yield _unpacked(raw, kind)


def packed_as(start: bytes) -> str | None:
    """Return how a file that starts like this is packed; None if it is not."""
    return next((kind for magic, kind in PACKED.items() if start.startswith(magic)), None)


def without_packing(name: str) -> str:
    """Return the name of a file without what says how it is packed.

    Examples
    --------
    >>> without_packing("trees.csv.xz")
    'trees.csv'
    """
    return next((name.removesuffix(end) for end in SUFFIXES if name.endswith(end)), name)


def _unpacked(raw: IO[bytes], kind: str | None) -> IO[bytes]:
    made: dict[str | None, Any] = {"gzip": gzip.GzipFile, "bzip2": bz2.BZ2File, "xz": lzma.LZMAFile}
    if kind is None:
        return raw
    return cast(IO[bytes], made[kind](fileobj=raw) if kind == "gzip" else made[kind](raw))


@contextmanager
def _only_member(path: Path, raw: IO[bytes]) -> Iterator[IO[bytes]]:
    """Open the one file that a zip archive holds."""
    try:
        archive = zipfile.ZipFile(raw)
    except zipfile.BadZipFile as error:
        raise bad_file(path, f"the zip data are damaged ({error}).") from None
    with archive:
        files = [part for part in archive.infolist() if not part.is_dir()]
        files = [part for part in files if not part.filename.startswith("__MACOSX/")]
        if len(files) != 1:
            names = ", ".join(shown(part.filename) for part in files[:5]) or "none"
            raise bad_file(path, f"holds {len(files)} files ({names}); put one table only into it.")
        if files[0].flag_bits & 1:
            raise bad_file(path, "is encrypted; decrypt it first.")
        try:
            stream = archive.open(files[0])
        except (zipfile.BadZipFile, NotImplementedError) as error:
            raise bad_file(path, f"cannot be decompressed ({error}); unzip it first.") from None
        with stream:
            yield stream


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
    with opened(path) as stream, suppress(EOFError, OSError, *DAMAGED):
        # In small pieces: damage further on is reported later, with its line.
        while len(start) < size and (piece := stream.read(1024)):
            start += piece
    return start


def lines(path: Path) -> Iterator[bytes]:
    """Yield the lines of a file with their line ends; a NUL byte is an error."""
    number, kind = 0, packed_as(raw_start(path, 6)) or "packed"
    with opened(path) as stream, _unpacking_errors(path, kind, lambda: number + 1):
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
def _unpacking_errors(path: Path, kind: str, line: Callable[[], int]) -> Iterator[None]:
    try:
        yield
    except EOFError:
        raise bad_file(
            path, f"the {kind} data end too early: the file is truncated.", line()
        ) from None
    except DAMAGED as error:
        raise bad_file(path, f"the {kind} data are damaged ({error}).", line()) from None
    except OSError as error:
        raise bad_file(path, f"cannot be read ({error}).", line()) from None
