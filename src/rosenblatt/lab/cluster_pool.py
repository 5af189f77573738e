"""Tasks done by the workers of a Dask cluster, in place of processes of this machine."""

from __future__ import annotations

import json
import queue
import threading
import time
from collections import deque
from collections.abc import Container, Sequence
from typing import Any

from rosenblatt.distributed.dask import DaskTasks, connected
from rosenblatt.lab.outcome import Outcome
from rosenblatt.lab.task import Task
from rosenblatt.lab.worker import decode, encode, work
from rosenblatt.lab.worker_pool import Done
from rosenblatt.training.kernel_products import one_thread_each

BATCH = 16
IN_FLIGHT = 2  # batches for each worker: one to do, one at hand
POLL = 0.01


class ClusterPool:
    """Has the face of a WorkerPool; the cluster replaces workers that die.

    Parameters
    ----------
    tasks : sequence of Task
        The work, started in this order.
    cluster : str or distributed.Client
        The scheduler's address, or a client.

    Attributes
    ----------
    done : queue
        Lists of (task, outcome) as they come; an exception if the cluster is lost.
    """

    def __init__(self, tasks: Sequence[Task], cluster: Any) -> None:
        self.done: queue.SimpleQueue[Done | Exception] = queue.SimpleQueue()
        self._left = deque(tasks)
        self._lock, self._stopped = threading.Lock(), False
        self._thread = threading.Thread(target=self._run, args=(cluster,), daemon=True)
        self._thread.start()

    def restrict_to(self, keys: Container[str]) -> None:
        """Start only tasks with these keys from now on."""
        with self._lock:
            self._left = deque(task for task in self._left if task.key in keys)

    def stop(self) -> None:
        """Leave the cluster; tasks in progress are lost, and done by a later run."""
        self._stopped = True
        self._thread.join()

    def _run(self, cluster: Any) -> None:
        try:
            with connected(cluster) as tasks:
                self._feed(tasks)
        except Exception as error:
            self.done.put(error)

    def _feed(self, tasks: DaskTasks) -> None:
        flight: dict[Any, list[Task]] = {}
        while not self._stopped:
            while len(flight) < IN_FLIGHT * max(1, tasks.n_workers()) and (batch := self._next()):
                parts = [[task.function, task.arguments, task.version] for task in batch]
                flight[tasks.start(answer, [(json.dumps(parts),)])[0]] = batch
            for future in tasks.finished(list(flight)):
                self._take(tasks, future, flight.pop(future))
            time.sleep(POLL)

    def _next(self) -> list[Task]:
        with self._lock:
            return [self._left.popleft() for _ in range(min(BATCH, len(self._left)))]

    def _take(self, tasks: DaskTasks, future: Any, batch: list[Task]) -> None:
        error = tasks.crash_of(future)
        if error is None:
            outcomes = decode(tasks.results([future])[0])
        elif len(batch) == 1:
            outcomes = [Outcome([], f"its worker process ended without an answer ({error})")]
        else:
            outcomes = []
        with self._lock:
            self._left.extendleft(reversed(batch[len(outcomes) :]))
        if outcomes:
            self.done.put(list(zip(batch, outcomes, strict=False)))


def answer(line: str) -> str:
    """What a worker does: outcomes of the first tasks of a batch, with one thread."""
    with one_thread_each():
        return encode(work([Task(*parts) for parts in json.loads(line)]))
