"""``python -m benchmarks.label_suspects``: who finds flipped labels, and who says how many?

Some labels of each set are flipped; of the rows ranked highest, as many as were flipped, the share
of flipped ones is counted. cleanlab gets the probabilities of a cross-validated logistic
regression, and its better ranking counts: by the quality of labels alone, or its issues first. Time
is CPU time of one thread. Keeps what it measured: a stopped run resumes.
"""

import argparse
import sys
import warnings
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from time import process_time
from typing import Any

import numpy as np
import scipy.sparse as sp
from sklearn.datasets import load_digits
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold, cross_val_predict
from sklearn.preprocessing import StandardScaler
from threadpoolctl import threadpool_limits  # type: ignore

from benchmarks.markdown_table import markdown
from benchmarks.sets import data_home
from benchmarks.splits import load_set
from benchmarks.stored import measured, store
from rosenblatt import label_suspects
from rosenblatt.datasets import load

RESULTS = Path(__file__).parent / "results" / "label_suspects.json"
COMMAND = "python -m benchmarks.label_suspects"
SETS = ("breast", "digits 3/8", "pima", "a9a")
RATES = (0.05, 0.10, 0.20)


def main() -> None:
    """Measure what is not yet measured, then print the table."""
    options = parser().parse_args()
    warnings.simplefilter("ignore")
    home = data_home()
    if home is None:
        sys.exit("no data folder: set ROSENBLATT_DATA to the folder that holds manifest.json.")
    known = measured(options.results)
    with threadpool_limits(1):
        for key, run in measure(options.seeds, known, home):
            known[key] = run
            store(options.results, COMMAND, known)
    print(table(known))


def parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.label_suspects")
    parser.add_argument("--seeds", type=int, default=10, help="flips of each set and rate (10)")
    parser.add_argument("--results", type=Path, default=RESULTS, help="file to resume")
    return parser


def measure(seeds: int, known: dict[str, Any], home: Path) -> Iterator[tuple[str, Any]]:
    for seed, name, rate in product(range(seeds), SETS, RATES):
        key = f"{name}, {rate:.0%}, seed {seed}"
        if key not in known:
            print(f"measuring {key}", file=sys.stderr, flush=True)
            yield key, one_run(*rows_of(name, home), rate, seed)


def rows_of(name: str, home: Path) -> tuple[Any, np.ndarray]:
    """Rows, and labels 0 and 1."""
    if name == "a9a":
        X, y = load("a9a", data_home=home, return_X_y=True)
        return sp.csr_matrix(X), np.unique(y, return_inverse=True)[1]
    if name == "digits 3/8":
        X, y = load_digits(return_X_y=True)
        X, y = X[np.isin(y, (3, 8))], y[np.isin(y, (3, 8))]
    else:
        X, y = load_set(name, home)
    return X, np.unique(y, return_inverse=True)[1]


def one_run(X: Any, y: np.ndarray, rate: float, seed: int) -> dict[str, float]:
    flipped, given = flips(y, rate, seed)
    begin = process_time()
    ours = found_by_us(X, y, rate, seed)
    seconds = process_time() - begin
    begin = process_time()
    rankings = by_cleanlab(X, given, seed)
    theirs = process_time() - begin
    count = int(flipped.sum())
    return {
        "ours": ours["ours"],
        "cleanlab": max(100 * float(flipped[rows[:count]].mean()) for rows in rankings),
        "stated": ours["stated"],
        "seconds": seconds,
        "cleanlab seconds": theirs,
    }


def flips(y: np.ndarray, rate: float, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Which labels are flipped, and the labels then."""
    flipped = np.zeros(len(y), dtype=bool)
    rows = np.random.default_rng(seed).choice(len(y), round(rate * len(y)), replace=False)
    flipped[rows] = True
    return flipped, np.where(flipped, 1 - y, y)


def found_by_us(X: Any, y: np.ndarray, rate: float, seed: int) -> dict[str, float]:
    """Share of flipped labels among the first suspects, and false discoveries stated, in %."""
    flipped, given = flips(y, rate, seed)
    count = int(flipped.sum())
    found = label_suspects(X, given, random_state=seed)
    return {
        "ours": 100 * float(flipped[found.ranking[:count]].mean()),
        "stated": 100 * float(found.false_discovery[count - 1]),
    }


def by_cleanlab(X: Any, y: np.ndarray, seed: int) -> list[np.ndarray]:
    """Rankings of all rows: by the quality of labels, and the same with the issues first."""
    from cleanlab.filter import find_label_issues  # type: ignore
    from cleanlab.rank import get_label_quality_scores  # type: ignore

    rows = X if sp.issparse(X) else StandardScaler().fit_transform(X)
    folds = StratifiedKFold(5, shuffle=True, random_state=seed)
    model = LogisticRegression(max_iter=1000)
    shares = cross_val_predict(model, rows, y, cv=folds, method="predict_proba")
    order = np.argsort(get_label_quality_scores(y, shares), kind="stable")
    issues = find_label_issues(y, shares, return_indices_ranked_by="self_confidence", n_jobs=1)
    return [order, np.append(issues, order[~np.isin(order, issues)])]


def page_table() -> str:
    """As docs/optimum.md shows it."""
    return table(measured(RESULTS))


def table(known: dict[str, Any]) -> str:
    """Means over the seeds."""
    columns = ["precision, %", "ours", "cleanlab", "ours seconds", "cleanlab seconds",
               "false discoveries stated", "observed", "mean distance"]  # fmt: skip
    lines = []
    for name, rate in product(SETS, RATES):
        runs = [r for key, r in known.items() if key.startswith(f"{name}, {rate:.0%}, ")]
        if runs:
            ours, theirs, stated, seconds, others = np.array([list(r.values()) for r in runs]).T
            observed = 100 - ours
            numbers = (ours.mean(), theirs.mean(), seconds.mean(), others.mean(), stated.mean(),
                       observed.mean(), np.abs(stated - observed).mean())  # fmt: skip
            digits = (1, 1, 3, 3, 1, 1, 1)
            shown = [f"{n:.{d}f}" for n, d in zip(numbers, digits, strict=True)]
            lines.append([f"{name}, {rate:.0%}", *shown])
    means = np.array([[float(cell) for cell in line[1:5]] for line in lines]).mean(axis=0)
    lines.append(["mean", *(f"{m:.{d}f}" for m, d in zip(means, (1, 1, 3, 3), strict=True))])
    lines[-1] += [""] * 3
    return markdown(columns, lines)


if __name__ == "__main__":
    main()
