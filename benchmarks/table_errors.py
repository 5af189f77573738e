"""``python -m benchmarks.table_errors``: errors of many learners on the public tables.

Every learner on the same ten random 80/20 splits of each table, raw and standardised. Results are
kept table by table: a stopped run resumes. ``python -m benchmarks.pages`` puts what follows into
docs/defaults.md and docs/regularised.md.
"""

import argparse
import json
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from threadpoolctl import threadpool_limits  # type: ignore

from benchmarks.public_tables import CHOOSING, TABLES, TablePart, part
from benchmarks.stored import MADE, origin
from benchmarks.table_learners import CHOSEN, LEARNERS, RECIPES

RESULTS = Path(__file__).parent / "results" / "table_errors.json"
COMMAND = "python -m benchmarks.table_errors"
SPLITS = 10
Cell = tuple[str, str, str]  # table, scaling, learner


def main() -> None:
    """Measure what is not yet measured."""
    options = parser().parse_args()
    warnings.simplefilter("ignore")  # peers that do not converge: it shows in their errors
    known = stored(options.results)
    with threadpool_limits(1):
        for name in options.table or TABLES:
            print(f"measuring {name}", file=sys.stderr, flush=True)
            fresh = {key_of(c): measure(c) for c in cells(name) if key_of(c) not in known["errors"]}
            known["errors"] |= fresh
            options.results.write_text(text_of(known | {MADE: origin(COMMAND)}))


def parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.table_errors", description=__doc__)
    parser.add_argument("--table", action="append", choices=TABLES, help="only this table")
    parser.add_argument("--results", type=Path, default=RESULTS, help="file to resume")
    return parser


def stored(file: Path = RESULTS) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(file.read_text()) if file.is_file() else {"errors": {}}
    return found


def text_of(found: dict[str, Any]) -> str:
    """A line for each cell."""
    lines = [
        f"{json.dumps(key)}: {json.dumps(found['errors'][key])}" for key in sorted(found["errors"])
    ]
    cells = ",\n".join(lines)
    return f'{{"made": {json.dumps(found["made"])},\n"errors": {{\n{cells}\n}}}}\n'


def cells(name: str) -> Iterator[Cell]:
    """What is measured on a table; on the judging half, only the recipe that was chosen."""
    for scaling, learners in LEARNERS.items():
        for learner in learners:
            if learner not in RECIPES or name in CHOOSING or learner == CHOSEN:
                yield name, scaling, learner


def key_of(cell: Cell) -> str:
    return "|".join(cell)


def measure(cell: Cell, splits: int = SPLITS) -> dict[str, list[float]]:
    """Test and training errors of a learner in percent, by split."""
    name, scaling, learner = cell
    found = [
        errors(LEARNERS[scaling][learner](seed), part(name, seed, scaling))
        for seed in range(splits)
    ]
    return {"test": [test for test, _ in found], "train": [train for _, train in found]}


def errors(model: Any, rows: TablePart) -> tuple[float, float]:
    model.fit(rows.X_train, rows.y_train)
    pairs = [(rows.X_test, rows.y_test), (rows.X_train, rows.y_train)]
    test, train = (round(100 * float(np.mean(model.predict(X) != y)), 4) for X, y in pairs)
    return test, train


if __name__ == "__main__":
    main()
