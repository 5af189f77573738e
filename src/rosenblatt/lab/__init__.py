"""The laboratory: tasks, done once by any number of processes, into a store that survives."""

from rosenblatt.lab.outcome import Outcome
from rosenblatt.lab.run import Run, Stopped, run
from rosenblatt.lab.store import Store, StoreError
from rosenblatt.lab.task import Task
from rosenblatt.lab.team import WorkerError

__all__ = [
    "Outcome",
    "Run",
    "Stopped",
    "Store",
    "StoreError",
    "Task",
    "WorkerError",
    "run",
]
