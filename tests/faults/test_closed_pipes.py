"""Readers that go away, and output that cannot be written: exit codes and no noise."""

import os
import subprocess

import pytest
from command_processes import begin, ended
from commands import run, write_trees

pytest.importorskip("skops")

QUICK = ("--repeats", "1", "--folds", "3", "--learners", "averaged")
READER_GONE = 141


@pytest.fixture
def trees(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return write_trees(tmp_path / "trees.csv")


@pytest.fixture
def model(trees):
    assert run("fit", trees, "--target", "kind", "--out", "model").exit_code == 0
    return "model"


def after_one_line(*words):
    """The first line, exit code and errors of a command whose reader then goes away."""
    with begin(*words, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        line = process.stdout.readline().decode()
        process.stdout.close()
        errors = process.stderr.read().decode()
    return line, process.returncode, errors


def without_reader(*words):
    """Exit code and errors of a command whose output nobody reads from the start."""
    reader, writer = os.pipe()
    os.close(reader)
    try:
        code, _, errors = ended(*words, stdout=writer)
    finally:
        os.close(writer)
    return code, errors


def test_a_reader_of_one_line_ends_a_prediction_quietly(model, tmp_path):
    long = write_trees(tmp_path / "long.csv", 60_000)
    assert after_one_line("predict", model, long, "--scores") == (
        "prediction,score for oak\n", READER_GONE, "",
    )  # fmt: skip


def test_a_short_output_without_a_reader_ends_quietly(model, trees):
    assert without_reader("predict", model, trees) == (READER_GONE, "")
    assert without_reader("--help") == (READER_GONE, "")
    assert without_reader("datasets", "list") == (READER_GONE, "")


def test_a_comparison_without_a_reader_still_writes_whole_files_or_none(trees, tmp_path):
    words = ("compare", trees, "--target", "kind", *QUICK, "--out", "page", "--model", "kept")
    code, errors = without_reader(*words)
    assert (code, errors) == (READER_GONE, "")
    assert {path.name for path in tmp_path.iterdir()} <= {"trees.csv", "page", "kept"}


def test_a_reader_of_errors_that_is_gone_does_not_change_the_code():
    reader, writer = os.pipe()
    os.close(reader)
    code, _, _ = ended("predict", "no model", "no file", stderr=writer)
    os.close(writer)
    assert code == 2


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no /dev/full here")
def test_output_on_a_full_disk_is_an_error_in_one_line(model, trees):
    with open("/dev/full", "w") as full:
        code, _, errors = ended("predict", model, trees, stdout=full)
    assert code == 2
    assert errors.startswith("error: ") and "No space left on device" in errors
    assert errors.count("\n") == 1


def test_closed_output_is_an_error_that_names_the_option(model, trees):
    code, _, errors = ended("predict", model, trees, stdout=None, preexec_fn=lambda: os.close(1))
    assert code == 2
    assert "standard output is closed" in errors and "--out" in errors and errors.count("\n") == 1
