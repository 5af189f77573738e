"""Passive-aggressive learning and boosting compared with scikit-learn's, complete fits."""

import importlib
import warnings
from typing import Any

import numpy as np
from sklearn.ensemble import AdaBoostClassifier
from sklearn.linear_model import Perceptron as SklearnPerceptron
from sklearn.linear_model import SGDClassifier

from benchmarks import sets
from benchmarks.cases import DTYPES, BenchmarkOptions, ResultTable, shapes
from benchmarks.made_learners import LI
from benchmarks.peers import EPOCHS, OURS
from benchmarks.timing import Job, interleaved, medians
from rosenblatt import AdaBoostPerceptron, PassiveAggressiveClassifier, RCDPerceptron

SPARSE = ("a9a", "w8a")
THEIRS, SGD = "sklearn PassiveAggressiveClassifier", "SGDClassifier, pa1"
SEED = {"random_state": 0}
ROUNDS, ROUND_EPOCHS = 200, 200


def passive_aggressive(options: BenchmarkOptions) -> ResultTable:
    """Complete fits of PA-I, dense and sparse."""
    about = (
        f"PA-I, C = 1, complete `fit`, {EPOCHS} shuffled epochs, one thread, medians of CPU time; "
        "ours keeps the last hypothesis, as theirs do. Ratios: theirs / ours."
    )
    table = ResultTable("Passive-aggressive", about, ["data", "ours, ms", THEIRS, SGD])
    for n, d in shapes(options):
        X, y = sets.dense(n, d)
        add_ratios(table, f"{n} x {d}", X, y, options)
    for name in SPARSE:
        add_ratios(table, *sets.sparse(name, options.quick), options)
    return table


def add_ratios(
    table: ResultTable, name: str, X: Any, y: np.ndarray, options: BenchmarkOptions
) -> None:
    for dtype in DTYPES:
        rows = X.astype(dtype)
        jobs = [
            Job(who, lambda model=model, rows=rows: model.fit(rows, y))  # type: ignore[misc]
            for who, model in aggressors().items()
        ]
        seconds = interleaved(jobs, options.repeats)
        middle = medians(seconds)
        label = f"{name} {np.dtype(dtype)}"
        ratios = [
            f"{middle[who] / middle[OURS]:.1f}" if who in middle else "absent"
            for who in (THEIRS, SGD)
        ]
        table.lines.append([label, f"{1e3 * middle[OURS]:.1f}", *ratios])
        table.raw.append({"data": label, "seconds": seconds})


def aggressors() -> dict[str, Any]:
    passes = {"max_iter": EPOCHS, **SEED}
    pa1 = {"loss": "hinge", "penalty": None, "learning_rate": "pa1", "eta0": 1.0}
    found = {
        OURS: PassiveAggressiveClassifier(order="shuffled", hypothesis="last", **passes),
        SGD: SGDClassifier(tol=None, **pa1, **passes),
    }
    kind = getattr(importlib.import_module("sklearn.linear_model"), THEIRS.split()[1], None)
    if kind is not None:  # removed in scikit-learn 1.10
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", FutureWarning)
            found[THEIRS] = kind(tol=None, **passes)
    return found


def boosting(options: BenchmarkOptions) -> ResultTable:
    """A fit of boosted descents, and one of its rounds compared with one of scikit-learn's."""
    about = (
        f"AdaBoost on pima's 614 training rows, {ROUND_EPOCHS} epochs per round, at most {ROUNDS} "
        "rounds, float64, one thread, medians of CPU time of complete fits. The time of a round is "
        "that of the fit divided by the completed rounds, since scikit-learn's AdaBoost over its "
        "Perceptron ends early."
    )
    columns = ["learner", "fit, ms", "rounds", "ms per round", "theirs / ours, per round"]
    table = ResultTable("Boosting", about, columns)
    X, y = pima()
    models = boosters()
    jobs = [Job(who, lambda model=model: model.fit(X, y)) for who, model in models.items()]  # type: ignore[misc]
    seconds = interleaved(jobs, options.repeats)
    rounds = {who: len(model.estimators_) for who, model in models.items()}
    each = {who: middle / rounds[who] for who, middle in medians(seconds).items()}
    for who, of_one in each.items():
        whole = f"{1e3 * of_one * rounds[who]:.0f}"
        ratio = f"{of_one / each[OURS]:.1f}"
        table.lines.append([who, whole, str(rounds[who]), f"{1e3 * of_one:.2f}", ratio])
    table.raw.append({"data": "pima", "seconds": seconds, "rounds": rounds})
    return table


def boosters() -> dict[str, Any]:
    learner = RCDPerceptron(
        **LI | {"init": "zero", "bias_direction": False, "max_iter": ROUND_EPOCHS}
    )
    theirs = SklearnPerceptron(max_iter=ROUND_EPOCHS, tol=None)
    return {
        OURS: AdaBoostPerceptron(learner, n_estimators=ROUNDS, **SEED),
        "sklearn AdaBoostClassifier": AdaBoostClassifier(theirs, n_estimators=ROUNDS, **SEED),
    }


def pima() -> tuple[np.ndarray, np.ndarray]:
    """Four fifths of pima's rows, features in [-1, 1]; generated rows if pima is not available."""
    home = sets.data_home()
    if home is None:
        X, y = sets.dense(614, 8)
        return X.astype(np.float64), y
    X, y = sets.load("pima_diabetes", paper="li", data_home=home, return_X_y=True)
    kept = np.sort(np.random.default_rng(0).permutation(len(y))[: int(0.8 * len(y))])
    X, y = X[kept], y[kept]
    low, high = X.min(axis=0), X.max(axis=0)
    return np.ascontiguousarray(2 * (X - low) / (high - low) - 1), y
