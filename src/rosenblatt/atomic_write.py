"""Files that are written completely or not at all."""

import os
import re
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from secrets import token_hex
from typing import BinaryIO

from rosenblatt.file_locks import is_named, locked

MOST_OF_A_NAME = 50  # characters, of four bytes at most: names have 255


@contextmanager
def whole_file(path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """A file to write to, which replaces ``path`` once everything is on the disk.

    Until then the old file stays as it is. If anything goes wrong (a full disk, an interrupt), it
    is still there afterwards and nothing else is left behind. Only a process that is killed leaves
    its unfinished file, hidden beside the old one; the next that writes to ``path`` removes it.
    Of several that write at once the last to end wins, with a whole file.

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
    if is_device(target):
        with open(target, "wb") as device:
            yield device
        return
    refuse_what_cannot_be_replaced(target)
    remove_what_killed_writers_left(target)
    beside, begun = begin(target)
    try:
        with begun as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
            keep_permissions(target, beside)
            os.replace(beside, target)  # before it is closed and its lock given back
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


def require_place(path: str | os.PathLike[str]) -> None:
    """Raise now what writing to ``path`` would raise later, after much work.

    Parameters
    ----------
    path : str or path
        The file that is going to be written.
    """
    target = Path(os.path.realpath(path))
    if is_device(target):
        return
    refuse_what_cannot_be_replaced(target)
    if not os.access(target.parent, os.W_OK | os.X_OK):
        raise PermissionError(
            f"cannot write {target}: the folder {target.parent} is read-only; name another place."
        )


def is_device(target: Path) -> bool:
    return target.exists() and not target.is_file() and not target.is_dir()


def begin(target: Path) -> tuple[Path, BinaryIO]:
    """A new file beside the target, locked, so that nobody takes it for one that was left."""
    while True:
        beside = target.with_name(f".{target.name[:MOST_OF_A_NAME]}.{token_hex(6)}.part")
        try:
            file = open(beside, "xb")  # noqa: SIM115
        except OSError as error:
            raise OSError(error.errno, f"cannot write ({error.strerror})", str(target)) from None
        if locked(file) is not False and is_named(file, beside):
            return beside, file
        file.close()  # another writer is just removing it


def remove_what_killed_writers_left(target: Path) -> None:
    """Files that nobody is writing any more, as nobody holds their locks."""
    name = re.escape(target.name[:MOST_OF_A_NAME])
    with suppress(OSError), os.scandir(target.parent) as entries:
        left = [e.path for e in entries if re.fullmatch(rf"\.{name}\.[0-9a-f]{{12}}\.part", e.name)]
        for path in left:
            with suppress(OSError), open(path, "r+b", opener=without_links) as file:
                if locked(file):
                    os.unlink(path)


def without_links(path: str, flags: int) -> int:
    return os.open(path, flags | os.O_NOFOLLOW)


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
