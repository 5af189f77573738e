"""The tasks of each table and figure: every repetition of the ten folds is one."""

from rosenblatt.lab import Task
from rosenblatt.reproduce.dpp.paper_folds import STORED
from rosenblatt.reproduce.dpp.settings import COMMITTEES, DISCRIMINANT
from rosenblatt.reproduce.paper import TaskFactory

HERE = "rosenblatt.reproduce.dpp.committee_fits"
REPETITIONS = 10
QUICK = 1


def committee_tasks(datasets: list[str], classifiers: list[str]) -> TaskFactory:
    """Parallel perceptrons of these kinds on these data sets."""

    def tasks(splits: int | None, quick: bool) -> list[Task]:
        return [
            Task(
                f"{HERE}:committees",
                {"dataset": name, "classifier": classifier, "repetition": repetition},
            )
            for name in datasets
            for classifier in classifiers
            for repetition in range(repetitions(splits, quick))
        ]

    return tasks


every_committee = committee_tasks(list(STORED), list(COMMITTEES))
every_discriminant = committee_tasks(list(STORED), [DISCRIMINANT])


def every_network(splits: int | None, quick: bool) -> list[Task]:
    """Multilayer perceptrons on all data sets."""
    return [
        Task(f"{HERE}:networks", {"dataset": name, "repetition": repetition})
        for name in STORED
        for repetition in range(repetitions(splits, quick))
    ]


def repetitions(splits: int | None, quick: bool) -> int:
    return splits or (QUICK if quick else REPETITIONS)
