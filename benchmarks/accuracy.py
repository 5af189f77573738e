"""Accuracy at equal epochs: the same rows and number of passes, many seeds."""

from collections.abc import Iterator
from typing import Any

import numpy as np
from sklearn.datasets import load_breast_cancer, load_digits
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler

from benchmarks import sets
from benchmarks.cases import BenchmarkOptions, ResultTable, sparse_sets
from benchmarks.peers import EPOCHS, ours, sklearn_perceptron

SEEDS = 20
TEST_FRACTION = 0.3
LAST, FIXED = "ours, last", "ours, last, intercept_scaling=1"
DEFAULTS, PEER = "ours, averaged, content order", "sklearn Perceptron"


def accuracy(options: BenchmarkOptions) -> ResultTable:
    """Test accuracy of ours and of scikit-learn's Perceptron after the same epochs."""
    seeds = 3 if options.quick else SEEDS
    about = (
        f"Test accuracy in % after {EPOCHS} epochs, mean ± standard error over {seeds} seeds of "
        f"the order; one split with {100 * TEST_FRACTION:.0f} % held out. The difference is that "
        "of the last hypotheses, with its standard error."
    )
    table = ResultTable(
        "Accuracy at equal epochs", about, ["data", *contenders(0), "last - sklearn"]
    )
    for name, X, y in data_sets(options):
        add_accuracy(
            table, name, train_test_split(X, y, test_size=TEST_FRACTION, random_state=0), seeds
        )
    return table


def data_sets(options: BenchmarkOptions) -> Iterator[tuple[str, Any, np.ndarray]]:
    for name, load in (("breast cancer", load_breast_cancer), ("digits", load_digits)):
        X, y = load(return_X_y=True)
        yield f"{name}, standardised", StandardScaler().fit_transform(X), y
    n = 20_000 // sets.TINY if options.quick else 20_000
    yield "dense, generated", *sets.dense(n, 50)
    yield from sparse_sets(options)


def add_accuracy(table: ResultTable, name: str, parts: Any, seeds: int) -> None:
    X_train, X_test, y_train, y_test = parts
    scores = {
        name: [100 * model.fit(X_train, y_train).score(X_test, y_test) for model in models]
        for name, models in contenders(seeds).items()
    }
    last, peer = np.array(scores[LAST]), np.array(scores[PEER])
    gap, spread = last.mean() - peer.mean(), np.hypot(standard_error(last), standard_error(peer))
    cells = [f"{np.mean(s):.2f} ± {standard_error(np.array(s)):.2f}" for s in scores.values()]
    table.lines.append([name, *cells, f"{gap:+.2f} ± {spread:.2f}"])
    table.raw.append({"data": name, "accuracy": scores})


def contenders(seeds: int) -> dict[str, list[Any]]:
    """One model per seed; the fixed intercept shows the effect of the scaled one."""
    defaults = {"order": "content", "hypothesis": "averaged"}
    return {
        LAST: [ours(random_state=seed) for seed in range(seeds)],
        FIXED: [ours(random_state=seed, intercept_scaling=1.0) for seed in range(seeds)],
        DEFAULTS: [ours(random_state=seed, **defaults) for seed in range(seeds)],
        PEER: [sklearn_perceptron(seed) for seed in range(seeds)],
    }


def standard_error(values: np.ndarray) -> float:
    return float(values.std(ddof=1) / np.sqrt(len(values)))
