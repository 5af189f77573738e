"""The tasks of each table and figure of Li's paper."""

from typing import Any

from rosenblatt.lab import Task
from rosenblatt.reproduce.li.paper_learners import ALGORITHMS, ONLINE_ALGORITHMS
from rosenblatt.reproduce.li.paper_splits import SETS
from rosenblatt.reproduce.li.printed_numbers import PAPER_SPLITS

HERE = "rosenblatt.reproduce.li"
SPLITS_PER_TASK = 10  # a tenth of a second for the fast learners, a minute at most
MOST_SVM = 50
MOST_CURVES = 100
QUICK = 1


def fits_alone(splits: int | None, quick: bool) -> list[Task]:
    """Tables 2 and 3, which show the same fits."""
    count = splits_of(splits, quick)
    return [
        *over_splits("fits:alone", cells(ALGORITHMS), count),
        *over_splits("svm:soft_svm", [{"dataset": name} for name in SETS], min(count, MOST_SVM)),
    ]


def fits_boosted(splits: int | None, quick: bool) -> list[Task]:
    """Table 4."""
    return over_splits("fits:boosted", cells(ALGORITHMS), splits_of(splits, quick))


def fits_boosted_by_draws(splits: int | None, quick: bool) -> list[Task]:
    """Table 4 in its other reading, for the learners that it changes."""
    calls = cells(ONLINE_ALGORITHMS)
    return over_splits("fits:boosted_by_draws", calls, splits_of(splits, quick))


def curves(function: str, dataset: str, learners: list[tuple[str, str]]) -> Any:
    """The task factory of a figure with the curves of (learner, start) on one data set."""
    drawn = [
        {"dataset": dataset, "algorithm": algorithm, "init": init} for algorithm, init in learners
    ]

    def tasks(splits: int | None, quick: bool) -> list[Task]:
        count = min(splits_of(splits, quick), MOST_CURVES)
        return over_splits(f"curves:{function}", drawn, count)

    return tasks


def splits_of(splits: int | None, quick: bool) -> int:
    return splits or (QUICK if quick else PAPER_SPLITS)


def cells(algorithms: list[str]) -> list[dict[str, str]]:
    return [{"dataset": name, "algorithm": a} for name in SETS for a in algorithms]


def over_splits(function: str, calls: list[dict[str, str]], splits: int) -> list[Task]:
    """Each call for the splits 0, 1, ..., a few splits per task."""
    ranges = [
        (first, min(first + SPLITS_PER_TASK, splits)) for first in range(0, splits, SPLITS_PER_TASK)
    ]
    return [
        Task(f"{HERE}.{function}", {**call, "first": first, "last": last})
        for call in calls
        for first, last in ranges
    ]
