"""Theorem 2.1 as a table: what it promises, and what the runs did."""

from rosenblatt.lab import Task
from rosenblatt.reproduce.paper import Line, PaperTable, ResultRows

RUNS, QUICK, RUNS_PER_TASK = 1000, 40, 50
STARTS = ("zero", "random")
BOUNDS = {"zero": "bound15", "random": "bound14"}


def tasks(splits: int | None, quick: bool) -> list[Task]:
    """So many runs from zero, and as many from elsewhere."""
    count = splits or (QUICK if quick else RUNS)
    parts = [(k, min(k + RUNS_PER_TASK, count)) for k in range(0, count, RUNS_PER_TASK)]
    return [
        Task("rosenblatt.reproduce.bloch.theorem_runs:runs",
             {"start": start, "first": first, "last": last})
        for start in STARTS
        for first, last in parts
    ]  # fmt: skip


def table(rows: ResultRows) -> list[Line]:
    """For each start: runs above the bound, runs that did not end, the fullest use of the bound."""
    return [line for start in STARTS for line in of_start(start, rows)] + [slip(rows)]


def of_start(start: str, rows: ResultRows) -> list[Line]:
    own = [row for row in rows if row["start"] == start]
    bound = BOUNDS[start]
    above = [row["updates"] > row[bound] for row in own]
    unfinished = [not row["separated"] for row in own]
    used = [row["updates"] / row[bound] for row in own]
    return [
        promised(start, f"runs above the bound ({bound[-2:]})", above),
        promised(start, "runs that did not separate the rows", unfinished),
        Line({"start": start, "quantity": "largest updates / bound"}, None,
             max(used) if used else None),
    ]  # fmt: skip


def promised(start: str, quantity: str, happened: list[bool]) -> Line:
    """The theorem promises none."""
    ours = float(sum(happened)) if happened else None
    return Line({"start": start, "quantity": quantity}, 0.0, ours, tolerance=0.0)


def slip(rows: ResultRows) -> Line:
    own = [row for row in rows if row["start"] == "random"]
    above = float(sum(row["updates"] > row["bound15"] for row in own)) if own else None
    return Line(
        {"start": "random", "quantity": "runs above (15)"}, None, above,
        note="(15) is for a start from zero; from elsewhere only the larger root of (14) holds",
    )  # fmt: skip


TABLES = (
    PaperTable(
        "2.1",
        "Theorem 2.1: the number of updates is bounded, and the rows are separated",
        "Runs of the literal algorithm on random separable rows of one to six features, beside the "
        "bound with the hyperplane of the widest margin. The theorem promises 0 for lines with a "
        "verdict.",
        tasks,
        table,
    ),
)
