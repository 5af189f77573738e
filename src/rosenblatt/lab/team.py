"""Workers as the parent sees them: a thread for each hands out batches and takes outcomes back."""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import threading
from collections import Counter, deque
from collections.abc import Container, Sequence

from rosenblatt.lab.outcome import Outcome
from rosenblatt.lab.task import Task
from rosenblatt.lab.worker import READY, decode

MOST = 256  # tasks in a batch: more would only cost memory, a worker answers after half a second
TRIES = 3  # workers that a task may take with it before it counts as failed
THREADS = ("OMP", "OPENBLAS", "MKL", "BLIS", "NUMEXPR")

Done = list[tuple[Task, Outcome]]


class WorkerError(RuntimeError):
    """Workers cannot be started."""


class Team:
    """Processes that share out tasks, replaced when they die.

    Parameters
    ----------
    tasks : sequence of Task
        The work, begun in this order.
    jobs : int
        Number of worker processes.

    Attributes
    ----------
    done : queue
        Lists of (task, outcome) as they come; an exception when workers cannot be started.
    """

    def __init__(self, tasks: Sequence[Task], jobs: int) -> None:
        self.done: queue.Queue[Done | Exception] = queue.Queue()
        self._left, self._jobs = deque(tasks), jobs
        self._suspects: deque[Task] = deque()
        self._deaths: Counter[str] = Counter()
        self._work = threading.Condition()
        self._workers: list[subprocess.Popen[str]] = []
        self._stopped = False
        for _ in range(jobs):
            threading.Thread(target=self._lead, daemon=True).start()

    def keep(self, keys: Container[str]) -> None:
        """Forget the tasks not among ``keys``, except those in a worker's hands."""
        with self._work:
            self._left = deque(task for task in self._left if task.key in keys)
            self._suspects = deque(task for task in self._suspects if task.key in keys)

    def stop(self) -> None:
        """End all workers at once; what is under way is lost, and done again another time."""
        with self._work:
            self._stopped = True
            self._work.notify_all()
        for worker in self._workers:
            worker.kill()
            worker.wait()

    def _lead(self) -> None:
        try:
            while worker := self._hire():
                self._serve(worker)
        except Exception as error:
            self.done.put(error)

    def _hire(self) -> subprocess.Popen[str] | None:
        """A worker that has begun; None when all is over."""
        with self._work:
            if self._stopped:
                return None
            worker = _start()
            self._workers.append(worker)
        assert worker.stdout is not None
        if worker.stdout.readline() != json.dumps(READY) + "\n":
            raise WorkerError(
                f"a worker process ended before it could begin (exit code {worker.wait()}); "
                "its own message is above."
            )
        return worker

    def _serve(self, worker: subprocess.Popen[str]) -> None:
        """Hand out batches for as long as the worker lives."""
        while batch := self._next_batch():
            if (outcomes := _ask(worker, batch)) is None:
                self._mourn(worker, batch)
                return
            self._give_back(batch[len(outcomes) :])
            self.done.put(list(zip(batch, outcomes, strict=False)))

    def _next_batch(self) -> list[Task]:
        """Tasks that took a worker with them come alone, so that the guilty one is found."""
        with self._work:
            while not (self._left or self._suspects or self._stopped):
                self._work.wait()
            if self._stopped:
                return []
            if self._suspects:
                return [self._suspects.popleft()]
            size = min(MOST, 1 + len(self._left) // (2 * self._jobs))
            return [self._left.popleft() for _ in range(min(size, len(self._left)))]

    def _give_back(self, rest: list[Task]) -> None:
        with self._work:
            self._left.extendleft(reversed(rest))
            self._work.notify_all()

    def _mourn(self, worker: subprocess.Popen[str], batch: list[Task]) -> None:
        code = worker.wait()
        if len(batch) == 1:
            self._deaths[batch[0].key] += 1
        if self._deaths[batch[0].key] < TRIES:
            with self._work:
                self._suspects.extend(batch)
                self._work.notify_all()
            return
        error = f"its worker process ended {TRIES} times with exit code {code}"
        self.done.put([(batch[0], Outcome([], error))])


def _start() -> subprocess.Popen[str]:
    """A worker that sees our modules, keeps to one thread, and does not hear our Ctrl-C."""
    return subprocess.Popen(
        [sys.executable, "-c", "from rosenblatt.lab.worker import main; main()"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        start_new_session=True,
        env=os.environ
        | {f"{library}_NUM_THREADS": "1" for library in THREADS}
        | {"PYTHONPATH": os.pathsep.join(path or os.getcwd() for path in sys.path)},
    )


def _ask(worker: subprocess.Popen[str], batch: list[Task]) -> list[Outcome] | None:
    """Outcomes of the first tasks of a batch; None if the worker died."""
    assert worker.stdin is not None and worker.stdout is not None
    parts = [[task.function, task.arguments, task.version] for task in batch]
    try:
        worker.stdin.write(json.dumps(parts) + "\n")
        worker.stdin.flush()
    except OSError:
        return None
    line = worker.stdout.readline()
    return decode(line) if line.endswith("\n") else None
