"""Commands killed at random moments leave old files or new ones, never half of one."""

from functools import partial
from importlib import import_module

import numpy as np
import pytest
from command_processes import Killed, execute, fork
from commands import run
from file_tables import made_rows, write

from rosenblatt.models import load
from rosenblatt.models.file_fit import load_fit
from rosenblatt.tables import read_table

pytest.importorskip("skops")

# Commands that begin with everything imported are killed at work; as a shell starts them, they
# spend most of their time importing.
SLOW = [pytest.mark.slow, pytest.mark.timeout(2400)]
MOMENTS = [
    pytest.param(fork, 6, id="few"),
    pytest.param(fork, 50, marks=SLOW, id="many"),
    pytest.param(execute, 10, marks=SLOW, id="from the shell"),
]


@pytest.fixture
def rows(tmp_path):
    X, y = made_rows(n=2000)
    return write(tmp_path / "rows.csv", X, y)


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "out").mkdir()
    return tmp_path / "out"


def predicts_like(model, rows):
    """Whether a file holds a model with the same predictions as that of an undisturbed run."""
    table = read_table(rows, target="label")
    wanted = load(model).predict(table)
    return lambda path: np.array_equal(load(path).predict(table), wanted)


def is_whole_page(path):
    text = path.read_text()
    return text.startswith("<!doctype html>") and text.endswith("</html>\n")


@pytest.mark.parametrize(("begin", "moments"), MOMENTS)
def test_a_killed_fit_leaves_a_whole_model(rows, folder, tmp_path, begin, moments):
    assert run("fit", rows, "--out", tmp_path / "wanted").exit_code == 0
    is_new = predicts_like(tmp_path / "wanted", rows)
    command = partial(begin, "fit", rows, "--out", folder / "model")
    assert Killed(command, folder, {"model": is_new}).kill_at(moments, seed=1)["old"] > 0


@pytest.mark.parametrize(("begin", "moments"), MOMENTS)
def test_a_killed_prediction_leaves_all_lines_or_the_old_file(
    rows, folder, tmp_path, begin, moments
):
    X, y = made_rows(n=40_000)
    new = write(tmp_path / "new.csv", X, y)
    assert run("fit", rows, "--out", tmp_path / "model").exit_code == 0
    words = ["predict", tmp_path / "model", new, "--scores", "--out"]
    assert run(*words, tmp_path / "wanted").exit_code == 0
    wanted = (tmp_path / "wanted").read_bytes()
    assert wanted.count(b"\n") == 40_001
    is_new = {"labels.csv": lambda path: path.read_bytes() == wanted}
    killed = Killed(partial(begin, *words, folder / "labels.csv"), folder, is_new)
    assert killed.kill_at(moments, seed=2)["unfinished"] > 0


@pytest.mark.parametrize(("begin", "moments"), MOMENTS)
def test_a_killed_comparison_leaves_whole_files(rows, folder, tmp_path, begin, moments):
    words = ["compare", rows, "--repeats", "1", "--folds", "3", "--learners", "averaged"]
    assert run(*words, "--out", tmp_path / "r", "--model", tmp_path / "wanted").exit_code == 0
    is_new = {"page": is_whole_page, "model": predicts_like(tmp_path / "wanted", rows)}
    command = partial(begin, *words, "--out", folder / "page", "--model", folder / "model")
    assert Killed(command, folder, is_new).kill_at(moments, seed=3)["old"] > 0


STREAMED = [
    pytest.param(6, id="few"),
    pytest.param(50, marks=SLOW, id="many"),
]


@pytest.mark.parametrize("moments", STREAMED)
def test_a_killed_stream_goes_on_from_a_whole_checkpoint(rows, folder, tmp_path, moments):
    words = ["fit", rows, "--passes", "3"]
    command = partial(fork, *words, "--resume", prepare=write_a_checkpoint_after_every_chunk)
    wanted = partial(command, "--out", tmp_path / "wanted")
    Killed(wanted, tmp_path, {"wanted": lambda path: True}).undisturbed()
    is_new = {"model": predicts_like(tmp_path / "wanted", rows)}
    left = ("model.scratch", "model.lock")
    command = partial(command, "--out", folder / "model")
    killed = Killed(
        command, folder, is_new, "model.checkpoint", left, look_too=require_whole_checkpoint
    )
    killed.kill_at(moments, seed=4)


def write_a_checkpoint_after_every_chunk():
    fit = import_module("rosenblatt.cli.fit")
    fit.fit_files = partial(fit.fit_files, checkpoint_seconds=0.0, chunk_rows=400)


def require_whole_checkpoint(folder):
    path = folder / "model.checkpoint"
    if path.exists():
        load_fit(path)
