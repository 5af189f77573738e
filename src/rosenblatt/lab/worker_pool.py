"""A pool of workers: a thread for each hands it batches of tasks and collects outcomes."""

from __future__ import annotations

import json
import queue
import threading
from collections import Counter, deque
from collections.abc import Container, Sequence
from contextlib import closing
from typing import Protocol

from rosenblatt.lab.fork_server import ForkServer, Worker
from rosenblatt.lab.outcome import Outcome
from rosenblatt.lab.task import Task
from rosenblatt.lab.worker import decode

MOST_TASKS = 256  # in a batch: more would only cost memory, as a worker answers after a moment
TRIES = 3  # workers that a task may crash before it counts as failed

Done = list[tuple[Task, Outcome]]


class Pool(Protocol):
    """Those who do tasks."""

    done: queue.SimpleQueue[Done | Exception]

    def restrict_to(self, keys: Container[str]) -> None:
        """Start only tasks with these keys from now on."""
        ...

    def stop(self) -> None:
        """End; tasks in progress are lost, and done by a later run."""
        ...


class WorkerPool:
    """Workers that share the tasks; one that dies is replaced.

    Parameters
    ----------
    tasks : sequence of Task
        The work, started in this order.
    jobs : int
        Number of worker processes.

    Attributes
    ----------
    done : queue
        Lists of (task, outcome) as they come; an exception if workers cannot be started.
    """

    def __init__(self, tasks: Sequence[Task], jobs: int) -> None:
        self.done: queue.SimpleQueue[Done | Exception] = queue.SimpleQueue()
        self._left, self._jobs = deque(tasks), jobs
        self._wanted: Container[str] = {task.key for task in tasks}
        self._retry_alone: deque[Task] = deque()
        self._crashes: Counter[str] = Counter()
        self._work = threading.Condition()
        self._stopped = False
        self._fork_server = ForkServer()
        for _ in range(jobs):
            threading.Thread(target=self._run_workers, daemon=True).start()

    def restrict_to(self, keys: Container[str]) -> None:
        """Start only tasks with these keys from now on."""
        with self._work:
            self._wanted = keys
            self._left = deque(task for task in self._left if task.key in keys)
            self._retry_alone = deque(task for task in self._retry_alone if task.key in keys)

    def stop(self) -> None:
        """Kill all workers; tasks in progress are lost, and done by a later run."""
        with self._work:
            self._stopped = True
            self._work.notify_all()
        self._fork_server.end()

    def _run_workers(self) -> None:
        try:
            while not self._stopped:
                with closing(self._fork_server.spawn()) as worker:
                    self._feed(worker)
        except Exception as error:
            self.done.put(error)

    def _feed(self, worker: Worker) -> None:
        """Hand batches to a worker as long as it lives."""
        while batch := self._next_batch():
            parts = [[task.function, task.arguments, task.version] for task in batch]
            if (answer := worker.ask(json.dumps(parts))) is None:
                self._requeue_after_crash(batch)
                return
            outcomes = decode(answer)
            self._put_back(batch[len(outcomes) :])
            self.done.put(list(zip(batch, outcomes, strict=False)))

    def _next_batch(self) -> list[Task]:
        """The next tasks; those of a crashed worker one by one, to find which one crashes it."""
        with self._work:
            while not (self._left or self._retry_alone or self._stopped):
                self._work.wait()
            if self._stopped:
                return []
            if self._retry_alone:
                return [self._retry_alone.popleft()]
            size = min(MOST_TASKS, 1 + len(self._left) // (2 * self._jobs))
            return [self._left.popleft() for _ in range(min(size, len(self._left)))]

    def _put_back(self, rest: list[Task]) -> None:
        with self._work:
            self._left.extendleft(task for task in reversed(rest) if task.key in self._wanted)
            self._work.notify_all()

    def _requeue_after_crash(self, batch: list[Task]) -> None:
        """Try the tasks of a dead worker again, each alone; give up after too many crashes."""
        first = batch[0]
        if len(batch) == 1:
            self._crashes[first.key] += 1
        if self._crashes[first.key] < TRIES:
            with self._work:
                self._retry_alone.extend(batch)
                self._work.notify_all()
            return
        error = f"its worker process ended without an answer, {TRIES} times"
        self.done.put([(first, Outcome([], error))])
