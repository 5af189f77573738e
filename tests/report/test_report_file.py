"""Reports are written completely or not at all."""

import os

import pytest

from rosenblatt.report import write_report


def test_a_report_is_written_as_it_is(tmp_path):
    path = write_report("<p>é 🧪</p>", tmp_path / "report.html")
    assert path.read_text(encoding="utf-8") == "<p>é 🧪</p>"


def test_a_failed_write_leaves_the_old_report_and_no_other_file(tmp_path, monkeypatch):
    path = tmp_path / "report.html"
    path.write_text("old")

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        write_report("new", path)
    assert path.read_text() == "old"
    assert os.listdir(tmp_path) == ["report.html"]


def test_a_missing_folder_is_named(tmp_path):
    with pytest.raises(FileNotFoundError, match=r"there is no folder .*absent; make it first"):
        write_report("x", tmp_path / "absent" / "report.html")


def test_a_folder_in_place_of_a_file_is_refused(tmp_path):
    with pytest.raises(IsADirectoryError, match="it is a folder; name a file in it"):
        write_report("x", tmp_path)


def test_a_report_is_as_readable_as_any_new_file(tmp_path):
    (tmp_path / "plain").touch()
    path = write_report("x", tmp_path / "report.html")
    assert path.stat().st_mode == (tmp_path / "plain").stat().st_mode
