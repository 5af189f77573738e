"""The kernel lines of Table 7: USPS and MNIST."""

from collections import defaultdict

import numpy as np

from rosenblatt.lab import Task, group
from rosenblatt.reproduce.kw.large import TEST
from rosenblatt.reproduce.kw.parameter_grid import TAUS, Setting, choose
from rosenblatt.reproduce.kw.repetitions import PERMUTATIONS, permutations
from rosenblatt.reproduce.kw.search_tables import AccuraciesByCell, key, labels
from rosenblatt.reproduce.kw.tolerance import line
from rosenblatt.reproduce.paper import Line, ResultRows
from rosenblatt.reproduce.published import table as printed

FUNCTION = "rosenblatt.reproduce.kw.polynomial:kernel_part"
SUFFIX = ",degree 4 poly kernel"
PASSES = {"usps": {"eta0": 0.1, "max_iter": 10}, "mnist": {"eta0": 1.0, "max_iter": 1}}
MOST = {"usps": PERMUTATIONS, "mnist": 5}
# Ten folds of seven margins take a quarter of an hour on MNIST: there the margin that the first
# permutation chooses is used in all of them.
CHOOSES_ONCE = {"mnist"}


def tasks(splits: int | None, quick: bool) -> list[Task]:
    """Every permutation and margin; test rows, and inner folds where a margin is chosen."""
    return [
        Task(
            FUNCTION,
            {"dataset": name, "permutation": run, "part": part, "degree": 4, "tau": tau, **passes},
        )
        for name, passes in PASSES.items()
        for run in permutations(splits, quick)[: MOST[name]]
        for tau in TAUS
        for part in range(TEST + 1)
        if not quick and (part == TEST or run == chooser(name, run))
    ]


def chooser(name: str, run: int) -> int:
    """The permutation whose inner folds choose the margin of this one."""
    return 0 if name in CHOOSES_ONCE else run


def table(rows: ResultRows) -> list[Line]:
    """The 12 cells."""
    found = by_cell(rows)
    return [
        line(labels(cell), cell["accuracy_percent"], found[key(name, cell)])
        for cell in printed("kw_table7_large")
        if cell["dataset"].endswith(SUFFIX)
        for name in [cell["dataset"].removesuffix(SUFFIX).lower()]
    ]


def by_cell(rows: ResultRows) -> AccuraciesByCell:
    """Test accuracies without a margin and with the chosen one, one value per permutation."""
    grids = {
        where: grid(found)
        for where, found in group(rows, ["dataset", "hypothesis", "permutation"]).items()
    }
    values: AccuraciesByCell = defaultdict(list)
    for (name, hypothesis, run), found in grids.items():
        chosen = margin(grids.get((name, hypothesis, chooser(name, run))))
        for column, at in (("nothing", 0), ("tau", chosen)):
            if at is not None and not np.isnan(found[at, TEST]):
                values[name, hypothesis, column].append(float(found[at, TEST]))
    return values


def grid(rows: ResultRows) -> np.ndarray:
    """Accuracies by margin and part; not-a-number where a task has not been run."""
    found = np.full((len(TAUS), TEST + 1), np.nan)
    for row in rows:
        found[TAUS.index(row["tau"]), row["part"]] = row["accuracy"]
    return found


def margin(found: np.ndarray | None) -> int | None:
    """Number of the margin that inner folds choose; None if some have not been run."""
    if found is None or np.isnan(found[:, :TEST]).any():
        return None
    return choose("tau", [Setting(tau) for tau in TAUS], found[:, :TEST].mean(axis=1))
