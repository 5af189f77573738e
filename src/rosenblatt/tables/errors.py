"""The one error of this package: a file that cannot be used as it is."""

from __future__ import annotations

from os import PathLike


class BadFileError(ValueError):
    """A file is not what it should be; one line with the path, and the line where there is one."""


def bad_file(path: str | PathLike[str], message: str, line: int | None = None) -> BadFileError:
    """Make the error for a file, one line however hostile its name and cells are."""
    place = f"{path}, line {line}" if line is not None else str(path)
    return BadFileError(" ".join(f"{place}: {message}".splitlines()))


def shown(cell: object, most: int = 40) -> str:
    """Quote a cell for a message, cut to a readable length."""
    text = cell.decode("utf-8", "replace") if isinstance(cell, bytes) else str(cell)
    return repr(text if len(text) <= most else text[:most] + "...")
