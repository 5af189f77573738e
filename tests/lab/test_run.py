"""Runs: each task is done once, and the number of workers does not matter."""

import os
import signal
from dataclasses import dataclass, field
from pathlib import Path

import lab_work
import pytest
from children import in_child
from processes import start, wait

from rosenblatt import lab

FIFTH = slice(None, None, 5)
MEASURED = ("part", "train_error", "test_error", "n_rows", "wrong")


@pytest.fixture
def path(tmp_path):
    return tmp_path / "store.sqlite"


@pytest.mark.parametrize("jobs", [1, 4])
def test_the_rows_do_not_depend_on_the_number_of_workers(jobs, undisturbed, path):
    tasks = lab_work.experiment().tasks()[FIFTH]
    lab_work.run(path, jobs, tasks)
    by_two = [undisturbed[start : start + 4] for start in range(0, len(undisturbed), 4)][FIFTH]
    assert lab_work.rows(path, tasks) == [row for rows in by_two for row in rows]


@dataclass
class Twins:
    """Two runs at once on one store, and a mark for each time that a task was done."""

    folder: Path
    tasks: list[lab.Task]
    codes: list[int]

    @property
    def store(self):
        return self.folder / "store.sqlite"


@pytest.fixture(scope="module")
def twins(tmp_path_factory):
    folder = tmp_path_factory.mktemp("twins")
    (folder / "marks").mkdir()
    given = [task.arguments for task in lab_work.experiment().tasks()[FIFTH]]
    tasks = [
        lab.Task("lab_work:note", {"folder": str(folder / "marks"), "arguments": arguments})
        for arguments in given
    ]
    both = [start(lambda: lab_work.run(folder / "store.sqlite", 1, tasks)) for _ in range(2)]
    return Twins(folder, tasks, [wait(process) for process in both])


def test_two_runs_on_one_store_at_once_give_the_rows_of_one(twins, undisturbed):
    assert twins.codes == [0, 0]
    found = [
        row["arguments"] | {name: value for name, value in row.items() if name in MEASURED}
        for row in lab_work.rows(twins.store, twins.tasks)
    ]
    by_one = [undisturbed[start : start + 4] for start in range(0, len(undisturbed), 4)][FIFTH]
    assert found == [row for rows in by_one for row in rows]


def test_two_runs_at_once_share_the_work(twins):
    marks = len(list((twins.folder / "marks").iterdir()))
    assert len(twins.tasks) <= marks < 1.7 * len(twins.tasks)


@dataclass
class Mixed:
    """Good and bad tasks together, run twice."""

    store: Path
    good: list[lab.Task]
    deadly: list[lab.Task]
    late: list[lab.Task]
    runs: list[lab.RunSummary] = field(default_factory=list)
    progress: list[tuple[int, int, int]] = field(default_factory=list)

    @property
    def tasks(self):
        return self.good + self.deadly + self.late


@pytest.fixture(scope="module")
def mixed(tmp_path_factory):
    folder = tmp_path_factory.mktemp("mixed")
    found = Mixed(
        folder / "store.sqlite",
        good=lab_work.squares("talk", 5),
        deadly=lab_work.squares("end_its_worker", 12),
        late=lab_work.squares("raise_until_ready", 3, folder=str(folder)),
    )
    with lab.Store(found.store) as store:
        watch = lambda *counts: found.progress.append(counts)  # noqa: E731
        found.runs.append(lab.run(found.tasks, store, jobs=2, watch=watch))
        (folder / "ready").touch()
        found.runs.append(lab.run(found.tasks, store, jobs=2))
    return found


def test_a_task_that_raises_is_reported(mixed):
    messages = [message for task, message in mixed.runs[0].failures if task in mixed.late]
    assert messages == [f"ArithmeticError: number {n} is not ready" for n in range(3)]


def test_a_task_that_raised_is_tried_again(mixed):
    assert [row["square"] for row in lab_work.rows(mixed.store, mixed.late)] == [0, 1, 4]


def test_only_tasks_that_failed_are_tried_again(mixed):
    assert mixed.runs[1].before == len(mixed.tasks) - len(mixed.runs[0].failures)


def test_a_task_that_ends_its_worker_fails_and_the_others_are_done(mixed):
    [(task, message)] = mixed.runs[1].failures
    assert task == mixed.deadly[7]
    assert "worker process ended" in message
    assert len(lab_work.rows(mixed.store, mixed.deadly)) == 11


def test_what_tasks_print_does_not_disturb_the_answers(mixed):
    assert len(lab_work.rows(mixed.store, mixed.good)) == 5


def test_the_last_progress_counts_every_task(mixed):
    assert mixed.progress[0] == (0, 20, 0)
    assert mixed.progress[-1] == (20, 20, 4)


def test_equal_tasks_are_counted_once(mixed):
    assert lab_work.run(mixed.store, 2, mixed.good * 4).total == 5


def test_a_task_that_is_done_no_longer_needs_its_function(path):
    task = lab.Task("lab_work:gone", {"number": 1})
    with lab.Store(path) as store:
        store.add([(task, lab.Outcome([{"square": 1}]))])
        assert lab.run([task], store).failures == []


def test_ctrl_c_stops_at_once_and_says_how_to_resume(path):
    tasks = lab_work.squares("rest", 40, seconds=0.1)

    def interrupted():
        def interrupt(done, total, failed):
            if done >= 2:
                os.kill(os.getpid(), signal.SIGINT)

        with lab.Store(path) as store, pytest.raises(lab.Stopped) as stopped:
            lab.run(tasks, store, jobs=2, watch=interrupt)
        return stopped.value.done, len(lab_work.rows(path, tasks)), str(stopped.value)

    told, held, message = in_child(interrupted, timeout=120)
    assert told == held < 40
    assert message == f"stopped; {told} of 40 done; run the same command to resume"


def test_missing_data_stop_the_run_with_one_message(path, monkeypatch):
    monkeypatch.delenv("ROSENBLATT_DATA", raising=False)
    described = lab_work.EXPERIMENT | {"datasets": ["adult"]}
    with pytest.raises(lab.DataNotFoundError, match="ROSENBLATT_DATA"):
        lab_work.run(path, 2, lab.from_dict(described).tasks())


def test_no_workers_are_refused(path):
    with pytest.raises(ValueError, match="jobs=0"):
        lab_work.run(path, 0, lab_work.squares("talk", 1))
