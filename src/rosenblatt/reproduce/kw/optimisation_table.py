"""Table 6: accuracy when the settings are chosen on the training rows."""

from collections import defaultdict
from statistics import fmean
from typing import Any

from rosenblatt.lab import Task
from rosenblatt.reproduce.kw.folds import FOLDS
from rosenblatt.reproduce.kw.repetitions import permutations
from rosenblatt.reproduce.kw.svm import LINEAR_SLACK, SQUARED_SLACK
from rosenblatt.reproduce.kw.tolerance import line
from rosenblatt.reproduce.paper import Line, ResultRows
from rosenblatt.reproduce.published import table as printed
from rosenblatt.statistics import t_interval

OPTIMISE = "rosenblatt.reproduce.kw.optimising"
SVM = "rosenblatt.reproduce.kw.svm:svm_by_parameter"
ARTIFICIAL = "f=50,N=0.05,M=0.05"
# The names of Table 6, and of the loader.
SETS = {
    "Breast-cancer-wisconsin": "breast_cancer_wisconsin",
    "Bupa": "bupa",
    "Wdbc": "wdbc",
    "Crx": "crx",
    "Ionosphere": "ionosphere",
    "Wpbc": "wpbc",
    "Sonar": "sonar",
}
HALF_OF_SD = t_interval([0.0, 1.0] * (FOLDS // 2))[1] / 0.5
MeansAndHalfWidths = dict[tuple[str, str, str], list[tuple[float, float]]]


def tasks(splits: int | None, quick: bool) -> list[Task]:
    """Every data set and permutation, and the support vector machines."""
    return [
        task
        for permutation in permutations(splits, quick)
        for name in names_of(quick)
        for task in [optimise_task(name, permutation), *svm_tasks(name, permutation)]
    ]


def tasks_by_step(splits: int | None, quick: bool) -> list[Task]:
    """The same for the other reading of lambda, without support vector machines."""
    return [
        optimise_task(name, permutation, "_by_step")
        for permutation in permutations(splits, quick)
        for name in names_of(quick)
    ]


def names_of(quick: bool) -> list[str]:
    return ["sonar"] if quick else [*SETS.values(), ARTIFICIAL]


def optimise_task(name: str, permutation: int, reading: str = "") -> Task:
    if name == ARTIFICIAL:
        kind = {"n_features": 50, "margin": 0.05, "noise": 0.05}
        function = f"{OPTIMISE}:optimise_artificial{reading}"
        return Task(function, {**kind, "permutation": permutation})
    return Task(f"{OPTIMISE}:optimise_real{reading}", {"dataset": name, "permutation": permutation})


def svm_tasks(name: str, permutation: int) -> list[Task]:
    if name == ARTIFICIAL:  # the paper has none for it
        return []
    return [
        Task(SVM, {"dataset": name, "permutation": permutation, "slack": slack})
        for slack in ("l1", "l2")
    ]


def table(rows: ResultRows) -> list[Line]:
    """The cells of Table 6."""
    found = by_permutation(rows) | svm_by_permutation(rows)
    return [one(cell, found) for cell in printed("kw_table6_parameter_optimization")]


def one(cell: dict[str, str], found: MeansAndHalfWidths) -> Line:
    where = SETS.get(cell["dataset"], ARTIFICIAL), cell["hypothesis"], cell["search"]
    runs = found.get(where, [])
    spread = f"half width {cell['ci95_half_width']} printed"
    if runs:
        spread += f", {fmean(half for _, half in runs):.1f} here"
    labels = {name: cell[name] for name in ("dataset", "hypothesis", "search")}
    means = [mean for mean, _ in runs]
    return line(labels, cell["accuracy_percent"], means, note=spread)


def by_permutation(rows: ResultRows) -> MeansAndHalfWidths:
    """Mean and half width over the outer folds, of each permutation with all its folds."""
    folds: dict[tuple[Any, ...], list[float]] = defaultdict(list)
    for row in rows:
        if "search" in row:
            name = row.get("dataset", ARTIFICIAL)
            folds[name, row["hypothesis"], row["search"], row["permutation"]].append(
                row["accuracy"]
            )
    runs: MeansAndHalfWidths = defaultdict(list)
    for (name, hypothesis, search, _), found in folds.items():
        if len(found) == FOLDS:
            runs[name, hypothesis, search].append(t_interval(found))
    return runs


def svm_by_permutation(rows: ResultRows) -> MeansAndHalfWidths:
    """Mean and half width of the best parameter, of each permutation."""
    tried: dict[tuple[str, str, int], list[tuple[float, float]]] = defaultdict(list)
    for row in rows:
        if "slack" in row:
            half = HALF_OF_SD * row["sd_folds"]
            tried[row["dataset"], row["slack"], row["permutation"]].append((row["accuracy"], half))
    runs: MeansAndHalfWidths = defaultdict(list)
    for (name, slack, _), found in tried.items():
        if len(found) == len(LINEAR_SLACK if slack == "l1" else SQUARED_SLACK):
            runs[name, "svm", f"svm_{slack}"].append(max(found))
    return runs
