"""``python -m benchmarks.test_errors``: does a low training error raise the test error?

Regularised random coordinate descent compared with its variants and with two linear learners of
scikit-learn on the same random splits of nine UCI data sets. Every result is written at once, so a
stopped run resumes. At the end the tables are printed.
"""

import argparse
import csv
import platform
import sys
import warnings
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV, StratifiedKFold
from sklearn.svm import SVC
from threadpoolctl import threadpool_limits  # type: ignore

from benchmarks.machine import PACKAGES, installed
from benchmarks.made_learners import LI
from benchmarks.paired import report
from benchmarks.sets import data_home
from benchmarks.splits import load_set, split
from rosenblatt import AveragedPerceptron, BaggedRCDPerceptron, RCDPerceptron
from rosenblatt.reproduce.li.paper_splits import STORED, ScaledSplit

RESULTS = Path(__file__).parent / "results" / "test_errors.csv"
FIELDS = ("set", "split", "learner", "test", "train")
SPLITS = 100
COSTS = {"C": 4.0 ** np.arange(-3, 3)}
SVM_STEPS = 200_000  # limits the rare fits that do not converge


def averaged(seed: int, epochs: int) -> AveragedPerceptron:
    """Li's averaged perceptron: rows picked at random, constant feature 1."""
    return AveragedPerceptron(
        order="random", intercept_scaling=1.0, max_iter=epochs, random_state=seed
    )


def soft_svm(seed: int) -> GridSearchCV:
    """libsvm with a linear kernel, C by five-fold cross-validation."""
    folds = StratifiedKFold(5, shuffle=True, random_state=seed)
    return GridSearchCV(SVC(kernel="linear", max_iter=SVM_STEPS), COSTS, cv=folds)


def rcd_bias(seed: int) -> RCDPerceptron:
    """The algorithm of Li's paper."""
    return RCDPerceptron(**LI, random_state=seed)


def bagged_descents(seed: int) -> RCDPerceptron:
    """Bagged descents: on each bootstrap sample, 200 epochs of RCD-bias after an averaged start."""
    return RCDPerceptron(
        directions="uniform", init="averaged", scale="range", bootstrap=True, n_restarts=25,
        combine="mean", max_iter=200, random_state=seed,
    )  # fmt: skip


class BaggedAveraged(ClassifierMixin, BaseEstimator):
    """Bagging alone: the mean unit vector of averaged perceptrons on 25 bootstrap samples."""

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    def fit(self, X: np.ndarray, y: np.ndarray) -> "BaggedAveraged":
        rng = np.random.default_rng(self.seed)
        self.classes_ = np.unique(y)
        self.plane_ = np.sum([self._unit_vector(X, y, rng) for _ in range(25)], axis=0)
        return self

    def _unit_vector(self, X: np.ndarray, y: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        rows = [rng.choice(np.flatnonzero(y == c), (y == c).sum()) for c in self.classes_]
        sample = np.concatenate(rows)
        model = averaged(int(rng.integers(2**31)), epochs=100).fit(X[sample], y[sample])
        plane = np.append(model.coef_, model.intercept_)
        return plane / np.linalg.norm(plane)

    def predict(self, X: np.ndarray) -> np.ndarray:
        positive = X @ self.plane_[:-1] + self.plane_[-1] >= 0
        return self.classes_[positive.astype(int)]


LEARNERS: dict[str, Callable[[int], Any]] = {
    "regularised RCD": lambda seed: BaggedRCDPerceptron(random_state=seed),
    "RCD-bias": rcd_bias,
    "averaged": lambda seed: averaged(seed, epochs=2000),
    "soft SVM": soft_svm,
    "logistic": lambda seed: LogisticRegression(max_iter=1000),
    "averaged, 100 epochs": lambda seed: averaged(seed, epochs=100),
    "bagged averaged": BaggedAveraged,
    "bagged RCD-bias": bagged_descents,
}


def main() -> None:
    """Measure what is not yet measured, then print the tables."""
    options = parser().parse_args()
    warnings.simplefilter("ignore")  # a fit that does not converge shows in its error
    home = data_home()
    if home is None:
        sys.exit("no data folder: set ROSENBLATT_DATA to the folder that holds manifest.json.")
    begin(options.results)
    with threadpool_limits(1), options.results.open("a") as file:
        for line in measure(options, done(options.results), home):
            csv.writer(file, lineterminator="\n").writerow(line)
            file.flush()
    print(report(rows_of(options.results), list(STORED), list(LEARNERS)))


def parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.test_errors", description=__doc__)
    parser.add_argument(
        "--splits", type=int, default=SPLITS, help=f"splits per data set ({SPLITS})"
    )
    parser.add_argument(
        "--only", action="append", choices=LEARNERS, help="only this learner; may be repeated"
    )
    parser.add_argument("--results", type=Path, default=RESULTS, help="file to resume")
    return parser


def begin(file: Path) -> None:
    """Write a header with command and versions into a new file."""
    if not file.is_file():
        versions = ", ".join(f"{p} {installed(p)}" for p in PACKAGES if installed(p) != "absent")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(
            "# python -m benchmarks.test_errors: errors in % of each learner on each split\n"
            f"# python {platform.python_version()}, {versions}\n{','.join(FIELDS)}\n"
        )


def rows_of(file: Path) -> list[dict[str, str]]:
    lines = [line for line in file.read_text().splitlines() if not line.startswith("#")]
    return list(csv.DictReader(lines))


def done(file: Path) -> set[tuple[str, int, str]]:
    return {(row["set"], int(row["split"]), row["learner"]) for row in rows_of(file)}


def measure(options: Any, known: set[tuple[str, int, str]], home: Path) -> Iterator[tuple]:
    for name in STORED:
        X, y = load_set(name, home)
        print(f"measuring {name}", file=sys.stderr, flush=True)
        for seed, learner in product(range(options.splits), options.only or LEARNERS):
            if (name, seed, learner) not in known:
                model = LEARNERS[learner](seed)
                yield name, seed, learner, *errors(model, split(X, y, seed))


def errors(model: Any, parts: ScaledSplit) -> tuple[str, str]:
    """Test and training error in percent."""
    model.fit(parts.X_train, parts.y_train)
    test = np.mean(model.predict(parts.X_test) != parts.y_test)
    train = np.mean(model.predict(parts.X_train) != parts.y_train)
    return f"{100 * test:.2f}", f"{100 * train:.2f}"


if __name__ == "__main__":
    main()
