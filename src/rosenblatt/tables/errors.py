"""The one error of this package: a file that cannot be used."""

from __future__ import annotations

from os import PathLike


class BadFileError(ValueError):
    """A file cannot be used; the message is one line with the path and, if known, the line."""


def bad_file(path: str | PathLike[str], message: str, line: int | None = None) -> BadFileError:
    """Return the error for a file, in one line whatever its name and cells are."""
    place = f"{path}, line {line}" if line is not None else str(path)
    return BadFileError(" ".join(f"{place}: {message}".splitlines()))


def shown(cell: object, most: int = 40) -> str:
    """Quote a cell for a message, cut to a readable length."""
    text = cell.decode("utf-8", "replace") if isinstance(cell, bytes) else str(cell)
    return repr(text if len(text) <= most else text[:most] + "...")
