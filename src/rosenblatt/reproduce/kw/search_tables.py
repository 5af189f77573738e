"""Tables 3 and 4: the best accuracy of each column over all its settings."""

from collections import defaultdict
from collections.abc import Callable, Iterable
from typing import Any

from rosenblatt.lab import Task
from rosenblatt.reproduce.kw.paper_data import NOISES, SMALL
from rosenblatt.reproduce.kw.parameter_grid import COLUMNS, Setting
from rosenblatt.reproduce.kw.repetitions import permutations
from rosenblatt.reproduce.kw.tolerance import line
from rosenblatt.reproduce.paper import Line, ResultRows
from rosenblatt.reproduce.published import table as printed

SEARCH = "rosenblatt.reproduce.kw.searching"
QUICK_SETS = ("ionosphere", "sonar.all-data", "wpbc")
COLUMN_OF = {frozenset(active): column for column, active in COLUMNS.items()}
AccuraciesByCell = dict[tuple[Any, ...], list[float]]


def small_tasks(splits: int | None, quick: bool) -> list[Task]:
    """Every small data set, every permutation."""
    return on_small_sets("search_real", splits, quick)


def small_tasks_by_step(splits: int | None, quick: bool) -> list[Task]:
    """The same for the other reading of lambda."""
    return on_small_sets("search_real_by_step", splits, quick)


def on_small_sets(function: str, splits: int | None, quick: bool) -> list[Task]:
    return [
        Task(f"{SEARCH}:{function}", {"dataset": SMALL[name], "permutation": permutation})
        for permutation in permutations(splits, quick)
        for name in SMALL
        if not quick or name in QUICK_SETS
    ]


def small_table(rows: ResultRows) -> list[Line]:
    """The 144 cells of Table 3's small data sets."""
    best = best_by_column(rows, "dataset")
    return [
        line(labels(cell), cell["accuracy_percent"], best[key(SMALL[cell["dataset"]], cell)])
        for cell in printed("kw_table3_parameter_search")
        if cell["dataset"] in SMALL
    ]


def artificial_tasks(splits: int | None, quick: bool) -> list[Task]:
    """Every noise level, every draw of the data."""
    return on_artificial_sets("search_artificial", splits, quick)


def artificial_tasks_by_step(splits: int | None, quick: bool) -> list[Task]:
    """The same for the other reading of lambda."""
    return on_artificial_sets("search_artificial_by_step", splits, quick)


def on_artificial_sets(function: str, splits: int | None, quick: bool) -> list[Task]:
    return [
        Task(
            f"{SEARCH}:{function}",
            {"n_features": 50, "margin": 0.05, "noise": noise, "permutation": permutation},
        )
        for permutation in permutations(splits, quick)
        for noise in NOISES
        if not quick or noise == NOISES[1]
    ]


def artificial_table(rows: ResultRows) -> list[Line]:
    """The 90 cells of Table 4."""
    best = best_by_column(rows, "noise")
    return [
        line(labels(cell), cell["accuracy_percent"], best[key(float(cell["noise"]), cell)])
        for cell in printed("kw_table4_artificial_f50_M0.05")
    ]


def with_lambda(table: Callable[[ResultRows], list[Line]]) -> Callable[[ResultRows], list[Line]]:
    """A table's lines whose column searches lambda."""

    def lines(rows: ResultRows) -> list[Line]:
        return [line for line in table(rows) if "lambda" in line.labels["search"]]

    return lines


def best_by_column(rows: Iterable[dict[str, Any]], by: str) -> AccuraciesByCell:
    """Best accuracy by data, hypothesis and column; one value per permutation."""
    best: dict[tuple[Any, ...], dict[int, float]] = defaultdict(dict)
    for row in rows:
        column = COLUMN_OF[frozenset(Setting(row["tau"], row["lam"], row["alpha"]).active())]
        runs = best[row[by], row["hypothesis"], column]
        number = row["permutation"]
        runs[number] = max(runs.get(number, 0.0), row["accuracy"])
    return defaultdict(list, {cell: list(runs.values()) for cell, runs in best.items()})


def key(data: Any, cell: dict[str, str]) -> tuple[Any, ...]:
    return data, cell["hypothesis"], cell["search"]


def labels(cell: dict[str, str]) -> dict[str, str]:
    return {name: text for name, text in cell.items() if name != "accuracy_percent"}
