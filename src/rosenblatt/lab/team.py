"""Sharing out tasks: a thread for each worker hands it batches and takes outcomes back."""

from __future__ import annotations

import json
import queue
import threading
from collections import Counter, deque
from collections.abc import Container, Sequence
from contextlib import closing

from rosenblatt.lab.nursery import Nursery, Worker
from rosenblatt.lab.outcome import Outcome
from rosenblatt.lab.task import Task
from rosenblatt.lab.worker import decode

MOST = 256  # tasks in a batch: more would only cost memory, a worker answers after a moment
TRIES = 3  # workers that a task may take with it before it counts as failed

Done = list[tuple[Task, Outcome]]


class Team:
    """Workers that share the tasks, replaced when they die.

    Parameters
    ----------
    tasks : sequence of Task
        The work, begun in this order.
    jobs : int
        Number of worker processes.

    Attributes
    ----------
    done : queue
        Lists of (task, outcome) as they come; an exception when there can be no workers.
    """

    def __init__(self, tasks: Sequence[Task], jobs: int) -> None:
        self.done: queue.SimpleQueue[Done | Exception] = queue.SimpleQueue()
        self._left, self._jobs = deque(tasks), jobs
        self._wanted: Container[str] = {task.key for task in tasks}
        self._suspects: deque[Task] = deque()
        self._deaths: Counter[str] = Counter()
        self._work = threading.Condition()
        self._stopped = False
        self._nursery = Nursery()
        for _ in range(jobs):
            threading.Thread(target=self._lead, daemon=True).start()

    def keep(self, keys: Container[str]) -> None:
        """Begin no task that is not among ``keys``."""
        with self._work:
            self._wanted = keys
            self._left = deque(task for task in self._left if task.key in keys)
            self._suspects = deque(task for task in self._suspects if task.key in keys)

    def stop(self) -> None:
        """End all workers at once; what is under way is lost, and done again another time."""
        with self._work:
            self._stopped = True
            self._work.notify_all()
        self._nursery.end()

    def _lead(self) -> None:
        try:
            while not self._stopped:
                with closing(self._nursery.hire()) as worker:
                    self._serve(worker)
        except Exception as error:
            self.done.put(error)

    def _serve(self, worker: Worker) -> None:
        """Hand out batches for as long as the worker lives."""
        while batch := self._next_batch():
            parts = [[task.function, task.arguments, task.version] for task in batch]
            if (answer := worker.ask(json.dumps(parts))) is None:
                self._mourn(batch)
                return
            outcomes = decode(answer)
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
            self._left.extendleft(task for task in reversed(rest) if task.key in self._wanted)
            self._work.notify_all()

    def _mourn(self, batch: list[Task]) -> None:
        first = batch[0]
        if len(batch) == 1:
            self._deaths[first.key] += 1
        if self._deaths[first.key] < TRIES:
            with self._work:
                self._suspects.extend(batch)
                self._work.notify_all()
            return
        error = f"its worker process ended without an answer, {TRIES} times"
        self.done.put([(first, Outcome([], error))])
