"""Kernels: digits with a polynomial of degree 4, votes, budgets; compared with scikit-learn's SVC
and with a loop over examples."""

import pickle
import resource
import time
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np
from sklearn.datasets import make_moons
from sklearn.svm import SVC
from threadpoolctl import threadpool_limits

from benchmarks.cases import BenchmarkOptions, ResultTable
from benchmarks.sets import data_home
from rosenblatt import KernelPerceptron

POLYNOMIAL: dict[str, Any] = {"kernel": "poly", "gamma": 1.0, "degree": 4, "coef0": 1}
THREADS = 2
BESIDE_SVC = 20_000
STREAM, BATCH, BUDGET = 200_000, 2_000, 300

Digits = tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]


def kernels(options: BenchmarkOptions) -> ResultTable:
    """One epoch over handwritten digits, and what else kernels promise."""
    about = (
        "MNIST (without a data folder: made rows of the same shape), (1 + x.z)^4, float32, wall "
        f"clock, {THREADS} threads for ours. Accuracy on 10000 other rows in percent: last, "
        "longest, averaged, voted."
    )
    table = ResultTable("Kernels", about, ["what", "seconds", "accuracy", "beside"])
    X, y, Xt, yt = digits(options.quick)
    one_epoch(table, X, y, Xt, yt)
    beside_svc(table, X, y, Xt, yt)
    for size in sorted({min(BESIDE_SVC, len(X)), len(X)}):
        beside_a_loop(table, X[:size], y[:size])
    votes(table, X, y, Xt, options)
    budgets(table, options)
    return table


@lru_cache(maxsize=1)
def digits(quick: bool) -> Digits:
    home = data_home()
    if home is None or quick:
        rng = np.random.default_rng(0)
        X = rng.random((1200 if quick else 70_000, 784), dtype=np.float32)
        y = X[:, :10].argmax(axis=1)
        cut = len(X) * 6 // 7
        return X[:cut], y[:cut], X[cut:], y[cut:]
    stored = np.load(home / "mnist.npz")
    X, Xt = ((stored[name] / np.float32(255)).reshape(-1, 784) for name in ("X_train", "X_test"))
    return X, stored["y_train"], Xt, stored["y_test"]


def model(**params: Any) -> KernelPerceptron:
    common = {"order": "shuffled", "init": "threshold", "max_iter": 1, "random_state": 0}
    return KernelPerceptron(**POLYNOMIAL, n_jobs=THREADS, **(common | params))


def one_epoch(table: ResultTable, X: Any, y: Any, Xt: Any, yt: Any) -> None:
    fitted = model()
    seconds = wall(lambda: fitted.fit(X, y))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
    found = accuracies(fitted, Xt, yt)
    beside = f"{len(fitted.support_)} support rows, peak memory of the process {peak:.1f} GiB"
    table.lines.append([f"{len(X)} rows, one epoch", f"{seconds:.1f}", found, beside])


def beside_svc(table: ResultTable, X: Any, y: Any, Xt: Any, yt: Any) -> None:
    X, y = X[:BESIDE_SVC], y[:BESIDE_SVC]
    svc = SVC(**POLYNOMIAL, C=1.0, cache_size=1000)
    slow = wall(lambda: svc.fit(X, y))
    score = 100 * svc.score(Xt, yt)
    for epochs in (1, 3, 10):
        fitted = model(max_iter=epochs, cache_size=1000, multi_class="joint")
        seconds = wall(lambda fitted=fitted: fitted.fit(X, y))  # type: ignore[misc]
        beside = f"SVC {slow:.1f} s, {score:.2f} %: {slow / seconds:.1f} times as long"
        found = accuracies(fitted, Xt, yt)
        name = f"{len(X)} rows, {epochs} epochs, joint"
        table.lines.append([name, f"{seconds:.1f}", found, beside])


def beside_a_loop(table: ResultTable, X: Any, y: Any) -> None:
    """Every class against the rest, one example after another with NumPy."""
    signs = np.where(y[:, None] == np.unique(y), 1, -1).astype(np.float32)

    def loop() -> None:
        support, a = np.empty_like(X), np.zeros((len(X), signs.shape[1]), np.float32)
        used, b = 0, np.zeros(signs.shape[1], np.float32)
        C = np.float32(np.mean((1 + np.square(X).sum(axis=1)) ** 4))
        for x, label in zip(X, signs, strict=True):
            products = np.square(np.square(1 + support[:used] @ x))
            wrong = label * (products @ a[:used] + b) <= 0
            if wrong.any():
                support[used], a[used] = x, label * wrong
                b += label * wrong * C
                used += 1

    for threads in (1, THREADS):
        with threadpool_limits(threads):
            slow = wall(loop)
        fitted = model(order="cyclic", init="zero").set_params(n_jobs=threads)
        seconds = wall(lambda fitted=fitted: fitted.fit(X, y))  # type: ignore[misc]
        beside = f"loop over examples {slow:.2f} s: {slow / seconds:.1f} times as long"
        name = f"{len(X)} rows, one epoch from zero, {threads} threads for both"
        table.lines.append([name, f"{seconds:.2f}", "", beside])


def votes(table: ResultTable, X: Any, y: Any, Xt: Any, options: BenchmarkOptions) -> None:
    fitted = model().fit(X[:BESIDE_SVC], y[:BESIDE_SVC])
    found: dict[str, list[float]] = {"last": [], "voted": []}
    for _ in range(options.repeats):
        for hypothesis, seconds in found.items():
            fitted.set_params(hypothesis=hypothesis)
            seconds.append(wall(lambda: fitted.predict(Xt)))
    last, voted = (float(np.median(found[name])) for name in found)
    beside = f"last hypothesis {last:.2f} s: {voted / last:.2f} times as long"
    table.lines.append([f"voted prediction of {len(Xt)} rows", f"{voted:.2f}", "", beside])


def budgets(table: ResultTable, options: BenchmarkOptions) -> None:
    """A stream that never ends."""
    size = STREAM // 100 if options.quick else STREAM
    X, y = make_moons(size + 10_000, noise=0.3, random_state=0)
    Xt, yt = X[size:], y[size:]
    for name, params in {
        "no budget": {"hypothesis": "averaged"},
        "projection, averaged": {"budget": BUDGET, "hypothesis": "averaged"},
        "projection, last": {"budget": BUDGET, "hypothesis": "last"},
        "random, last": {"budget": BUDGET, "budget_policy": "random", "hypothesis": "last"},
    }.items():
        learner = KernelPerceptron(gamma=1.0, random_state=0, **params)  # type: ignore[arg-type]
        kept: list[tuple[int, int]] = []

        def run(learner: Any = learner, kept: list[tuple[int, int]] = kept) -> None:
            for at in range(0, size if learner.budget else size // 4, BATCH):
                learner.partial_fit(X[at : at + BATCH], y[at : at + BATCH])
                kept.append((len(learner.support_), bytes_of(learner)))

        seconds = wall(run)
        beside = ", ".join(
            f"{count} support rows and {volume} bytes {when}"
            for when, (count, volume) in {
                "halfway": kept[len(kept) // 2],
                "in the end": kept[-1],
            }.items()
        )
        rows = size if learner.budget else size // 4
        found = f"{100 * learner.score(Xt, yt):.2f}"
        line = [f"stream of {rows} rows, {name}", f"{seconds:.1f}", found, beside]
        table.lines.append(line)


def bytes_of(learner: Any) -> int:
    """What the learner would keep in a file, the counts of each batch left out."""
    history = learner._stream.history
    return len(pickle.dumps(learner)) - len(pickle.dumps(history)) - 8 * learner.mistakes_.size


def accuracies(fitted: KernelPerceptron, X: Any, y: Any) -> str:
    names = ("last", "longest", "averaged", "voted")
    return ", ".join(
        f"{100 * fitted.set_params(hypothesis=name).score(X, y):.2f}" for name in names
    )


def wall(run: Callable[[], Any]) -> float:
    start = time.perf_counter()
    run()
    return time.perf_counter() - start
