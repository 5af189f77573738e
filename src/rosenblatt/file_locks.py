"""Locks on files, which the system takes back from a process that is killed."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO


def locked(file: BinaryIO) -> bool | None:
    """Lock an open file until it is closed, without waiting.

    Parameters
    ----------
    file : binary file
        Open for writing.

    Returns
    -------
    bool or None
        False if it was locked elsewhere, in this process or another; None if its file system has
        no locks.
    """
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return None
    return True


def is_named(file: BinaryIO, path: Path) -> bool:
    """Whether an open file is still the one at a path, or was removed meanwhile."""
    try:
        return os.path.samestat(os.fstat(file.fileno()), path.lstat())
    except OSError:
        return False


@contextmanager
def alone(path: str | os.PathLike[str], busy: str) -> Iterator[None]:
    """Hold an empty file for as long as something lasts; it is removed at the end.

    A process that is killed leaves the file behind, and the next one takes it over.

    Parameters
    ----------
    path : path
        The file.
    busy : str
        The message of the error if another holds it.

    Examples
    --------
    >>> import tempfile, pathlib
    >>> from rosenblatt.file_locks import alone
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "work.lock"
    >>> with alone(path, "somebody is at work; wait."), alone(path, "somebody is at work; wait."):
    ...     pass
    Traceback (most recent call last):
    BlockingIOError: somebody is at work; wait.
    >>> path.exists()
    False
    """
    path, held = Path(path), None
    while held is None:
        file = open(path, "ab")  # noqa: SIM115
        if locked(file) is False:
            file.close()
            raise BlockingIOError(busy)
        if is_named(file, path):
            held = file
        else:  # the one before has just removed it
            file.close()
    with held:
        try:
            yield
        finally:
            path.unlink(missing_ok=True)
