"""``python -m benchmarks.unseen``: does ``rosenblatt compare`` keep its word on any table?

Each table is written to a file and compared by the command itself, in a process of its own, whose
time counts from its start. The kept model then predicts rows of the same source that the command
never saw: is its error between the two that were stated? Learners that were left out for the time
they take are fitted once to all rows of a split, to see whether they would have had the time.
"""

import argparse
import json
import subprocess
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import scipy.sparse as sp

from benchmarks import fresh_tables
from benchmarks.stored import measured, store
from benchmarks.unseen_tables import SHAPES, Shape, made
from rosenblatt.compare.classification_task import make_task
from rosenblatt.compare.learner_list import BY_NAME, MAJORITY
from rosenblatt.compare.single_fit import TrainTestData, fit_and_test, quiet
from rosenblatt.compare.splits import FEWEST_FOLDS
from rosenblatt.compare.time_cap import TimeUp, capped
from rosenblatt.models import load
from rosenblatt.tables import Table

RESULTS = Path(__file__).parent / "results" / "unseen.json"
FRESH = RESULTS.with_name("unseen_fresh.json")


def write_table(table: Table, folder: Path) -> Path:
    """Write a table as users have it: svmlight if sparse, else Parquet."""
    if table.matrix is not None:
        path = folder / "table.svm"
        with path.open("w") as file:
            for row, label in enumerate(table.target.tolist()):
                part = table.matrix[[row]]
                order = np.argsort(part.indices)
                cells = zip(part.indices[order] + 1, part.data[order].tolist(), strict=True)
                file.write(f"{label} " + " ".join(f"{j}:{v!r}" for j, v in cells) + "\n")
        return path
    import pyarrow as pa
    from pyarrow import parquet

    path = folder / "table.parquet"
    parquet.write_table(pa.table({**table.columns, "y": table.target}), path)
    return path


def run_command(path: Path, budget: float, folder: Path) -> tuple[dict[str, Any], float]:
    """Compare a file within the budget; the comparison as plain data, and the seconds it took."""
    words = ["compare", str(path), "--budget", f"{budget:g}", "--out", str(folder / "page.html"),
             "--model", str(folder / "model")]  # fmt: skip
    begin = time.monotonic()
    subprocess.run(
        [sys.executable, "-m", "benchmarks.unseen_command", str(folder / "found.json"), *words],
        check=True, stdout=subprocess.DEVNULL,
    )  # fmt: skip
    return json.loads((folder / "found.json").read_text()), time.monotonic() - begin


def contention() -> float:
    """How much longer than its own time a computation takes here: 1 on a machine at rest."""
    begin, own = time.monotonic(), time.process_time()
    while time.process_time() - own < 1:
        sum(range(10_000))
    return max((time.monotonic() - begin) / (time.process_time() - own), 1.0)


def measure(shape: Shape) -> dict[str, Any]:
    """What became of one table."""
    factor = contention()
    table, fresh = made(shape)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        found, seconds = run_command(write_table(table, folder), shape.budget, folder)
        model = load(folder / "model")
    rows = fresh.matrix if fresh.matrix is not None else fresh
    if sp.issparse(rows):
        rows = sp.csr_array(rows)
    predicted = model.predict(rows).astype(str)
    low, high = found["expected_error"]
    error = float(np.mean(predicted != fresh.target.astype(str)))
    dropped = [e["name"] for e in found["entries"] if (e["failed"] or "").startswith("too slow")]
    reduced = {e["name"]: e["subsample"] for e in found["entries"] if e["subsample"]}
    kept = next(e for e in found["entries"] if e["name"] == found["chosen"])
    return {
        "rows": shape.n_rows, "columns": len(table.feature_names), "budget": shape.budget,
        "contention": factor,
        "classes": len(found["classes"]), "seconds": seconds, "kept": kept["label"],
        "model_rows": found["model_rows"], "error": error, "low": low, "high": high,
        "mean": kept["mean"], "splits": len(kept["errors"]), "folds": found["folds"],
        "first_look_rows": found["first_look"]["rows"],
        "whole": sum(not e["subsample"] and e["failed"] is None for e in found["entries"]),
        "fewer_rows": reduced, "dropped": dropped,
        "needed": {
            name: alone(table, name, max(shape.budget - seconds, 0.1) / len(kept["errors"]))
            for name in dropped
        },
    }  # fmt: skip


def alone(table: Table, name: str, most: float) -> float | None:
    """Seconds of one fit of a learner to the training rows of a split; None beyond ``most``.

    None, too, if it cannot be fitted to them.
    """
    task = make_task(table)
    split = next(task.splits(FEWEST_FOLDS, 0, 0))
    with quiet():
        X, X_test = task.coded(split.train, split.test)
        codes = task.codes
        data = TrainTestData(X, codes[split.train], X_test, codes[split.test], len(task.classes))
        begin = time.monotonic()
        try:
            with capped(most):
                done = fit_and_test(BY_NAME[name], data, 0)
        except TimeUp:
            return None
    if done.failed is not None:
        return None
    return time.monotonic() - begin


def would_fit(case: dict[str, Any]) -> list[str]:
    """Learners left out that could have been fitted in every split in the time not used."""
    spare = case["budget"] - case["seconds"]
    return [
        name
        for name, seconds in case["needed"].items()
        if name != MAJORITY and seconds is not None and case["splits"] * seconds < spare
    ]


def inside(case: dict[str, Any]) -> bool:
    """Whether the error on new rows is between those that were stated."""
    return case["low"] <= case["error"] <= case["high"]


def in_time(case: dict[str, Any]) -> bool:
    """Whether the command ended within a fifth and five seconds of the budget."""
    return case["seconds"] <= 1.2 * case["budget"] + 5


HEADER = (
    "| table | rows | columns | classes | budget s | took s | kept | fitted to | stated % | "
    "on new rows % | all rows | fewer rows | left out |\n"
    "| --- | ---: | ---: | ---: | ---: | ---: | --- | ---: | ---: | ---: | ---: | ---: | --- |\n"
)


def page_table(results: Path = RESULTS) -> str:
    """As docs/comparisons.md shows it."""
    return markdown(measured(results)).rstrip()


def markdown(found: dict[str, dict[str, Any]]) -> str:
    """The table of the page."""
    lines = []
    for name, case in found.items():
        stated = f"{100 * case['low']:.1f} to {100 * case['high']:.1f}"
        error = f"{100 * case['error']:.1f}" + ("" if inside(case) else " (outside)")
        took = f"{case['seconds']:.0f}" + ("" if in_time(case) else " (late)")
        cells = [
            name, f"{case['rows']:,}", f"{case['columns']:,}", str(case["classes"]),
            f"{case['budget']:g}", took, case["kept"], f"{case['model_rows']:,}", stated, error,
            str(case["whole"]), str(len(case["fewer_rows"])), ", ".join(case["dropped"]) or "none",
        ]  # fmt: skip
        lines.append("| " + " | ".join(cells) + " |")
    return HEADER + "\n".join(lines) + "\n"


def main() -> None:
    """Measure the shapes named, or all; store and print the results.

    On a busy machine the budgets of the first ten tables are as many seconds of its own; those of
    the fresh ones are what they are.
    """
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="shapes to measure; none for all")
    parser.add_argument("--fresh", action="store_true", help="the ten tables of fresh_tables")
    given = parser.parse_args()
    shapes, results = (fresh_tables.SHAPES, FRESH) if given.fresh else (SHAPES, RESULTS)
    command = "python -m benchmarks.unseen" + given.fresh * " --fresh"
    found = measured(results)
    for shape in shapes:
        if not given.names or shape.name in given.names:
            factor = 1.0 if given.fresh else contention()
            found[shape.name] = measure(replace(shape, budget=round(factor * shape.budget)))
            store(results, command, found, indent=1)
            print(markdown({shape.name: found[shape.name]}).splitlines()[-1], flush=True)


if __name__ == "__main__":
    main()
