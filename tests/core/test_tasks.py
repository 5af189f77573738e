"""The one place that starts threads: order, stopping and failures, seen by a small C++ program."""

import os
import subprocess
from pathlib import Path

import pytest

HERE = Path(__file__).parent
CORE = HERE.parents[1] / "src" / "core"


@pytest.fixture(scope="module")
def program(tmp_path_factory):
    built = tmp_path_factory.mktemp("tasks") / "run_tasks"
    sources = [HERE / "run_tasks.cpp", CORE / "base" / "threads.cpp"]
    options = ["-std=c++20", "-O1", "-pthread", f"-I{CORE}"]
    subprocess.run([os.environ.get("CXX", "c++"), *options, *sources, "-o", built], check=True)
    return built


def outcome(program, case, threads):
    done = subprocess.run(
        [program, case, str(threads)], check=True, capture_output=True, text=True, timeout=20
    )
    return done.stdout.strip()


@pytest.mark.parametrize("threads", [1, 2, 7, 100])
def test_every_task_runs_once_and_only_the_caller_is_asked(program, threads):
    here = int(threads == 1)
    assert outcome(program, "every_task", threads) == f"once 1 here {here} asked_here 1"


@pytest.mark.parametrize("threads", [1, 3])
def test_no_task_begins_once_the_caller_has_said_stop(program, threads):
    assert outcome(program, "stopped", threads) == f"begun {threads}"


@pytest.mark.parametrize("threads", [1, 3])
def test_the_failure_of_a_task_stops_the_others_and_reaches_the_caller(program, threads):
    assert outcome(program, "failing", threads) == "bad_alloc"
