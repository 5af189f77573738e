"""``python -m benchmarks.mixing``: the test error of 8 mixed parts beside that of one machine.

Averaged perceptrons after equal passes, on 5 million made rows like those of ``file_fits`` and on
a9a. Figures go to benchmarks/results/mixing.json.
"""

import argparse
import json
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.file_fits import COLUMNS, GROUP, rows_of
from benchmarks.markdown_table import markdown
from benchmarks.sets import data_home
from benchmarks.stored import measured, store
from rosenblatt import AveragedPerceptron
from rosenblatt.datasets import load
from rosenblatt.distributed import DistributedPerceptron

PARTS = 8
PASSES = (1, 2, 5)
RESULTS = Path(__file__).parent / "results" / "mixing.json"


def main() -> None:
    """Both sets, both ways of mixing."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.mixing", description=__doc__)
    parser.add_argument("--rows", type=int, default=5_000_000)
    parser.add_argument("--out", type=Path, default=RESULTS)
    given = parser.parse_args()
    found = {name: errors(*rows) for name, rows in sets(given.rows).items()}
    store(given.out, "python -m benchmarks.mixing", found, indent=1)
    print(json.dumps(found, indent=1))


def sets(rows: int) -> dict[str, tuple[Any, ...]]:
    made = made_rows(rows + GROUP)
    adult = load("a9a", data_home=data_home())
    return {
        "HIGGS-like": (made[0][:rows], made[1][:rows], made[0][rows:], made[1][rows:]),
        "a9a": (adult.data, adult.target, adult.data_test, adult.target_test),
    }


def made_rows(rows: int) -> tuple[np.ndarray, np.ndarray]:
    X, y = [], []
    for group in range(-(-rows // GROUP)):
        table = rows_of(0, group)
        y.append(table.pop("label"))
        X.append(np.column_stack([table[f"x{j}"] for j in range(COLUMNS)]))
    return np.vstack(X)[:rows], np.concatenate(y)[:rows]


def errors(X: Any, y: np.ndarray, X_test: Any, y_test: np.ndarray) -> dict[str, Any]:
    """Test errors in percent by number of passes."""
    found: dict[str, Any] = {"rows": int(X.shape[0])}
    for passes in PASSES:
        one = DistributedPerceptron(AveragedPerceptron(), n_parts=1, passes=passes).fit(X, y)
        line = {"one machine": error_of(one, X_test, y_test)}
        for mixing in ("uniform", "updates"):
            many = DistributedPerceptron(
                AveragedPerceptron(), n_parts=PARTS, passes=passes, mixing=mixing
            ).fit(X, y)
            line[mixing] = error_of(many, X_test, y_test)
        found[f"{passes} passes"] = line
    return found


def error_of(model: Any, X: Any, y: np.ndarray) -> float:
    return round(100 * float(np.mean(model.to_local().predict(X) != y)), 3)


def page_table() -> str:
    """As docs/scale.md shows it."""
    return markdown(
        ["rows", "passes", "one machine", "8 parts, uniform", "8 parts, by updates"],
        [
            line_of(name, run, passes)
            for name, run in measured(RESULTS).items()
            for passes in PASSES
        ],
    )


def line_of(name: str, run: dict[str, Any], passes: int) -> list[str]:
    found = run[f"{passes} passes"]
    errors = [f"{found[way]:.2f}" for way in ("one machine", "uniform", "updates")]
    return [f"{name}, {run['rows']:,} rows", str(passes), *errors]


if __name__ == "__main__":
    main()
