"""``python -m benchmarks.defaults``: which default settings suit an unscaled noisy table best.

Every hypothesis with every margin is fitted on the small data sets of two papers, raw and
standardised, with one other parameter varied at a time, on the same random 80/20 splits as three
linear learners of scikit-learn. Results are kept per data set and scaling: a stopped run resumes.
"""

import argparse
import json
import sys
import warnings
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.linear_model import Perceptron as SklearnPerceptron
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler
from sklearn.svm import LinearSVC

from benchmarks.choices import report
from benchmarks.sets import data_home
from rosenblatt import Perceptron
from rosenblatt.datasets import load

KHARDON_WACHMAN = (
    "breast_cancer_wisconsin", "bupa", "crx", "ionosphere", "promoters", "sonar", "wdbc", "wpbc",
)  # fmt: skip
LI = ("australian", "cleveland", "german_numeric", "heart_statlog", "pima_diabetes", "votes84")
SETS = dict.fromkeys(KHARDON_WACHMAN, "kw") | dict.fromkeys(LI, "li")
GRID: dict[str, tuple[Any, ...]] = {
    "hypothesis": ("last", "longest", "pocket", "averaged", "voted"),
    "margin": (0.0, 0.1, 0.25, 1.0),
    "max_iter": (10, 50, 100),
    "intercept_scaling": ("auto", "norm", 1.0),
    "order": ("content", "shuffled", "cyclic"),
}
ONE_AT_A_TIME = ("max_iter", "intercept_scaling", "order")
PEERS = (SklearnPerceptron, LogisticRegression, LinearSVC)


def main() -> None:
    """Measure what is not yet measured, then print the tables."""
    options = parser().parse_args()
    warnings.simplefilter("ignore")  # peers that do not converge: it shows in their errors
    home = data_home()
    if home is None:
        sys.exit("no data folder: set ROSENBLATT_DATA to the folder that holds manifest.json.")
    for name, scaling in product(SETS, ("raw", "standardised")):
        file = options.out / f"{name}.{scaling}.{options.repeats}.json"
        if not file.is_file():
            print(f"measuring {name}, {scaling}", file=sys.stderr, flush=True)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(json.dumps(measure(name, scaling, options.repeats, home)))
    text = report(options.out, options.repeats, GRID, options.without)
    (options.out / "defaults.md").write_text(text)
    print(text)


def parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.defaults", description=__doc__)
    parser.add_argument("--repeats", type=int, default=20, help="splits per data set (20)")
    parser.add_argument("--out", type=Path, default=Path("out/defaults"), help="folder")
    parser.add_argument(
        "--without",
        action="append",
        default=[],
        choices=SETS,
        help="leave a data set out of the tables",
    )
    return parser


def measure(name: str, scaling: str, repeats: int, home: Path) -> dict[str, Any]:
    """How uneven the features are, and the test errors of all models in percent, by split."""
    X, y = load(name, paper=SETS[name], data_home=home, return_X_y=True)
    sizes = np.sqrt((X**2).mean(axis=0))
    errors: dict[str, list[float]] = {}
    for seed in range(repeats):
        parts = train_test_split(X, y, test_size=0.2, random_state=seed)
        for label, error in errors_of_split(parts, scaling, seed):
            errors.setdefault(label, []).append(error)
    return {"uneven": float(sizes.max() / np.median(sizes[sizes > 0])), "errors": errors}


def errors_of_split(parts: Any, scaling: str, seed: int) -> Iterator[tuple[str, float]]:
    X_train, X_test, y_train, y_test = parts
    if scaling == "standardised":
        X_train, X_test = standardised(X_train, X_test)
    for label, model in models(seed):
        wrong = model.fit(X_train, y_train).predict(X_test) != y_test
        yield label, 100 * float(np.mean(wrong))


def standardised(X_train: np.ndarray, X_test: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Training and test rows, standardised by the training rows."""
    scaler = StandardScaler().fit(X_train)
    return scaler.transform(X_train), scaler.transform(X_test)


def models(seed: int) -> Iterator[tuple[str, Any]]:
    """Every setting, named by its values, and every peer with its own defaults."""
    for settings in candidates():
        yield json.dumps(settings), Perceptron(random_state=seed, **settings)
    for peer in PEERS:
        yield f"scikit-learn {peer.__name__}", peer(random_state=seed)


def candidates() -> Iterator[dict[str, Any]]:
    """The points of the grid that differ from the defaults in at most one of ``ONE_AT_A_TIME``."""
    default = Perceptron().get_params()
    for values in product(*GRID.values()):
        settings = dict(zip(GRID, values, strict=True))
        if sum(settings[key] != default[key] for key in ONE_AT_A_TIME) <= 1:
            yield settings


if __name__ == "__main__":
    main()
