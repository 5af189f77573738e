"""Files are written completely or not at all."""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from rosenblatt.atomic_write import whole_file, write_whole


@contextmanager
def room_for(n_bytes: int) -> Iterator[None]:
    """No file may grow beyond some bytes, which to its writer is a full disk."""
    resource = pytest.importorskip("resource")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (n_bytes, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, handler)


@pytest.fixture
def old(tmp_path):
    path = tmp_path / "file"
    path.write_bytes(b"old")
    return path


def alone(path) -> bool:
    return [other.name for other in path.parent.iterdir()] == [path.name]


def test_a_file_is_replaced(old):
    write_whole(old, b"new")
    assert old.read_bytes() == b"new" and alone(old)


def test_a_full_disk_leaves_the_old_file(old):
    with room_for(1000), pytest.raises(OSError, match="File too large"):
        write_whole(old, bytes(5000))
    assert old.read_bytes() == b"old" and alone(old)


def test_a_disk_that_fills_up_at_fsync_leaves_the_old_file(old, monkeypatch):
    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        write_whole(old, b"new")
    assert old.read_bytes() == b"old" and alone(old)


def test_an_interrupt_leaves_the_old_file(old):
    with pytest.raises(KeyboardInterrupt), whole_file(old) as file:
        file.write(b"ne")
        raise KeyboardInterrupt
    assert old.read_bytes() == b"old" and alone(old)


def test_the_old_file_stays_until_the_new_one_is_whole(old):
    with whole_file(old) as file:
        file.write(b"new")
        file.flush()
        assert old.read_bytes() == b"old"


def test_a_link_keeps_pointing_to_its_file(old, tmp_path):
    link = tmp_path / "link"
    link.symlink_to(old)
    write_whole(link, b"new")
    assert link.is_symlink() and old.read_bytes() == b"new"


def test_permissions_are_kept(old):
    old.chmod(0o640)
    write_whole(old, b"new")
    assert old.stat().st_mode & 0o777 == 0o640


def test_a_new_file_has_the_usual_permissions(tmp_path):
    write_whole(tmp_path / "new", b"")
    (tmp_path / "other").write_bytes(b"")
    assert (tmp_path / "new").stat().st_mode == (tmp_path / "other").stat().st_mode


def test_a_device_is_written_to_and_stays_a_device():
    write_whole("/dev/null", b"gone")
    assert not os.path.isfile("/dev/null")


def test_a_directory_and_a_missing_folder_are_named(tmp_path):
    with pytest.raises(IsADirectoryError, match="it is a folder; name a file in it"):
        write_whole(tmp_path, b"")
    with pytest.raises(FileNotFoundError, match="there is no folder"):
        write_whole(tmp_path / "absent" / "file", b"")
