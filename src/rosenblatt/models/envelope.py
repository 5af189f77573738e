"""The envelope of a model file: what surrounds header and payload, and how it is checked.

====================  =======================================================
bytes                 meaning
====================  =======================================================
0-7                   magic, ``ROSENBLT``
8-11                  format version, unsigned, little-endian like all numbers
12-19                 length of the whole file
20-27                 length of the header
28-                   header: JSON, UTF-8
after the header      payload
last 32               SHA-256 of everything before
====================  =======================================================
"""

import hashlib
import json
import os
import struct
from pathlib import Path
from typing import Any

from rosenblatt.tables import BadFileError

MAGIC = b"ROSENBLT"
VERSION = 1
FRONT = struct.Struct("<8sIQQ")
DIGEST_SIZE = hashlib.sha256().digest_size
LEAST = FRONT.size + DIGEST_SIZE
MOST_BYTES = 1 << 32


class BadModelError(BadFileError):
    """A model file that must not be used; the message names the file and the reason."""


def seal(header: dict[str, Any], payload: bytes) -> bytes:
    """The bytes of a model file.

    Parameters
    ----------
    header : dict
        JSON-able description.
    payload : bytes
        The model itself.

    Returns
    -------
    bytes
        Magic, version, lengths, header, payload and their SHA-256.
    """
    text = json.dumps(header, ensure_ascii=False, allow_nan=False).encode()
    total = LEAST + len(text) + len(payload)
    body = FRONT.pack(MAGIC, VERSION, total, len(text)) + text + payload
    return body + hashlib.sha256(body).digest()


def read_sealed(path: str | os.PathLike[str], max_bytes: int) -> bytes:
    """The bytes of a model file, checked as a whole.

    Parameters
    ----------
    path : str or path
        The file.
    max_bytes : int
        Larger files are refused before they are read.

    Returns
    -------
    bytes
        The content, whose checksum is right.
    """
    if not Path(path).is_file():
        raise BadModelError(f"{path} {what_it_is(Path(path))}; give a file saved by rosenblatt.")
    with open(path, "rb") as file:
        size = os.fstat(file.fileno()).st_size
        check_front(file.read(FRONT.size), size, max_bytes, path)
        file.seek(0)
        data = file.read(size + 1)
    check_whole(data, path)
    return data


def what_it_is(path: Path) -> str:
    if path.is_dir():
        return "is a directory"
    return "is not a regular file" if path.exists() else "does not exist"


def check_front(front: bytes, size: int, max_bytes: int, path: Any) -> None:
    """Refuse by the first bytes, before room for the others is made."""
    if front[: len(MAGIC)] != MAGIC[: len(front)] or not front:
        raise BadModelError(f"{path} is not a model file of rosenblatt.")
    if len(front) < FRONT.size or size < LEAST:
        raise BadModelError(f"{path} is cut short: it ends after {size} bytes. Copy it again.")
    _, version, declared, _ = FRONT.unpack(front)
    if version != VERSION:
        raise BadModelError(
            f"{path} has model format {version}, but this version of rosenblatt reads format "
            f"{VERSION}; load it with the version that wrote it, or fit the model again."
        )
    if declared != size:
        raise BadModelError(
            f"{path} should have {declared} bytes but has {size}: it is cut short or damaged. "
            "Copy it again."
        )
    if declared > max_bytes:
        raise BadModelError(
            f"{path} has {declared} bytes, more than the {max_bytes} allowed; raise max_bytes if "
            "you trust it."
        )


def check_whole(data: bytes, path: Any = "the model file") -> None:
    """Refuse bytes that are not exactly what was written.

    Parameters
    ----------
    data : bytes
        The whole file.
    path : str or path
        Its name, for messages.
    """
    check_front(data[: FRONT.size], len(data), len(data), path)
    body = memoryview(data)[:-DIGEST_SIZE]
    if hashlib.sha256(body).digest() != data[-DIGEST_SIZE:]:
        raise BadModelError(
            f"{path} is damaged: its SHA-256 does not match its content. Copy it again."
        )


def unseal(data: bytes, path: Any = "the model file") -> tuple[dict[str, Any], bytes]:
    """Header and payload of bytes whose checksum is right.

    Parameters
    ----------
    data : bytes
        What ``read_sealed`` gave.
    path : str or path
        The file's name, for messages.

    Returns
    -------
    header : dict
        The description.
    payload : bytes
        The model itself.
    """
    length = FRONT.unpack(data[: FRONT.size])[3]
    if length > len(data) - LEAST:
        raise BadModelError(f"{path} declares a header of {length} bytes, longer than the file.")
    end = FRONT.size + length
    try:
        header = json.loads(data[FRONT.size : end].decode())
    except (ValueError, RecursionError) as error:
        raise BadModelError(f"{path} has a header that is not JSON: {error}.") from error
    if not isinstance(header, dict):
        raise BadModelError(f"{path} has a header that is not a JSON object.")
    return header, data[end:-DIGEST_SIZE]


def is_model_file(path: str | os.PathLike[str]) -> bool:
    """Whether a file begins like a model file.

    Parameters
    ----------
    path : str or path
        Any file, or none.

    Returns
    -------
    bool
        False also for what cannot be read.
    """
    try:
        with open(path, "rb") as file:
            return file.read(len(MAGIC)) == MAGIC
    except (OSError, ValueError):
        return False
