"""Runs: what is done is done once, and the number of workers is nobody's business."""

import os
import signal
import time

import lab_work
import pytest
from children import in_child
from processes import start, wait

from rosenblatt import lab


@pytest.fixture
def path(tmp_path):
    return tmp_path / "store.sqlite"


def test_one_two_and_four_workers_give_the_same_rows(tmp_path):
    tasks = lab_work.experiment().tasks()[::5]
    paths = {jobs: tmp_path / f"{jobs}.sqlite" for jobs in (1, 2, 4)}
    for jobs, path in paths.items():
        lab_work.run(path, jobs, tasks)
    one, two, four = (lab_work.rows(path, tasks) for path in paths.values())
    assert len(one) == 4 * len(tasks)
    assert one == two == four


def test_two_runs_on_one_store_at_once_give_the_rows_of_one(path, tmp_path):
    tasks = lab_work.experiment().tasks()[::5]
    both = [start(lambda: lab_work.run(path, 1, tasks)) for _ in range(2)]
    assert [wait(process) for process in both] == [0, 0]
    lab_work.run(tmp_path / "alone.sqlite", 1, tasks)
    assert lab_work.rows(path, tasks) == lab_work.rows(tmp_path / "alone.sqlite", tasks)


def test_two_runs_at_once_share_the_work(path):
    tasks = lab_work.squares("rest", 40, seconds=0.2)
    start_time = time.monotonic()
    both = [start(lambda: lab_work.run(path, 2, tasks)) for _ in range(2)]
    assert [wait(process) for process in both] == [0, 0]
    assert len(lab_work.rows(path, tasks)) == 40
    # Each alone would rest for 4 seconds; most of the rest is importing.
    with lab.Store(path) as store:
        assert time.monotonic() - start_time < 60
        assert store.missing(tasks) == []


def test_a_repeated_run_does_nothing(path):
    tasks = lab_work.squares("rest", 5, seconds=0)
    lab_work.run(path, 1, tasks)
    again = lab_work.run(path, 1, tasks)
    assert (again.before, again.total) == (5, 5)


def test_equal_tasks_are_done_once(path):
    tasks = lab_work.squares("rest", 3, seconds=0) * 4
    assert lab_work.run(path, 2, tasks).total == 3


def test_a_task_that_raises_is_told_and_tried_again(path, tmp_path):
    tasks = lab_work.squares("raise_once", 3, folder=str(tmp_path))
    messages = [message for _, message in lab_work.run(path, 2, tasks).failures]
    assert messages == [f"ArithmeticError: number {n} is not ready" for n in range(3)]
    assert lab_work.run(path, 2, tasks).failures == []
    assert [row["square"] for row in lab_work.rows(path, tasks)] == [0, 1, 4]


def test_a_task_that_ends_its_worker_fails_and_the_others_are_done(path):
    tasks = lab_work.squares("end_its_worker", 12)
    [(task, message)] = lab_work.run(path, 2, tasks).failures
    assert task == tasks[7]
    assert "worker process ended" in message
    assert len(lab_work.rows(path, tasks)) == 11


def test_a_function_that_is_not_there_fails_with_its_name(path):
    [(_, message)] = lab_work.run(path, 1, [lab.Task("lab_work:absent")]).failures
    assert "lab_work:absent" in message


def test_what_tasks_print_does_not_disturb_the_answers(path):
    tasks = lab_work.squares("talk", 3)
    assert lab_work.run(path, 1, tasks).failures == []


def test_the_watcher_hears_of_every_task_in_the_end(path, tmp_path):
    heard = []
    tasks = lab_work.squares("raise_once", 4, folder=str(tmp_path))
    with lab.Store(path) as store:
        lab.run(tasks, store, jobs=2, watch=lambda *counts: heard.append(counts))
    assert heard[0] == (0, 4, 0)
    assert heard[-1] == (4, 4, 4)


def test_ctrl_c_stops_at_once_and_says_how_to_go_on(path):
    tasks = lab_work.squares("rest", 40, seconds=0.1)

    def interrupted():
        def interrupt(done, total, failed):
            if done >= 2:
                os.kill(os.getpid(), signal.SIGINT)

        with lab.Store(path) as store, pytest.raises(lab.Stopped) as stopped:
            lab.run(tasks, store, jobs=2, watch=interrupt)
        return stopped.value.done, len(store_rows()), str(stopped.value)

    def store_rows():
        return lab_work.rows(path, tasks)

    told, held, message = in_child(interrupted, timeout=60)
    assert told == held < 40
    assert message == f"stopped; {told} of 40 done; run the same command to go on"


def test_absent_data_stop_the_run_with_one_message(path, monkeypatch):
    monkeypatch.delenv("ROSENBLATT_DATA", raising=False)
    described = lab_work.EXPERIMENT | {"datasets": ["sonar"]}
    with pytest.raises(lab.DataNotFoundError, match="ROSENBLATT_DATA"):
        lab_work.run(path, 2, lab.from_dict(described).tasks())


def test_no_workers_are_refused(path):
    with pytest.raises(ValueError, match="jobs=0"):
        lab_work.run(path, 0, lab_work.squares("talk", 1))
