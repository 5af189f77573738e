"""Two commands that write the same file at once: a whole file of one of them, or a refusal."""

import os
import time
from importlib import import_module

import numpy as np
import pytest
from command_processes import fork
from commands import error_line, run
from file_tables import made_rows, write
from processes import wait

from rosenblatt.atomic_write import whole_file
from rosenblatt.models import load
from rosenblatt.tables import read_table

pytest.importorskip("skops")


@pytest.fixture
def rows(tmp_path):
    X, y = made_rows(n=3000)
    return write(tmp_path / "rows.csv", X, y)


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "out").mkdir()
    return tmp_path / "out"


def codes_of(*commands):
    """Exit codes of commands that run at the same time."""
    return [wait(process) for process in [fork(*words) for words in commands]]


def test_two_predictions_into_one_file_leave_that_of_one(rows, folder, tmp_path):
    assert run("fit", rows, "--out", tmp_path / "model").exit_code == 0
    labels, plain = folder / "labels.csv", ["predict", tmp_path / "model", rows, "--out"]
    wanted = []
    for more in ([], ["--scores"]):
        assert run(*plain, labels, *more).exit_code == 0
        wanted.append(labels.read_bytes())
    for _ in range(5):
        assert codes_of([*plain, labels], [*plain, labels, "--scores"]) == [0, 0]
        assert labels.read_bytes() in wanted
        assert os.listdir(folder) == ["labels.csv"]


def test_two_fits_into_one_file_leave_the_model_of_one(rows, folder):
    names = ("alma", "romma")
    words = [["fit", rows, "--learner", name, "--out", folder / "model"] for name in names]
    for _ in range(5):
        assert codes_of(*words) == [0, 0]
        assert load(folder / "model").learner in ("ALMA", "ROMMA")
        assert os.listdir(folder) == ["model"]


def test_a_second_stream_into_one_file_is_refused_and_the_first_is_left_alone(
    rows, folder, tmp_path
):
    words = ["fit", rows, "--passes", "2", "--out", folder / "model"]
    assert run(*words).exit_code == 0
    table = read_table(rows, target="label")
    wanted = load(folder / "model").predict(table)
    first = fork(*words, prepare=lambda: wait_for(tmp_path / "go"))
    until = time.monotonic() + 60
    while not (folder / "model.lock").exists() and time.monotonic() < until:
        time.sleep(0.01)
    message = error_line(run(*words))
    assert message.startswith(f"error: another rosenblatt fit is writing {folder / 'model'}; wait")
    (tmp_path / "go").touch()
    assert wait(first) == 0
    assert np.array_equal(load(folder / "model").predict(table), wanted)
    assert os.listdir(folder) == ["model"]


def wait_for(signal):
    """Let a stream begin to learn only when there is a file."""
    fit = import_module("rosenblatt.cli.fit")
    learn = fit.fit_files

    def late(*files, **given):
        while not signal.exists():
            time.sleep(0.01)
        return learn(*files, **given)

    fit.fit_files = late


def test_a_stream_takes_over_from_a_killed_one(rows, folder):
    (folder / "model.lock").touch()
    assert run("fit", rows, "--passes", "1", "--out", folder / "model").exit_code == 0
    assert os.listdir(folder) == ["model"]


def test_a_writer_leaves_the_unfinished_file_of_another_alone(tmp_path):
    path = tmp_path / "file"
    with whole_file(path) as first, whole_file(path) as second:
        first.write(b"first")
        second.write(b"second")
    assert path.read_bytes() == b"first"  # the last to end
    assert os.listdir(tmp_path) == ["file"]


def test_a_writer_removes_what_a_killed_one_left(tmp_path):
    (tmp_path / ".file.0123456789ab.part").write_bytes(b"half a fi")
    (tmp_path / ".file.other.part").write_bytes(b"of somebody else")
    (tmp_path / ".files.0123456789ab.part").write_bytes(b"of another file")
    with whole_file(tmp_path / "file") as file:
        file.write(b"new")
    kept = {"file", ".file.other.part", ".files.0123456789ab.part"}
    assert set(os.listdir(tmp_path)) == kept
