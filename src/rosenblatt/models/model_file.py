"""The format of a model file: header and payload with lengths and checksum, and their checks.

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
VERSION = 2
PREFIX = struct.Struct("<8sIQQ")
DIGEST_SIZE = hashlib.sha256().digest_size
LEAST = PREFIX.size + DIGEST_SIZE
MOST_BYTES = 1 << 32


class BadModelError(BadFileError):
    """A model file that cannot be used; the message names the file and the reason."""


def pack(header: dict[str, Any], payload: bytes) -> bytes:
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
    body = PREFIX.pack(MAGIC, VERSION, total, len(text)) + text + payload
    return body + hashlib.sha256(body).digest()


def read_checked(path: str | os.PathLike[str], max_bytes: int) -> bytes:
    """The bytes of a model file, with their checksum verified.

    Parameters
    ----------
    path : str or path
        The file.
    max_bytes : int
        Larger files are refused before they are read.

    Returns
    -------
    bytes
        The content.
    """
    if not Path(path).is_file():
        raise BadModelError(f"{path} {what_it_is(Path(path))}; name a file saved by rosenblatt.")
    with open(path, "rb") as file:
        size = os.fstat(file.fileno()).st_size
        check_prefix(file.read(PREFIX.size), size, max_bytes, path)
        file.seek(0)
        data = file.read(size + 1)
    check_intact(data, path)
    return data


def what_it_is(path: Path) -> str:
    if path.is_dir():
        return "is a directory"
    return "is not a regular file" if path.exists() else "does not exist"


def check_prefix(prefix: bytes, size: int, max_bytes: int, path: Any) -> None:
    """Check the first bytes, before memory for the others is allocated."""
    if prefix[: len(MAGIC)] != MAGIC[: len(prefix)] or not prefix:
        raise BadModelError(f"{path} is not a model file of rosenblatt.")
    if len(prefix) < PREFIX.size or size < LEAST:
        raise BadModelError(f"{path} is truncated: it ends after {size} bytes. Copy it again.")
    _, version, declared, _ = PREFIX.unpack(prefix)
    if version != VERSION:
        raise BadModelError(
            f"{path} has model format {version}, but this version of rosenblatt reads format "
            f"{VERSION}; load it with the version that wrote it, or fit the model again."
        )
    if declared != size:
        raise BadModelError(
            f"{path} should have {declared} bytes but has {size}: it is truncated or damaged. "
            "Copy it again."
        )
    if declared > max_bytes:
        raise BadModelError(
            f"{path} has {declared} bytes, more than the {max_bytes} allowed; raise max_bytes if "
            "you trust it."
        )


def check_intact(data: bytes, path: Any = "the model file") -> None:
    """Raise an error if the bytes are not exactly those written.

    Parameters
    ----------
    data : bytes
        The whole file.
    path : str or path
        Its name, for messages.
    """
    check_prefix(data[: PREFIX.size], len(data), len(data), path)
    body = memoryview(data)[:-DIGEST_SIZE]
    if hashlib.sha256(body).digest() != data[-DIGEST_SIZE:]:
        raise BadModelError(
            f"{path} is damaged: its SHA-256 does not match its content. Copy it again."
        )


def unpack(data: bytes, path: Any = "the model file") -> tuple[dict[str, Any], bytes]:
    """Header and payload of verified bytes.

    Parameters
    ----------
    data : bytes
        What ``read_checked`` returned.
    path : str or path
        The file's name, for messages.

    Returns
    -------
    header : dict
        The description.
    payload : bytes
        The model itself.
    """
    length = PREFIX.unpack(data[: PREFIX.size])[3]
    if length > len(data) - LEAST:
        raise BadModelError(f"{path} declares a header of {length} bytes, longer than the file.")
    end = PREFIX.size + length
    try:
        header = json.loads(data[PREFIX.size : end].decode())
    except (ValueError, RecursionError) as error:
        raise BadModelError(f"{path} has a header that is not JSON: {error}.") from error
    if not isinstance(header, dict):
        raise BadModelError(f"{path} has a header that is not a JSON object.")
    return header, data[end:-DIGEST_SIZE]


def is_model_file(path: str | os.PathLike[str]) -> bool:
    """Whether a file starts like a model file.

    Parameters
    ----------
    path : str or path
        Any file, existing or not.

    Returns
    -------
    bool
        False also if it cannot be read.
    """
    try:
        with open(path, "rb") as file:
            return file.read(len(MAGIC)) == MAGIC
    except (OSError, ValueError):
        return False
