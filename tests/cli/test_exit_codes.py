"""Every exit code that the page of faults lists, and no other."""

import re
import signal
import time
from pathlib import Path

import pytest
from click.testing import CliRunner
from command_processes import begin, fork
from commands import run
from file_tables import made_rows, write
from processes import kill, wait

from rosenblatt.cli import cli
from rosenblatt.cli._group import FAULT, INTERRUPTED, READER_GONE

pytest.importorskip("skops")

ROOT = Path(__file__).resolve().parents[2]
CODES = {0, FAULT, INTERRUPTED, READER_GONE}


def test_the_page_of_faults_and_the_help_list_all_codes():
    page = (ROOT / "docs" / "faults.md").read_text("utf-8")
    assert set(map(int, re.findall(r"^\| `(\d+)` \|", page, re.MULTILINE))) == CODES
    text = " ".join(CliRunner().invoke(cli, ["--help"]).stdout.split())
    assert set(map(int, re.findall(r"(\d+) [a-z]", text.partition("Exit codes: ")[2]))) == CODES


def test_a_command_that_does_its_work_ends_with_0():
    assert run("datasets", "list").exit_code == 0


@pytest.mark.parametrize("words", [[], ["fit"], ["fit", "absent.csv"], ["fit", "--no-option"]])
def test_an_error_ends_with_2(words):
    assert run(*words).exit_code == FAULT


def test_ctrl_c_in_a_fit_ends_with_130_and_without_a_file(tmp_path):
    X, y = made_rows(n=500)
    rows = write(tmp_path / "rows.csv", X, y)
    endless = ("--learner", "perceptron", "--param", f"max_iter={10**9}")
    process = fork("fit", rows, *endless, "--out", tmp_path / "model")
    time.sleep(1.0)
    kill(process, signal.SIGINT)
    assert wait(process) == INTERRUPTED
    assert not (tmp_path / "model").exists()


def test_a_reader_that_is_gone_ends_a_command_with_141():
    with begin("datasets", "list", stdout=-1) as process:
        process.stdout.close()
    assert process.returncode == READER_GONE
