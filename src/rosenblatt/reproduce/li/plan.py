"""Which tasks make which table or figure of Li's paper."""

from typing import Any

from rosenblatt.lab import Task
from rosenblatt.reproduce.li.learners import ALGORITHMS
from rosenblatt.reproduce.li.sets import SETS
from rosenblatt.reproduce.li.verdict import PAPER_SPLITS

HERE = "rosenblatt.reproduce.li"
TOGETHER = 10  # splits in one task: a tenth of a second for the fast learners, a minute at most
MOST_SVM = 50
MOST_CURVES = 100
QUICK = 1


def fits_alone(splits: int | None, quick: bool) -> list[Task]:
    """Tables 2 and 3 are two looks at the same fits."""
    count = splits_of(splits, quick)
    return [
        *over_splits("fits:alone", cells(ALGORITHMS), count),
        *over_splits("svm:soft_svm", [{"dataset": name} for name in SETS], min(count, MOST_SVM)),
    ]


def fits_boosted(splits: int | None, quick: bool) -> list[Task]:
    """Table 4."""
    return over_splits("fits:boosted", cells(ALGORITHMS), splits_of(splits, quick))


def curves(function: str, dataset: str, learners: list[tuple[str, str]]) -> Any:
    """The tasks of a figure: curves of (learner, start) on one set, as a function of the splits."""
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
    """Each call with the splits 0, 1, ... in portions."""
    portions = [(k, min(k + TOGETHER, splits)) for k in range(0, splits, TOGETHER)]
    return [
        Task(f"{HERE}.{function}", {**call, "first": first, "last": last})
        for call in calls
        for first, last in portions
    ]
