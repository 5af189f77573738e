"""Do the tasks that a store lacks, with several processes."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from rosenblatt.datasets import DataNotFoundError
from rosenblatt.lab.store import Store
from rosenblatt.lab.task import Task
from rosenblatt.lab.worker_pool import Done, Pool, WorkerPool

BLOCK = 32  # neighbouring tasks mostly share their data, which workers cache
BLOCKS = 16  # with fewer, a small number of tasks would hardly be shuffled

ProgressCallback = Callable[[int, int, int], None]


@dataclass(frozen=True)
class RunSummary:
    """What a run did.

    Parameters
    ----------
    total : int
        Number of tasks, equal ones counted once.
    before : int
        Number of tasks that were already done.
    failures : list of (Task, str)
        Tasks that failed, with their messages; the next run tries them again.
    """

    total: int
    before: int
    failures: list[tuple[Task, str]]


class Stopped(KeyboardInterrupt):
    """Ctrl-C; what is done is in the store."""

    def __init__(self, done: int, total: int) -> None:
        super().__init__(f"stopped; {done} of {total} done; run the same command to resume")
        self.done, self.total = done, total


def run(
    tasks: Iterable[Task],
    store: Store,
    *,
    jobs: int = 1,
    watch: ProgressCallback | None = None,
    cluster: Any = None,
) -> RunSummary:
    """Do the tasks that the store does not hold.

    Parameters
    ----------
    tasks : iterable of Task
        The work; equal tasks are done once. Those in the store are not done again, but those that
        failed are.
    store : Store
        Receives the outcomes as they come. Other runs may write to it at the same time.
    jobs : int, default=1
        Worker processes, each with one thread. The rows do not depend on it.
    watch : callable, default=None
        Called as ``watch(done, total, failed)`` at the start and after each part of the work.
    cluster : str or distributed.Client, default=None
        A Dask cluster that does the work in place of processes of this machine: the address of its
        scheduler, or a client. The rows do not depend on it.

    Returns
    -------
    run : Run
        Counts and failures; the rows are in the store.

    Raises
    ------
    Stopped
        After Ctrl-C; all workers have ended, and what was done is in the store.
    DataNotFoundError
        If data that a task needs are missing or damaged.

    Examples
    --------
    >>> from rosenblatt.lab import Store, Task, run
    >>> tasks = [Task("builtins:dict", {"seed": seed}) for seed in range(3)]
    >>> store = Store(":memory:")
    >>> run(tasks, store, jobs=1).failures
    []
    >>> len(store.rows(tasks))
    3
    """
    if jobs < 1:
        raise ValueError(f"jobs={jobs} is too few; give at least one worker process.")
    tasks = list({task.key: task for task in tasks}.values())
    missing = store.missing(tasks)
    progress = _Progress(len(tasks), watch)
    progress(len(missing))
    if missing:
        _work(
            missing, store, pool_of(_shuffled(missing), min(jobs, len(missing)), cluster), progress
        )
    return RunSummary(len(tasks), len(tasks) - len(missing), store.failures(tasks))


def pool_of(tasks: list[Task], jobs: int, cluster: Any) -> Pool:
    """Who does the work."""
    if cluster is None:
        return WorkerPool(tasks, jobs)
    from rosenblatt.lab.cluster_pool import ClusterPool

    return ClusterPool(tasks, cluster)


def _work(missing: list[Task], store: Store, pool: Pool, progress: _Progress) -> None:
    left = {task.key: task for task in missing}
    try:
        while left:
            part = _next(pool)
            store.add(part)
            for task, _ in part:
                left.pop(task.key, None)
            if store.changed_by_others():
                left = {task.key: task for task in store.missing(left.values())}
                pool.restrict_to(left)
            progress(len(left), sum(outcome.error is not None for _, outcome in part))
    except KeyboardInterrupt:
        raise Stopped(progress.total - len(left), progress.total) from None
    finally:
        pool.stop()


def _next(pool: Pool) -> Done:
    part = pool.done.get()
    if isinstance(part, Exception):
        raise part
    for _, outcome in part:
        if outcome.lacks_data:
            raise DataNotFoundError(outcome.error)
    return part


def _shuffled(tasks: list[Task]) -> list[Task]:
    """Blocks of tasks in random order.

    What is done then predicts how long the rest will take, though some data sets take a hundred
    times longer than others; and two runs on one store seldom do the same tasks at the same time.
    """
    size = max(1, min(BLOCK, len(tasks) // BLOCKS))
    blocks = [tasks[start : start + size] for start in range(0, len(tasks), size)]
    random.Random().shuffle(blocks)
    return [task for block in blocks for task in block]


class _Progress:
    """Reports how far the work is."""

    def __init__(self, total: int, watch: ProgressCallback | None) -> None:
        self.total, self.failed, self.watch = total, 0, watch

    def __call__(self, left: int, failed: int = 0) -> None:
        self.failed += failed
        if self.watch is not None:
            self.watch(self.total - left, self.total, self.failed)
