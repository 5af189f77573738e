"""The cases of ``old_and_new``: what is fitted, predicted or started, with the public interface.

Stored sets take part if ROSENBLATT_DATA names the folder that holds them.
"""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import cache, lru_cache, partial
from itertools import chain, product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import numpy as np
from sklearn.datasets import load_svmlight_file

from benchmarks.made_learners import LI, Learner, learner

Run = Callable[[], Any]
Prepare = Callable[[], Run]  # makes the rows, which is not timed
Case = tuple[str, Prepare]
Rows = Callable[[], tuple[Any, np.ndarray]]


class Spent(NamedTuple):
    """Seconds. What a run returns that takes its time itself."""

    cpu: float
    wall: float


EPOCHS = 5
DTYPES = ("float32", "float64")
SHAPES = ((100_000, 50), (1_000_000, 28))
OURS = learner("Perceptron", order="shuffled", hypothesis="last", max_iter=EPOCHS)
VARIANTS = {
    "shuffled, last": OURS,
    "content, last": OURS.but(order="content"),
    "shuffled, averaged": OURS.but(hypothesis="averaged"),
    "content, averaged": OURS.but(order="content", hypothesis="averaged"),
}
STORED = {"a9a": "a9a_train", "w8a": "w8a_train", "news20": "news20_bydate_train"}


# ---------------------------------------------------------------------- rows


@lru_cache(maxsize=1)
def gaussian(n: int, d: int, dtype: str) -> tuple[np.ndarray, np.ndarray]:
    """Labels of a hyperplane through noise: about 10 % stay wrong."""
    rng = np.random.default_rng(0)
    X = rng.standard_normal((n, d), dtype=np.float32)
    score = X @ rng.standard_normal(d, dtype=np.float32)
    noise = 0.33 * score.std() * rng.standard_normal(n)
    return X.astype(dtype, copy=False), np.where(score + noise > 0, 1, -1)


@lru_cache(maxsize=1)
def ten_classes(n: int, d: int, dtype: str) -> tuple[np.ndarray, np.ndarray]:
    X = gaussian(n, d, dtype)[0]
    rng = np.random.default_rng(1)
    scores = X @ rng.standard_normal((d, 10), dtype=np.float32)
    scores += 0.33 * scores.std() * rng.standard_normal(scores.shape)
    return X, scores.argmax(axis=1)


@lru_cache(maxsize=1)
def cube(n: int, d: int, dtype: str) -> tuple[np.ndarray, np.ndarray]:
    """Rows in a cube, and labels that no hyperplane gets nearly right."""
    rng = np.random.default_rng(0)
    X = rng.uniform(-1, 1, size=(n, d)).astype(dtype)
    noise = rng.normal(size=n) * 0.5 * np.sqrt(d)
    return X, np.where(X @ rng.normal(size=d) + noise > 0, 1, -1)


@lru_cache(maxsize=1)
def stored(name: str) -> tuple[Any, np.ndarray]:
    return load_svmlight_file(str(file_of(name)))


def file_of(name: str) -> Path:
    return Path(os.environ.get("ROSENBLATT_DATA", "")) / f"{STORED[name]}.svm.gz"


def sparse(name: str, dtype: str, halves: bool = False) -> tuple[Any, np.ndarray]:
    """A stored set; ``halves`` makes two classes of many."""
    X, y = stored(name)
    return X.astype(dtype), (y < np.median(np.unique(y)) if halves else y)


# ---------------------------------------------------------------------- what is timed


def laid_out(rows: Rows) -> tuple[Any, np.ndarray]:
    """A copy, somewhere else in memory than the one before."""
    X, y = rows()
    return X.copy(), y


def fit(what: Learner, rows: Rows) -> Prepare:
    def prepare() -> Run:
        return partial(what.make().fit, *laid_out(rows))

    return prepare


def weighted_fit(what: Learner, rows: Rows) -> Prepare:
    def prepare() -> Run:
        X, y = laid_out(rows)
        weights = np.random.default_rng(2).exponential(size=len(y))
        return partial(what.make().fit, X, y, sample_weight=weights)

    return prepare


def predict(what: Learner, rows: Rows, learned: int, asked: int) -> Prepare:
    def prepare() -> Run:
        X, y = laid_out(rows)
        return partial(what.make().fit(X[:learned], y[:learned]).predict, X[:asked])

    return prepare


def stream(what: Learner, rows: Rows, batch: int) -> Prepare:
    def prepare() -> Run:
        X, y = laid_out(rows)

        def run() -> None:
            model = what.make()
            for at in range(0, len(y), batch):
                model.partial_fit(X[at : at + batch], y[at : at + batch])

        return run

    return prepare


def margins(rows: Rows) -> Prepare:
    """32 margins, trained together on all rows and scored on few."""

    def prepare() -> Run:
        X, y = laid_out(rows)
        folds = [(np.arange(1000, len(y)), np.arange(1000))]
        grid = {"margin": list(np.linspace(0, 2, 32))}
        search = learner("LaneSearchCV", estimator=OURS, param_grid=grid, cv=folds, refit=False)
        return partial(search.make().fit, X, y)

    return prepare


def fresh(script: str) -> Prepare:
    """A script in an interpreter of its own, which takes its time itself.

    The first run stores the bytecode, in a place that no installation shares.
    """

    def run() -> Spent:
        wanted = {"PYTHONPYCACHEPREFIX": bytecode().name, "PYTHONDONTWRITEBYTECODE": ""}
        command, env = [sys.executable, "-c", script], os.environ | wanted
        done = subprocess.run(command, env=env, capture_output=True, text=True, check=True)
        return Spent(*json.loads(done.stdout))

    return lambda: run


@cache
def bytecode() -> TemporaryDirectory:
    return TemporaryDirectory()


# ---------------------------------------------------------------------- the cases


def dense_rows() -> Iterator[Case]:
    for (n, d), dtype, (name, what) in product(SHAPES, DTYPES, VARIANTS.items()):
        yield f"{n} x {d} {dtype}, {name}", fit(what, partial(gaussian, n, d, dtype))


def hypotheses_and_rules() -> Iterator[Case]:
    rows = partial(gaussian, 100_000, 50, "float32")
    for hypothesis in ("longest", "voted"):
        yield f"100000 x 50, {hypothesis}", fit(OURS.but(hypothesis=hypothesis), rows)
    yield "100000 x 50, pocket, 1 epoch", fit(OURS.but(hypothesis="pocket", max_iter=1), rows)
    common = {"order": "shuffled", "hypothesis": "last", "max_iter": EPOCHS}
    for kind in ("PassiveAggressiveClassifier", "ROMMA", "ALMA", "NORMA", "Ballseptron"):
        yield f"100000 x 50, {kind}", fit(learner(kind, **common), rows)
    for loss in ("hinge", "least_squares"):
        what = learner("GradientPerceptron", loss=loss, **common)
        yield f"100000 x 50, gradient, {loss}", fit(what, rows)
    settings: dict[str, Any] = {
        "lambda and bound": {"lam": 0.1, "alpha_bound": 10, "margin": 0.1},
        "uneven margins": {"margin": (0.1, 1.0)},
        "early stopping": {"early_stopping": True},
        "sigmoid": {"probability": "sigmoid"},
        "random order": {"order": "random"},
        "cyclic order": {"order": "cyclic"},
    }
    for name, params in settings.items():
        yield f"100000 x 50, {name}", fit(OURS.but(**params), rows)
    yield "100000 x 50, weights", weighted_fit(OURS, rows)
    yield "100000 x 50, weights, content", weighted_fit(OURS.but(order="content"), rows)
    yield "100000 x 50, stream of 100 batches", stream(learner("AveragedPerceptron"), rows, 1000)


def lanes() -> Iterator[Case]:
    for n, d in SHAPES:
        yield f"{n} x {d}, 32 margins", margins(partial(gaussian, n, d, "float32"))
        yield f"{n} x {d}, 10 classes", fit(OURS, partial(ten_classes, n, d, "float32"))
    joint = OURS.but(multi_class="joint")
    yield "100000 x 50, 10 joint classes", fit(joint, partial(ten_classes, 100_000, 50, "float32"))


def sparse_rows() -> Iterator[Case]:
    if not all(file_of(name).is_file() for name in STORED):
        return
    sets = {
        **{name: partial(sparse, name) for name in STORED},
        "news20, 2 halves": partial(sparse, "news20", halves=True),
    }
    for (name, rows), dtype in product(sets.items(), DTYPES):
        some = partial(rows, dtype=dtype)
        yield f"{name} {dtype}, shuffled, last", fit(OURS, some)
        if name != "news20":
            yield f"{name} {dtype}, content, averaged", fit(VARIANTS["content, averaged"], some)
    aggressive = {"order": "shuffled", "hypothesis": "last", "max_iter": EPOCHS}
    for name in ("a9a", "w8a", "news20", "news20, 2 halves"):
        what = learner("PassiveAggressiveClassifier", **aggressive)
        yield f"{name}, passive-aggressive", fit(what, partial(sets[name], "float64"))
    for name in ("a9a", "w8a"):
        pocket = OURS.but(hypothesis="pocket", max_iter=1)
        yield f"{name}, pocket, 1 epoch", fit(pocket, partial(sparse, name, "float64"))


def small_tables() -> Iterator[Case]:
    rows = partial(cube, 614, 8, "float64")
    for order in ("random", "content"):
        pocket = learner("PocketPerceptron", order=order, max_iter=2000)
        yield f"614 x 8, pocket, {order}, 2000 epochs", fit(pocket, rows)
    yield "614 x 8, defaults", fit(learner("Perceptron"), rows)
    yield "614 x 8, voted, defaults", fit(learner("VotedPerceptron"), rows)
    yield "30 x 8, defaults", fit(learner("Perceptron"), partial(cube, 30, 8, "float64"))


def descents() -> Iterator[Case]:
    epochs = {(614, 8): 20_000, (600, 20): 20_000, (10_000, 30): 2000, (100_000, 50): 150}
    plain = learner(
        "RCDPerceptron", directions="uniform", init="zero", scale=None, bias_direction=False
    )
    for (n, d), number in (epochs | {(1_000_000, 20): 30}).items():
        what = plain.but(max_iter=number)
        yield f"RCD {n} x {d}, {number} epochs", fit(what, partial(cube, n, d, "float32"))
    for n, d in list(epochs)[:3]:
        what = learner("RCDPerceptron", **LI)
        yield f"RCD {n} x {d}, whole fit", fit(what, partial(cube, n, d, "float64"))
    ways: dict[str, Any] = {
        "gaussian": {"directions": "gaussian"},
        "coordinate": {"directions": "coordinate"},
        "gradient": {"directions": "gradient"},
        "mixed, perturbed": {"directions": "mixed", "perturb": True},
        "orthogonal": {"orthogonal": True},
        "two-sided": {"two_sided": True},
    }
    for name, params in ways.items():
        what = plain.but(max_iter=1000, **params)
        yield f"RCD 10000 x 30, {name}", fit(what, partial(cube, 10_000, 30, "float64"))


def ensembles() -> Iterator[Case]:
    rows = partial(cube, 614, 8, "float64")
    bases = {
        "RCD": learner(
            "RCDPerceptron", **LI | {"init": "zero", "bias_direction": False, "max_iter": 200}
        ),
        "pocket": learner("PocketPerceptron", max_iter=20),
        "perceptron": learner("Perceptron", order="shuffled", hypothesis="last", max_iter=20),
        "averaged": learner("AveragedPerceptron", max_iter=20),
    }
    for (name, base), weighting in product(bases.items(), ("reweight", "resample")):
        boost = learner("AdaBoostPerceptron", estimator=base, weighting=weighting)
        yield f"boosted {name}, {weighting}", fit(boost, rows)
    others = learner("Ballseptron", max_iter=20)
    boost = learner("AdaBoostPerceptron", estimator=others, n_estimators=30)
    yield "boosted ballseptron, 30 rounds one by one", fit(boost, rows)
    yield "bagged averaged", fit(learner("BaggedPerceptron", estimator=bases["averaged"]), rows)
    yield "bagged RCD", fit(learner("BaggedRCDPerceptron"), rows)


def predictions() -> Iterator[Case]:
    rows = partial(gaussian, 100_000, 50, "float32")
    averaged = learner("AveragedPerceptron", max_iter=EPOCHS)
    voted = learner("VotedPerceptron", max_iter=EPOCHS)
    yield "predict averaged, 100000 rows", predict(averaged, rows, 10_000, 100_000)
    yield "predict averaged, 1 row", predict(averaged, rows, 10_000, 1)
    yield "predict voted, 10000 rows", predict(voted, rows, 10_000, 10_000)
    yield "predict voted, 1 row", predict(voted, rows, 10_000, 1)
    for dtype in DTYPES:
        noisy = partial(cube, 19_020, 10, dtype)
        name = f"predict voted, 19020 x 10 {dtype}, 50 epochs"
        yield name, predict(voted.but(max_iter=50), noisy, 19_020, 19_020)


def starts() -> Iterator[Case]:
    begin = "cpu, wall = time.process_time(), time.perf_counter()"
    first = "rosenblatt.Perceptron().fit([[0.0], [1.0], [2.0], [3.0]], [0, 0, 1, 1])"
    end = "print(json.dumps([time.process_time() - cpu, time.perf_counter() - wall]))"
    script = ("import json, time", begin, "import rosenblatt", first, end)
    yield "import and first fit", fresh("\n".join(script))
    added = ("import json, time, sklearn.linear_model", *script[1:])
    yield "import and first fit, after scikit-learn", fresh("\n".join(added))


FAMILIES = (
    dense_rows, hypotheses_and_rules, lanes, sparse_rows, small_tables, descents, ensembles,
    predictions, starts,
)  # fmt: skip


def cases() -> dict[str, Prepare]:
    return dict(chain.from_iterable(family() for family in FAMILIES))
