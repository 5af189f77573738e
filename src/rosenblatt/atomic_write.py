"""Files that are written completely or not at all."""

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from secrets import token_hex
from typing import BinaryIO


@contextmanager
def whole_file(path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """A file to write to, which replaces ``path`` once everything is on the disk.

    Until then the old file stays as it is. If anything goes wrong (a full disk, an interrupt), it
    is still there afterwards and nothing else is left behind.

    Parameters
    ----------
    path : str or path
        The file to create or to replace. A device or pipe is written to directly.

    Yields
    ------
    file : binary file
        Open for writing, beside the old file.

    Examples
    --------
    >>> import tempfile, pathlib
    >>> from rosenblatt.atomic_write import whole_file
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "answer.txt"
    >>> with whole_file(path) as file:
    ...     _ = file.write(b"42")
    >>> path.read_bytes()
    b'42'
    """
    target = Path(os.path.realpath(path))  # a link keeps pointing to its file
    if target.exists() and not target.is_file() and not target.is_dir():
        with open(target, "wb") as device:
            yield device
        return
    refuse_what_cannot_be_replaced(target)
    beside = target.with_name(f".{target.name[:100]}.{token_hex(6)}.part")
    try:
        with open(beside, "xb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        keep_permissions(target, beside)
        os.replace(beside, target)
    except BaseException:
        with suppress(OSError):
            beside.unlink()
        raise
    sync_folder(target.parent)


def write_whole(path: str | os.PathLike[str], data: bytes) -> None:
    """Write ``data`` to ``path``, completely or not at all.

    Parameters
    ----------
    path : str or path
        The file to create or to replace.
    data : bytes
        Its content.
    """
    with whole_file(path) as file:
        file.write(data)


def refuse_what_cannot_be_replaced(target: Path) -> None:
    if target.is_dir():
        raise IsADirectoryError(
            f"cannot write {target}: it is a folder; name a file in it or another place."
        )
    if not target.parent.is_dir():
        raise FileNotFoundError(
            f"cannot write {target}: there is no folder {target.parent}; make it first or name "
            "another place."
        )


def keep_permissions(old: Path, new: Path) -> None:
    if old.exists():
        os.chmod(new, stat.S_IMODE(old.stat().st_mode))


def sync_folder(folder: Path) -> None:
    """Make the new name permanent too; not every system lets folders be opened."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
