"""``python -m benchmarks.optimum``: how near to the fewest wrong rows, and how fast?

Exact searches on data sets coded as in Li's paper, stopped after some seconds: the proven lower
bound and the errors of the best hyperplane, beside two greedy bounds from infeasible subsystems
without a common row: plainly found, and by ``error_lower_bound``. Keeps what it measured: a stopped
run resumes.
"""

import argparse
import sys
from math import inf
from pathlib import Path
from time import monotonic, process_time
from typing import Any

import numpy as np
from threadpoolctl import threadpool_limits  # type: ignore

from benchmarks.markdown_table import markdown
from benchmarks.sets import data_home
from benchmarks.splits import load_set
from benchmarks.stored import measured, store
from rosenblatt import ExactPerceptron, error_lower_bound
from rosenblatt.certificates.branch_and_cut import BranchAndCut
from rosenblatt.certificates.zero_one import zero_one_problem

RESULTS = Path(__file__).parent / "results" / "optimum.json"
COMMAND = "python -m benchmarks.optimum"
SETS = ("300 x 3", "votes84", "breast", "ionosphere", "heart", "pima")


def main() -> None:
    """Measure what is not yet measured, then print the table."""
    options = parser().parse_args()
    known = measured(options.results)
    for seconds in options.seconds or [60.0, 300.0]:
        for name in options.sets or SETS:
            if (key := f"{name}, {seconds:g} s") not in known:
                print(f"measuring {key}", file=sys.stderr, flush=True)
                with threadpool_limits(1):
                    known[key] = one_run(*rows_of(name), seconds)
                store(options.results, COMMAND, known)
    print(table(known))


def parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.optimum")
    parser.add_argument("--seconds", type=float, action="append", help="limits (60 and 300)")
    parser.add_argument("--sets", action="append", choices=SETS, help="only this set")
    parser.add_argument("--results", type=Path, default=RESULTS, help="file to resume")
    return parser


def rows_of(name: str) -> tuple[np.ndarray, np.ndarray]:
    if name == "300 x 3":
        rng = np.random.default_rng(0)
        X = rng.normal(size=(300, 3))
        return X, X[:, 0] + rng.normal(size=300) > 0
    home = data_home()
    if home is None:
        sys.exit("no data folder: set ROSENBLATT_DATA to the folder that holds manifest.json.")
    return load_set(name, home)


def one_run(X: np.ndarray, y: np.ndarray, seconds: float) -> dict[str, Any]:
    began, worked = monotonic(), process_time()
    model = ExactPerceptron(time_limit=seconds, random_state=0).fit(X, y)
    took, worked = monotonic() - began, process_time() - worked
    return {
        "rows": len(y),
        "features": X.shape[1],
        "disjoint": disjoint(X, y),
        "error_lower_bound": error_lower_bound(X, y).errors,
        "bound": model.lower_bound_,
        "errors": model.errors_,
        "ended": model.stop_reason_,
        "subsystems": model.n_subsystems_,
        "branches": model.n_branches_,
        "seconds": took,
        "CPU seconds": worked,
    }


def disjoint(X: np.ndarray, y: np.ndarray) -> int:
    """Weight of the lightest rows of verified subsystems that have no row in common."""
    problem = zero_one_problem(X, y == np.unique(y)[1], None)
    start = np.append(np.zeros(X.shape[1]), 1.0)
    search = BranchAndCut(problem, start, lambda plane, number: start, lambda: False)
    search.disjoint()
    found = search.subsystems.members
    return problem.settled + sum(int(problem.weights[rows].min()) for rows in found)


def page_table() -> str:
    """As docs/optimum.md shows it."""
    return table(measured(RESULTS))


def table(known: dict[str, Any]) -> str:
    columns = ["set, limit", "rows x features", "disjoint subsystems", "`error_lower_bound`",
               "lower bound", "errors", "ended", "seconds", "CPU seconds", "subsystems",
               "branches"]  # fmt: skip
    lines = [
        [key, f"{r['rows']} x {r['features']}", str(r["disjoint"]),
         f"{r['error_lower_bound']:g}", f"{r['bound']:g}", f"{r['errors']:g}",
         r["ended"], f"{r['seconds']:.1f}", f"{r['CPU seconds']:.1f}",
         str(r["subsystems"]), str(r["branches"])]
        for key, r in sorted(known.items(), key=order)
    ]  # fmt: skip
    return markdown(columns, lines)


def order(item: tuple[str, Any]) -> tuple[int, float]:
    name, _, limit = item[0].rpartition(", ")
    return SETS.index(name) if name in SETS else len(SETS), float(limit.split()[0] or inf)


if __name__ == "__main__":
    main()
