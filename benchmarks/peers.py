"""The contenders: how each is fitted to the same rows, and what is prepared beforehand."""

import importlib.util
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import scipy.sparse as sp
from sklearn.linear_model import Perceptron as SklearnPerceptron
from sklearn.linear_model import SGDClassifier
from sklearn.svm import LinearSVC

from benchmarks.timing import Job
from rosenblatt import Perceptron

EPOCHS = 5
OURS = "rosenblatt"
CONTENT, AVERAGED, DEFAULT = "content order", "averaged", "content order, averaged"
SKLEARN, SGD, LIBLINEAR, VW = "sklearn Perceptron", "SGDClassifier", "LIBLINEAR", "Vowpal Wabbit"
PEERS = (SKLEARN, SGD, LIBLINEAR, VW)
VW_ROWS = 100_000  # its input is text, so only this many rows are used; the time is scaled up


def ours(**params: Any) -> Perceptron:
    """Our learner as used in the ratios: shuffled order, last hypothesis, one thread."""
    settings: dict[str, Any] = {
        "order": "shuffled",
        "hypothesis": "last",
        "max_iter": EPOCHS,
        "random_state": 0,
    }
    return Perceptron(**(settings | params))


def sklearn_perceptron(seed: int = 0) -> SklearnPerceptron:
    """Exactly ``EPOCHS`` shuffled epochs: ``tol=None`` never stops early."""
    return SklearnPerceptron(max_iter=EPOCHS, tol=None, shuffle=True, random_state=seed)


def estimators() -> dict[str, Any]:
    sgd: dict[str, Any] = {"learning_rate": "constant", "eta0": 1.0, "penalty": None, "tol": None}
    return {
        OURS: ours(),
        CONTENT: ours(order="content"),
        AVERAGED: ours(hypothesis="averaged"),
        DEFAULT: ours(order="content", hypothesis="averaged"),
        SKLEARN: sklearn_perceptron(),
        SGD: SGDClassifier(loss="perceptron", max_iter=EPOCHS, random_state=0, **sgd),
        LIBLINEAR: LinearSVC(loss="hinge", dual=True, max_iter=EPOCHS, random_state=0),
    }


def jobs(X: Any, y: np.ndarray, folder: Path) -> list[Job]:
    """The complete ``fit`` of each on the same rows; ``folder`` is for Vowpal Wabbit's files."""
    found = [
        Job(name, lambda model=model: model.fit(X, y))  # type: ignore[misc]
        for name, model in estimators().items()
    ]
    return [*found, vowpal_wabbit(X, y, folder)] if has_vowpal_wabbit() else found


def has_vowpal_wabbit() -> bool:
    return importlib.util.find_spec("vowpalwabbit") is not None


def vowpal_wabbit(X: Any, y: np.ndarray, folder: Path) -> Job:
    """``EPOCHS`` passes over a binary cache written beforehand, in the order of the rows."""
    from vowpalwabbit import Workspace  # type: ignore

    kept = min(X.shape[0], VW_ROWS)
    stem = folder / f"{X.shape[0]}x{X.shape[1]}x{len(np.unique(y))}"
    cache, text = stem.with_suffix(".cache"), stem.with_suffix(".txt")
    classes, codes = np.unique(y, return_inverse=True)
    many = len(classes) > 2
    task = f"--oaa {len(classes)}" if many else "--loss_function hinge"
    options = f"{task} --sgd --holdout_off --quiet --cache_file {cache}"
    if not cache.is_file():
        labels = codes + 1 if many else 2 * codes - 1
        text.write_text("".join(lines(X[:kept], labels)))
        Workspace(f"-d {text} -k --passes 1 {options}").finish()
        text.unlink()
    return Job(
        VW, lambda: Workspace(f"--passes {EPOCHS} {options}").finish(), factor=X.shape[0] / kept
    )


def lines(X: Any, labels: np.ndarray) -> Iterator[str]:
    """Rows in Vowpal Wabbit's text format."""
    if sp.issparse(X):
        parts = [slice(*ends) for ends in zip(X.indptr[:-1], X.indptr[1:], strict=True)]
        rows = ((X.indices[part], X.data[part]) for part in parts)
    else:
        columns = np.arange(X.shape[1])
        rows = ((columns, row) for row in X)
    for label, (columns, values) in zip(labels, rows, strict=False):
        pairs = zip(columns.tolist(), values.tolist(), strict=True)
        yield f"{label} | " + " ".join(f"{j}:{v:.6g}" for j, v in pairs) + "\n"
