"""``python -m benchmarks.intercepts``: how large should the constant feature be?

The default is the root mean square of the values that are not 0; Khardon and Wachman's constant is
the root mean squared norm of the rows. Other constants that also grow with X are the median norm
and the geometric mean norm; 1 does not. Test errors in percent: means over the small sets of the
papers (20 splits, 50 passes), and over four seeds on the sparse sets (one split, 5 passes).
"""

import sys
import warnings
from typing import Any

import numpy as np
from sklearn.model_selection import train_test_split

from benchmarks.defaults import SETS, standardised
from benchmarks.peers import ours, sklearn_perceptron
from benchmarks.sets import SHAPES, data_home, sparse
from rosenblatt import Perceptron
from rosenblatt.datasets import load

SPLITS, SEEDS = 20, 4


def main() -> None:
    """Print one Markdown table."""
    warnings.simplefilter("ignore")
    if data_home() is None:
        sys.exit("no data folder: set ROSENBLATT_DATA to the folder that holds manifest.json.")
    print("| data | auto | norm | median | geometric | 1 | sklearn Perceptron |")
    print("| --- |" + " ---: |" * 6)
    for scaling in ("raw", "standardised"):
        errors = np.array([small(name, scaling) for name in SETS])
        print_line(f"{len(SETS)} small sets, {scaling}, averaged", errors.mean(axis=0))
    for name in SHAPES:
        for hypothesis in ("averaged", "last"):
            print_line(f"{name}, {hypothesis}", large(name, hypothesis))


def print_line(name: str, errors: Any) -> None:
    print(f"| {name} | {' | '.join(f'{error:.2f}' for error in errors)} |", flush=True)


def constants(X: Any) -> list[Any]:
    """The default; root of the mean, of the median and of the geometric mean squared norm; 1."""
    squares = np.asarray(
        X.multiply(X).sum(axis=1) if hasattr(X, "multiply") else (X * X).sum(axis=1)
    )
    squares = squares[squares > 0]
    middles = np.median(squares), np.exp(np.log(squares).mean())
    return ["auto", "norm", *(float(np.sqrt(middle)) for middle in middles), 1.0]


def small(name: str, scaling: str) -> np.ndarray:
    """Mean errors on one small set: averaged perceptron by constant, then scikit-learn's."""
    X, y = load(name, paper=SETS[name], data_home=data_home(), return_X_y=True)
    errors = []
    for seed in range(SPLITS):
        X_train, X_test, *labels = train_test_split(X, y, test_size=0.2, random_state=seed)
        if scaling == "standardised":
            X_train, X_test = standardised(X_train, X_test)
        models = [
            Perceptron(random_state=seed, intercept_scaling=value) for value in constants(X_train)
        ]
        errors.append(errors_of([*models, peer(seed)], X_train, X_test, *labels))
    return np.mean(errors, axis=0)


def large(name: str, hypothesis: str) -> np.ndarray:
    """Mean errors on one sparse set over the seeds."""
    _, X, y = sparse(name, quick=False)
    parts = train_test_split(X, y, test_size=0.3, random_state=0)
    errors = []
    for seed in range(SEEDS):
        settings = {"hypothesis": hypothesis, "random_state": seed}
        models = [ours(intercept_scaling=value, **settings) for value in constants(parts[0])]
        errors.append(errors_of([*models, sklearn_perceptron(seed)], *parts))
    return np.mean(errors, axis=0)


def peer(seed: int) -> Any:
    return sklearn_perceptron(seed).set_params(max_iter=50)


def errors_of(models: list[Any], X_train: Any, X_test: Any, y_train: Any, y_test: Any) -> Any:
    return [100 - 100 * model.fit(X_train, y_train).score(X_test, y_test) for model in models]


if __name__ == "__main__":
    main()
