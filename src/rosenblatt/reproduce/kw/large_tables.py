"""The last lines of Table 3, and Table 7: USPS, MNIST and Adult."""

from collections import defaultdict
from typing import Any

import numpy as np

from rosenblatt.lab import Task, group
from rosenblatt.reproduce.kw.folds import FOLDS
from rosenblatt.reproduce.kw.large import TEST
from rosenblatt.reproduce.kw.optimising import chosen
from rosenblatt.reproduce.kw.parameter_grid import HYPOTHESES, settings
from rosenblatt.reproduce.kw.repetitions import permutations
from rosenblatt.reproduce.kw.search_tables import best_by_column, key, labels
from rosenblatt.reproduce.kw.tolerance import line
from rosenblatt.reproduce.paper import Line, ResultRows
from rosenblatt.reproduce.published import table as printed

LARGE = "rosenblatt.reproduce.kw.large"
# Steps and passes of Table 3, and of Table 7.
SEARCHED = {
    "usps": {"eta0": 0.1, "max_iter": 100, "alpha": True},
    "mnist": {"eta0": 1.0, "max_iter": 1, "alpha": False},
}
OPTIMISED = {
    "usps": {"eta0": 0.1, "max_iter": 10},
    "mnist": {"eta0": 1.0, "max_iter": 1},
    "adult": {"eta0": 0.4, "max_iter": 5},
}


def search_tasks(splits: int | None, quick: bool) -> list[Task]:
    """Every fold of USPS and MNIST, one permutation."""
    return [
        Task(f"{LARGE}:search_fold", {"dataset": name, "permutation": 0, "fold": fold, **passes})
        for name, passes in SEARCHED.items()
        for fold in range(FOLDS)
        if not quick
    ]


def search_table(rows: ResultRows) -> list[Line]:
    """The cells of USPS and MNIST in Table 3."""
    best = best_by_column(over_folds(rows), "dataset")
    return [
        line(labels(cell), cell["accuracy_percent"], best[key(cell["dataset"].lower(), cell)])
        for cell in printed("kw_table3_parameter_search")
        if cell["dataset"].lower() in SEARCHED
    ]


def over_folds(rows: ResultRows) -> ResultRows:
    """The means of the rows over folds, where all ten folds are present."""
    names = ("dataset", "permutation", "tau", "lam", "alpha", "hypothesis")
    return [
        dict(zip(names, where, strict=True))
        | {"accuracy": sum(row["accuracy"] for row in found) / FOLDS}
        for where, found in group(rows, names).items()
        if len(found) == FOLDS
    ]


def tasks(splits: int | None, quick: bool) -> list[Task]:
    """Adult in every permutation, USPS and MNIST in one; inner folds and the test rows."""
    return [
        Task(f"{LARGE}:search_part", {"dataset": name, "permutation": run, "part": part, **passes})
        for name, passes in OPTIMISED.items()
        for run in (permutations(splits, quick) if name == "adult" else range(1))
        for part in range(TEST + 1)
        if not quick
    ]


def table(rows: ResultRows) -> list[Line]:
    """The linear cells of Table 7."""
    runs: dict[tuple[str, str, str], list[float]] = defaultdict(list)
    for (name, _), found in group(rows, ["dataset", "permutation"]).items():
        for row in choices(found):
            runs[name, row["hypothesis"], row["search"]].append(row["accuracy"])
    return [
        line(labels(cell), cell["accuracy_percent"], runs[key(cell["dataset"].lower(), cell)])
        for cell in printed("kw_table7_large")
        if cell["dataset"].lower() in OPTIMISED
    ]


def choices(rows: ResultRows) -> list[dict[str, Any]]:
    """What the columns choose in one permutation; nothing if parts are missing."""
    tried = settings(alpha=False)
    parts = group(rows, ["part"])
    if len(parts) <= TEST:
        return []
    shape = (len(tried), len(HYPOTHESES))
    found = [
        np.array([row["accuracy"] for row in parts[(part,)]]).reshape(shape)
        for part in range(TEST + 1)
    ]
    return chosen(tried, np.mean(found[:TEST], axis=0), found[TEST])
