"""The settings of the second-order perceptron's experiments, and their tasks."""

from collections.abc import Sequence
from typing import Any

from rosenblatt.lab import Task
from rosenblatt.reproduce.paper import TaskFactory

HERE = "rosenblatt.reproduce.sop.passes"
SEEDS = 20
QUICK = 2
SEEDS_PER_TASK = 5

CloudSize = dict[str, Any]


def setting(n_samples: int, n_features: int, ratio: float) -> CloudSize:
    return {"n_samples": n_samples, "n_features": n_features, "ratio": ratio}


INFERRED = setting(2883, 100, 3137.0)
OTHER = (
    setting(2883, 100, 10.0),
    setting(200, 100, 10.0),
    setting(200, 100, 3137.0),
    setting(1000, 10, 1000.0),
    setting(1000, 2, 1000.0),
)
CONVERGING = (setting(100, 2, 1000.0), setting(200, 5, 100.0), setting(100, 20, 100.0))


def label(row: CloudSize) -> str:
    """A setting in words.

    Examples
    --------
    >>> label(INFERRED)
    '2883 rows, d = 100, ratio 3137'
    """
    return f"{row['n_samples']} rows, d = {row['n_features']}, ratio {row['ratio']:g}"


def over_seeds(function: str, settings: Sequence[CloudSize], seeds: int = SEEDS) -> TaskFactory:
    """The task factory of a table: some seeds in each task."""

    def tasks(splits: int | None, quick: bool) -> list[Task]:
        count = splits or (QUICK if quick else seeds)
        ranges = [
            {"first": first, "last": min(first + SEEDS_PER_TASK, count)}
            for first in range(0, count, SEEDS_PER_TASK)
        ]
        return [Task(f"{HERE}:{function}", one | part) for one in settings for part in ranges]

    return tasks


def of_one_seed(function: str) -> TaskFactory:
    """The task factory of a figure, which shows one data set."""
    return lambda splits, quick: [Task(f"{HERE}:{function}", {**INFERRED, "seed": 0})]
