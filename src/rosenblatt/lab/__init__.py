"""The laboratory: tasks, each done once by one of several processes, and a durable store.

``Task`` is one unit of work, ``run`` does the tasks that a ``Store`` lacks, and results are pure
functions of the store's rows. ``read`` reads an experiment from a TOML file.
"""

from rosenblatt.datasets import DataNotFoundError
from rosenblatt.lab.experiment import Experiment, ExperimentError, from_dict, read
from rosenblatt.lab.fork_server import WorkerError
from rosenblatt.lab.outcome import Outcome
from rosenblatt.lab.progress_bar import ProgressBar
from rosenblatt.lab.run import RunSummary, Stopped, run
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
    "RunSummary",
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
