"""Whatever is killed, whenever: the resumed run gives the table of an undisturbed one."""

import random
import signal
import time
from functools import partial

import lab_work
import pytest
from processes import alive, descendants, ended, kill, start, wait

KILLS = 10


@pytest.mark.timeout(1200)
def test_a_run_killed_at_ten_moments_and_resumed_gives_the_undisturbed_table(undisturbed, tmp_path):
    chance, kills, paths = random.Random(), 0, [tmp_path / "0.sqlite"]
    while kills < KILLS:
        if _complete(paths[-1]):
            paths.append(tmp_path / f"{len(paths)}.sqlite")
        process = start(partial(lab_work.run, paths[-1], jobs=2))
        kills += _killed_at_work(process, chance.uniform(0.0, 0.8))
    for path in paths:
        lab_work.run(path, jobs=2)
        assert lab_work.rows(path) == undisturbed


@pytest.mark.timeout(600)
def test_workers_killed_at_ten_moments_change_nothing(undisturbed, tmp_path):
    chance = random.Random()
    process = start(lambda: lab_work.run(tmp_path / "store.sqlite", jobs=2))
    for _ in range(KILLS):
        workers = _workers(process)
        time.sleep(chance.uniform(0.0, 0.15))
        kill(chance.choice(workers))
    assert wait(process) == 0
    assert lab_work.rows(tmp_path / "store.sqlite") == undisturbed


def test_workers_end_when_the_run_is_killed_in_a_long_task(tmp_path):
    tasks = lab_work.squares("rest", 2, seconds=300)
    process = start(lambda: lab_work.run(tmp_path / "store.sqlite", 2, tasks))
    _workers(process)
    started = descendants(process)
    kill(process)
    wait(process)
    until = time.monotonic() + 10
    while (left := alive(started)) and time.monotonic() < until:
        time.sleep(0.02)
    assert not left


def test_a_killed_fork_server_ends_the_run_and_what_is_done_is_kept(undisturbed, tmp_path):
    process = start(lambda: lab_work.run(tmp_path / "store.sqlite", jobs=2))
    workers = _workers(process)
    [server] = [child for child in descendants(process) if child not in workers]
    time.sleep(0.6)
    for child in (server, *workers):
        kill(child)
    assert wait(process) == 1
    done = lab_work.rows(tmp_path / "store.sqlite")
    assert done == [row for row in undisturbed if row in done]


def _killed_at_work(process, moment):
    """Kill a run some time after its workers started; return whether it was still running."""
    _workers(process)
    time.sleep(moment)
    kill(process)
    return wait(process) == -signal.SIGKILL


def _workers(process):
    """Workers of a run, once there are two; they are the children of its only child."""
    until = time.monotonic() + 60
    while time.monotonic() < until and ended(process) is None:
        if len(found := descendants(process)) >= 3:
            return found[1:]
        time.sleep(0.05)
    raise AssertionError("the run has no workers")


def _complete(path):
    return len(lab_work.rows(path)) == 4 * len(lab_work.experiment().tasks())
