"""Numbers and strings as C writes them."""

from string import ascii_letters, digits
from typing import Any

import numpy as np

PLAIN = (ascii_letters + digits + " _-.,:;()").encode()


def listed(values: Any) -> str:
    """Numbers; those of single precision are as short as they can be."""
    array = np.asarray(values)
    if array.dtype == np.float32:
        return ", ".join(f"{value!s}f" for value in array)
    return ", ".join(map(repr, array.astype(np.float64).tolist()))


def table(rows: Any) -> str:
    return ",\n".join(f"    {{{listed(row)}}}" for row in rows)


def string(value: str) -> str:
    """A C string; all but plain characters (a question mark is none) as octal escapes."""
    characters = (chr(b) if b in PLAIN else f"\\{b:03o}" for b in as_bytes(value))
    return '"' + "".join(characters) + '"'


def as_bytes(value: str) -> list[int]:
    if "\0" in value:
        raise ValueError(f"{value!r} has a NUL character, which ends a C string; rename it.")
    return list(value.encode())
