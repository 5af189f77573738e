"""``python -m benchmarks.training_errors``: do the defaults of RCDPerceptron keep their word?

Wrong training rows on the nine data sets of Li's paper, as they are, and on made tables with
outliers: the efforts of ``RCDPerceptron`` with several seeds, Li's own setting, and the defaults of
other learners, each on the best of three forms of the rows (as they are, in [-1, 1], standardised).
Times are CPU times, the least of several fits, as multiples of that of Li's setting. Keeps what it
measured: a stopped run resumes.
"""

import argparse
import sys
import warnings
from collections.abc import Callable
from itertools import product
from pathlib import Path
from time import process_time
from typing import Any

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer, MinMaxScaler, StandardScaler
from sklearn.svm import LinearSVC
from threadpoolctl import threadpool_limits  # type: ignore

from benchmarks.made_learners import LI
from benchmarks.markdown_table import markdown
from benchmarks.outlier_rows import TABLES
from benchmarks.stored import measured, store
from rosenblatt import AveragedPerceptron, RCDPerceptron
from rosenblatt.datasets import load
from rosenblatt.reproduce.li.paper_splits import STORED

RESULTS = Path(__file__).parent / "results" / "training_errors.json"
COMMAND = "python -m benchmarks.training_errors"
SEEDS = {"low": 10, "default": 10, "high": 3}
TIMED = 7  # fits, of which the fastest counts
FORMS = {
    "as they are": FunctionTransformer(),
    "in [-1, 1]": MinMaxScaler((-1, 1)),
    "standardised": StandardScaler(),
}
RIVALS: dict[str, Callable[[], Any]] = {
    "averaged": lambda: AveragedPerceptron(random_state=0),
    "logistic": LogisticRegression,
    "linear SVM": lambda: LinearSVC(random_state=0),
}


def main() -> None:
    """Measure what is not yet measured, then print the table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.training_errors")
    parser.add_argument("--results", type=Path, default=RESULTS, help="file to resume")
    options = parser.parse_args()
    warnings.simplefilter("ignore")  # some rivals stop early
    known = measured(options.results)
    for name in (*STORED, *TABLES):
        if name in known:
            continue
        print(f"measuring {name}", file=sys.stderr, flush=True)
        with threadpool_limits(1):
            seeds = SEEDS if name in STORED else SEEDS | {"high": 1}
            known[name] = one_table(*rows_of(name), seeds)
        store(options.results, COMMAND, known)
    print(table(known))


def rows_of(name: str) -> tuple[np.ndarray, np.ndarray]:
    if name in TABLES:
        return TABLES[name]()
    X, y = load(STORED[name], paper="li", return_X_y=True)
    return np.asarray(X, dtype=float), y


def one_table(X: np.ndarray, y: np.ndarray, seeds: dict[str, int]) -> dict[str, Any]:
    rivals = {who: min(wrong(make_pipeline(form, made()), X, y) for form in FORMS.values())
              for who, made in RIVALS.items()}  # fmt: skip
    efforts = {
        effort: [wrong(RCDPerceptron(effort=effort, random_state=s), X, y) for s in range(count)]
        for effort, count in seeds.items()
    }
    paper = [wrong(RCDPerceptron(**LI, random_state=s), X, y) for s in range(SEEDS["default"])]
    return {
        "rows": len(y),
        "features": X.shape[1],
        "rivals": rivals,
        "efforts": efforts,
        "paper": paper,
        "seconds": seconds(X, y),
    }


def wrong(model: Any, X: np.ndarray, y: np.ndarray) -> int:
    return int(np.sum(model.fit(X, y).predict(X) != y))


def seconds(X: np.ndarray, y: np.ndarray) -> dict[str, float]:
    """The fastest of several fits each, taken in turn."""
    made = {
        "paper": RCDPerceptron(**LI, random_state=0),
        "low": RCDPerceptron(effort="low", random_state=0),
        "default": RCDPerceptron(random_state=0),
    }
    times: dict[str, list[float]] = {who: [] for who in made}
    for _, who in product(range(TIMED), made):
        begin = process_time()
        made[who].fit(X, y)
        times[who].append(process_time() - begin)
    return {who: min(spent) for who, spent in times.items()}


def page_table() -> str:
    """As docs/training_error.md shows it."""
    return table(measured(RESULTS))


def table(known: dict[str, Any]) -> str:
    head = ["wrong training rows", "rows x features", *RIVALS, "Li's setting",
            *(f'"{effort}"' for effort in SEEDS), "time, low", "time, default"]  # fmt: skip
    lines = [
        [name, f"{r['rows']} x {r['features']}", *(str(r["rivals"][who]) for who in RIVALS),
         span(r["paper"]), *(span(r["efforts"][effort]) for effort in SEEDS),
         *(f"{r['seconds'][e] / r['seconds']['paper']:.1f}" for e in ("low", "default"))]
        for name, r in known.items()
    ]  # fmt: skip
    return markdown(head, lines)


def span(errors: list[int]) -> str:
    low, high = min(errors), max(errors)
    return str(low) if low == high else f"{low} to {high}"


if __name__ == "__main__":
    main()
