"""Test errors after one pass: learners with variances beside the perceptron and others."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import scipy.sparse as sp
from sklearn.datasets import load_breast_cancer
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler, normalize

from benchmarks.cases import BenchmarkOptions, ResultTable
from benchmarks.markdown_table import markdown
from benchmarks.sets import TINY, data_home, sparse
from rosenblatt import (
    AROW,
    SCW,
    ConfidenceWeighted,
    PassiveAggressiveClassifier,
    Perceptron,
    SecondOrderPerceptron,
)
from rosenblatt.datasets import load

RESULTS = Path(__file__).parent / "results" / "one_pass" / "bench.json"
HYPOTHESES = ("last", "averaged")
COVTYPE_ROWS = 50_000
WIDE = 1000  # features from which the second-order perceptron is the diagonal one

SetOfRows = tuple[str, Any, np.ndarray]

LEARNERS: dict[str, Callable[[int], Any]] = {
    "AROW": lambda width: AROW(),
    "SCW-I": lambda width: SCW(),
    "SCW-II": lambda width: SCW(loss="squared_hinge"),
    "CW": lambda width: ConfidenceWeighted(),
    "second order": lambda width: SecondOrderPerceptron(
        covariance="diagonal" if width > WIDE else "full"
    ),
    "perceptron": lambda width: Perceptron(),
    "passive-aggressive": lambda width: PassiveAggressiveClassifier(),
}


def one_pass(options: BenchmarkOptions) -> ResultTable:
    """Errors on the half of the rows that was not learned from."""
    splits = options.repeats
    about = (
        f"Test errors in percent after one pass, mean over {splits} random halves; every learner "
        "with its defaults, the last hypothesis / the averaged one. Dense features standardised, "
        "news20 scaled to rows of length 1 (its first ten classes against the others, second order "
        "in its diagonal form), the first 50000 rows of covtype (class 2 against the others), 4 "
        "against 9 of MNIST."
    )
    table = ResultTable("Errors after one pass", about, ["set", *LEARNERS])
    for name, X, y in two_class_sets(options.quick):
        found = {learner: errors(make, X, y, splits) for learner, make in LEARNERS.items()}
        cells = [" / ".join(f"{e.mean():.2f}" for e in found[name].values()) for name in found]
        table.lines.append([name, *cells])
        raw = {n: {h: e.tolist() for h, e in part.items()} for n, part in found.items()}
        table.raw.append({"set": name, "errors": raw})
    return table


def errors(make: Callable[[int], Any], X: Any, y: np.ndarray, splits: int) -> dict[str, np.ndarray]:
    """Test errors of each hypothesis, split by split."""
    found: dict[str, list[float]] = {name: [] for name in HYPOTHESES}
    for seed in range(splits):
        X_train, X_test, y_train, y_test = train_test_split(
            X, y, test_size=0.5, random_state=seed, stratify=y
        )
        if not sp.issparse(X):
            scaler = StandardScaler().fit(X_train)
            X_train, X_test = scaler.transform(X_train), scaler.transform(X_test)
        for hypothesis in HYPOTHESES:
            model = make(X.shape[1]).set_params(
                hypothesis=hypothesis, max_iter=1, random_state=seed
            )
            wrong = model.fit(X_train, y_train).predict(X_test) != y_test
            found[hypothesis].append(100 * float(np.mean(wrong)))
    return {name: np.array(values) for name, values in found.items()}


def two_class_sets(quick: bool) -> Iterator[SetOfRows]:
    """Six public sets; those that need a data folder are made up or left out without one."""
    for name in ("a9a", "w8a"):
        yield sparse(name, quick)
    name, X, y = sparse("news20_bydate", quick)
    yield name, normalize(X), np.where(y < np.median(np.unique(y)), -1, 1)
    yield "breast cancer", *load_breast_cancer(return_X_y=True)
    home = data_home()
    if home is None:
        return
    every = TINY if quick else 1
    X, y = load("mnist", data_home=home, return_X_y=True)
    pair = np.isin(y, [4, 9])
    yield "mnist, 4 or 9", np.asarray(X[pair][::every], np.float64), y[pair][::every]
    X, y = load("covtype", data_home=home, return_X_y=True)
    X, y = X[:COVTYPE_ROWS:every], y[:COVTYPE_ROWS:every]
    X = X.toarray() if sp.issparse(X) else np.asarray(X, np.float64)
    yield "covtype", X, np.where(np.asarray(y).astype(str) == "2", 1, -1)


def stored_table() -> dict[str, Any]:
    [table] = json.loads(RESULTS.read_text("utf-8"))["tables"]
    return dict(table)


def page_table() -> str:
    """As docs/second_order.md shows it."""
    table = stored_table()
    return markdown(table["columns"], table["lines"])
