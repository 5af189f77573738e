"""``python -m benchmarks.intercepts``: how large should the constant feature be?

The default is the root mean square of the values that are not 0; Khardon and Wachman's constant is
the root mean squared norm of the rows. Other constants that also grow with X are the median norm
and the geometric mean norm; 1 does not. Test errors in percent: means over ten splits of
scikit-learn's tables with X in several units, and over four seeds on sparse sets (one split, 5
passes). Keeps what it measured: a stopped run resumes.
"""

import json
import sys
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from sklearn.datasets import load_breast_cancer, load_digits, load_wine
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler

from benchmarks.markdown_table import markdown
from benchmarks.peers import ours, sklearn_perceptron
from benchmarks.sets import SHAPES, data_home, sparse
from benchmarks.stored import MADE, origin
from rosenblatt import Perceptron

RESULTS = Path(__file__).parent / "results" / "intercepts.json"
SPLITS, SEEDS = 10, 4
UNITS = (1e-4, 0.01, 1.0, 100.0, 1e4)
SMALL: dict[str, Callable[..., Any]] = {
    "breast cancer": load_breast_cancer, "digits": load_digits, "wine": load_wine,
}  # fmt: skip


def main() -> None:
    """Measure what is not yet measured."""
    warnings.simplefilter("ignore")
    found = stored()
    for name in SMALL:
        for scaling in ("raw", "standardised"):
            keep(found, f"{name}, {scaling}", lambda n=name, s=scaling: in_units(n, s))
    if data_home() is None:
        sys.exit("no data folder: set ROSENBLATT_DATA to the folder that holds manifest.json.")
    for name in SHAPES:
        for hypothesis in ("averaged", "last"):
            keep(found, f"{name}, {hypothesis}", lambda n=name, h=hypothesis: on_sparse(n, h))


def stored() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(RESULTS.read_text()) if RESULTS.is_file() else {"errors": {}}
    return found


def keep(found: dict[str, Any], key: str, measure: Callable[[], list[float]]) -> None:
    if key not in found["errors"]:
        print(f"measuring {key}", file=sys.stderr, flush=True)
        found["errors"][key] = measure()
        found[MADE] = origin("python -m benchmarks.intercepts")
        RESULTS.write_text(json.dumps(found, indent=0, sort_keys=True) + "\n")


def in_units(name: str, scaling: str, splits: int = SPLITS) -> list[float]:
    """Mean errors with a constant of 1 for X in every unit; then with "auto" and "norm"."""
    X, y = SMALL[name](return_X_y=True)
    found = []
    for seed in range(splits):
        X_train, X_test, *labels = train_test_split(X, y, test_size=0.2, random_state=seed)
        if scaling == "standardised":
            scaler = StandardScaler().fit(X_train)
            X_train, X_test = scaler.transform(X_train), scaler.transform(X_test)
        cases = [(unit, 1.0) for unit in UNITS] + [(1.0, "auto"), (1.0, "norm")]
        found.append([one(unit * X_train, unit * X_test, *labels, c, seed) for unit, c in cases])
    return [round(float(mean), 4) for mean in np.mean(found, axis=0)]


def one(X: Any, X_test: Any, y: Any, y_test: Any, constant: Any, seed: int) -> float:
    model = Perceptron(intercept_scaling=constant, random_state=seed).fit(X, y)
    return 100 - 100 * float(model.score(X_test, y_test))


def on_sparse(name: str, hypothesis: str) -> list[float]:
    """Mean errors by constant over the seeds, then those of scikit-learn's perceptron."""
    _, X, y = sparse(name, quick=False)
    parts = train_test_split(X, y, test_size=0.3, random_state=0)
    found = []
    for seed in range(SEEDS):
        settings = {"hypothesis": hypothesis, "random_state": seed}
        models = [ours(intercept_scaling=value, **settings) for value in constants(parts[0])]
        found.append(errors_of([*models, sklearn_perceptron(seed)], *parts))
    return [round(float(mean), 4) for mean in np.mean(found, axis=0)]


def constants(X: Any) -> list[Any]:
    """The default; root of the mean, of the median and of the geometric mean squared norm; 1."""
    squares = np.asarray(X.multiply(X).sum(axis=1))
    squares = squares[squares > 0]
    middles = np.median(squares), np.exp(np.log(squares).mean())
    return ["auto", "norm", *(float(np.sqrt(middle)) for middle in middles), 1.0]


def errors_of(models: list[Any], X_train: Any, X_test: Any, y_train: Any, y_test: Any) -> Any:
    return [100 - 100 * model.fit(X_train, y_train).score(X_test, y_test) for model in models]


def units_table() -> str:
    names = [f"{name}, {scaling}" for name in SMALL for scaling in ("raw", "standardised")]
    return lines_of(["data", *(f"{unit:g}" for unit in UNITS), "auto", "norm"], names)


def sparse_table() -> str:
    names = [f"{name}, {kept}" for name in SHAPES for kept in ("averaged", "last")]
    head = ["data", "auto", "norm", "median", "geometric mean", "1", "scikit-learn Perceptron"]
    return lines_of(head, names)


def lines_of(head: list[str], names: list[str]) -> str:
    errors = stored()["errors"]
    return markdown(head, [[name, *(f"{error:.1f}" for error in errors[name])] for name in names])


if __name__ == "__main__":
    main()
