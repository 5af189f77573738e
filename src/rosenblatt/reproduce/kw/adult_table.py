"""Table 5: Adult by margin and number of training rows."""

from statistics import fmean

from rosenblatt.lab import Task, group
from rosenblatt.reproduce.kw.adult import SIZES
from rosenblatt.reproduce.kw.repetitions import permutations
from rosenblatt.reproduce.kw.tolerance import line
from rosenblatt.reproduce.paper import Line, ResultRows
from rosenblatt.reproduce.published import table as printed

FUNCTION = "rosenblatt.reproduce.kw.adult:adult_by_size"


def tasks(splits: int | None, quick: bool) -> list[Task]:
    """Every size, every permutation."""
    return [
        Task(FUNCTION, {"size": size, "permutation": permutation})
        for permutation in permutations(splits, quick)
        for size in SIZES
        if not quick or size <= 1000
    ]


def table(rows: ResultRows) -> list[Line]:
    """The 126 cells."""
    found = group(rows, ["tau", "hypothesis", "size"])
    return [one(cell, found) for cell in printed("kw_table5_adult")]


def one(cell: dict[str, str], found: dict[tuple, ResultRows]) -> Line:
    where = float(cell["tau"]), cell["hypothesis"], int(cell["train_examples"])
    rows = found.get(where, [])
    spread = f"sd over folds {cell['std_dev']} printed"
    if rows:
        spread += f", {fmean(row['sd_folds'] for row in rows):.1f} here"
    labels = {name: cell[name] for name in ("tau", "hypothesis", "train_examples")}
    values = [row["accuracy"] for row in rows]
    return line(labels, cell["accuracy_percent"], values, note=spread)
