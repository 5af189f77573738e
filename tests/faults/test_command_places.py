"""Full disks and folders that cannot be written: one line, exit code 2, and old files whole."""

import os
import resource
import subprocess
from pathlib import Path

import pytest
from children import in_child
from command_processes import OLD
from commands import error_line, run, write_trees
from no_rights import give_up_overrides

pytest.importorskip("skops")

QUICK = ("--repeats", "1", "--folds", "3", "--learners", "averaged")
COMMANDS = {
    "fit": ("fit", "trees.csv", "--target", "kind", "--out", "OUT"),
    "stream": ("fit", "trees.csv", "--target", "kind", "--passes", "1", "--out", "OUT"),
    "predict": ("predict", "model", "trees.csv", "--scores", "--out", "OUT"),
    "export": ("export", "model", "--to", "c", "--out", "OUT"),
    "report": ("compare", "trees.csv", "--target", "kind", *QUICK, "--out", "OUT", "--model", "m"),
    "kept": ("compare", "trees.csv", "--target", "kind", *QUICK, "--model", "OUT", "--out", "r"),
}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with a table and a model; commands begin in it."""
    monkeypatch.chdir(tmp_path)
    trees = write_trees(tmp_path / "trees.csv", 300)
    assert run("fit", trees, "--target", "kind", "--out", "model").exit_code == 0
    return tmp_path


def words_of(command, out):
    return [out if word == "OUT" else word for word in COMMANDS[command]]


def with_files_of_at_most(n_bytes, words):
    """Exit code, output and errors of a command on a disk that is full so soon."""

    def told():
        resource.setrlimit(resource.RLIMIT_FSIZE, (n_bytes, n_bytes))
        result = run(*words)
        return result.exit_code, result.stdout, result.stderr

    return in_child(told, timeout=60)


@pytest.mark.parametrize("command", COMMANDS)
def test_a_full_disk_is_one_line_and_leaves_the_old_file(folder, command):
    (folder / "out").write_bytes(OLD)
    before = set(os.listdir(folder))
    code, _, errors = with_files_of_at_most(1000, words_of(command, "out"))
    assert code == 2
    assert "error: " in errors and "File too large" in errors
    assert (folder / "out").read_bytes() == OLD
    assert set(os.listdir(folder)) == before


def test_a_report_that_cannot_be_written_costs_neither_the_model_nor_the_leaderboard(folder):
    words = ["compare", "trees.csv", "--target", "kind", *QUICK, "--model", "kept", "--out", "page"]
    assert run(*words).exit_code == 0
    page, kept = ((folder / name).stat().st_size for name in ("page", "kept"))
    assert kept < page
    for name in ("page", "kept"):
        (folder / name).write_bytes(OLD)
    code, shown, errors = with_files_of_at_most((page + kept) // 2, words)
    assert code == 2 and "File too large" in errors
    assert "averaged perceptron" in shown and "Model:  kept" in shown
    assert (folder / "page").read_bytes() == OLD and (folder / "kept").stat().st_size > len(OLD)


def as_somebody_without_rights(words):
    """What a command says to a user who may read everything, but not write into a folder."""

    def told():
        give_up_overrides()
        result = run(*words)
        return result.exit_code, result.stderr

    return in_child(told, timeout=60)


@pytest.mark.parametrize("command", COMMANDS)
def test_a_read_only_folder_is_told_in_one_line_before_any_work(folder, command):
    closed = folder / "closed"
    closed.mkdir()
    (closed / "out").write_bytes(OLD)
    closed.chmod(0o555)
    code, errors = as_somebody_without_rights(words_of(command, "closed/out"))
    assert code == 2
    assert errors.startswith("error: cannot write ") and errors.count("\n") == 1
    assert "is read-only; name another place." in errors
    assert (closed / "out").read_bytes() == OLD and os.listdir(closed) == ["out"]


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("place", ["trees.csv/out", "absent/out", "."])
def test_a_place_that_is_no_place_is_told_in_one_line_before_any_work(folder, command, place):
    before = set(os.listdir(folder))
    result = run(*words_of(command, place))
    assert result.exit_code == 2
    assert result.stderr.startswith("error: cannot write ") and result.stderr.count("\n") == 1
    assert set(os.listdir(folder)) == before


@pytest.fixture
def tiny_disk(tmp_path):
    """A file system of 64 kB, where one may be mounted."""
    place = tmp_path / "disk"
    place.mkdir()
    words = ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(place)]
    try:
        done = subprocess.run(words, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        pytest.skip("there is no program mount")
    if done.returncode:
        pytest.skip(f"no file system can be mounted here: {done.stderr.strip()}")
    yield place
    subprocess.run(["umount", str(place)], check=True)


def test_a_disk_without_room_leaves_the_old_predictions(folder, tiny_disk):
    long, out = write_trees(folder / "long.csv", 20_000), tiny_disk / "labels.csv"
    out.write_bytes(OLD)
    message = error_line(run("predict", "model", long, "--scores", "--out", out))
    assert "No space left on device" in message
    assert out.read_bytes() == OLD and os.listdir(tiny_disk) == ["labels.csv"]


def test_both_outputs_of_a_comparison_must_differ(folder):
    result = run("compare", "trees.csv", "--target", "kind", "--out", "same", "--model", "./same")
    assert result.exit_code == 2
    assert "--out and --model both name same" in result.stderr
    assert not Path("same").exists()
