"""The laboratory: tasks, done once by any number of processes, into a store that survives.

``Task`` is one unit of work, ``run`` does the tasks that a ``Store`` does not hold yet, and what is
shown are pure functions of the store's rows. ``read`` takes an experiment from a TOML file.
"""

from rosenblatt.datasets import DataNotFoundError
from rosenblatt.lab.experiment import Experiment, ExperimentError, from_dict, read
from rosenblatt.lab.nursery import WorkerError
from rosenblatt.lab.outcome import Outcome
from rosenblatt.lab.progress import ProgressBar
from rosenblatt.lab.run import Run, Stopped, run
from rosenblatt.lab.store import Store, StoreError
from rosenblatt.lab.summary import Mean, group, mean, means
from rosenblatt.lab.task import Task

__all__ = [
    "DataNotFoundError",
    "Experiment",
    "ExperimentError",
    "Mean",
    "Outcome",
    "ProgressBar",
    "Run",
    "Stopped",
    "Store",
    "StoreError",
    "Task",
    "WorkerError",
    "from_dict",
    "group",
    "mean",
    "means",
    "read",
    "run",
]
