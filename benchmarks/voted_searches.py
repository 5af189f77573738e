"""``python -m benchmarks.voted_searches``: what voted candidates of a search cost.

Seven margins of a perceptron, five folds. Classically a voted prediction multiplies each learned
row with each row to predict; a search does so once for all candidates that learned a row. Each
contender runs in turn; CPU seconds of one thread, medians.
"""

import argparse
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import scipy.sparse as sp
from sklearn.model_selection import GridSearchCV
from sklearn.preprocessing import normalize
from threadpoolctl import threadpool_limits  # type: ignore

from benchmarks.markdown_table import markdown
from benchmarks.timing import Job, interleaved, medians
from rosenblatt import Perceptron
from rosenblatt.selection import LaneSearchCV

MARGINS = [0.0, 0.05, 0.1, 0.2, 0.3, 0.5, 1.0]
Table = tuple[Any, np.ndarray]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.voted_searches")
    parser.add_argument("--repeats", type=int, default=5, help="runs of each contender (5)")
    repeats = parser.parse_args().repeats
    tables: dict[str, Table] = {
        "20,000 x 50, float64": dense(np.float64),
        "20,000 x 50, float32": dense(np.float32),
        "text, 6,000 x 20,000": text(),
    }
    with threadpool_limits(1):
        lines = [line(name, *table, repeats) for name, table in tables.items()]
    head = ["rows", "averaged s", "voted s", "voted, one margin s", "voted, one by one s", "saved"]
    print(markdown(head, lines))


def line(name: str, X: Any, y: np.ndarray, repeats: int) -> list[str]:
    jobs = {
        "averaged": partial(search, LaneSearchCV, "averaged", MARGINS),
        "voted": partial(search, LaneSearchCV, "voted", MARGINS),
        "one": partial(search, LaneSearchCV, "voted", MARGINS[3:4]),
        "one by one": partial(search, GridSearchCV, "voted", MARGINS),
    }
    found = medians(interleaved([Job(k, partial(job, X, y)) for k, job in jobs.items()], repeats))
    seconds = [f"{found[k]:.2f}" for k in jobs]
    return [name, *seconds, f"{found['one by one'] / found['voted']:.1f} times"]


def search(kind: Callable[..., Any], hypothesis: str, margins: list[float], X: Any, y: Any) -> None:
    grid = {"margin": margins, "hypothesis": [hypothesis]}
    kind(Perceptron(random_state=0, max_iter=5), grid, cv=5, refit=False).fit(X, y)


def dense(dtype: Any) -> Table:
    """A hyperplane through noise; about 10 % of the labels are on its wrong side."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(20_000, 50))
    return X.astype(dtype), labels(X @ rng.normal(size=50), 0.33, rng)


def text() -> Table:
    """Sixty words a row, frequent and rare ones as in texts."""
    rng = np.random.default_rng(0)
    shares = 1 / np.arange(1.0, 20_001)
    words = rng.choice(20_000, size=(6000, 60), p=shares / shares.sum())
    rows = np.repeat(np.arange(6000), 60)
    X = sp.csr_array((np.ones(words.size), (rows, words.ravel())), shape=(6000, 20_000))
    return normalize(X), labels(X @ rng.normal(size=20_000), 0.5, rng)


def labels(scores: np.ndarray, noise: float, rng: np.random.Generator) -> np.ndarray:
    return np.where(scores + noise * scores.std() * rng.normal(size=len(scores)) > 0, 1, -1)


if __name__ == "__main__":
    main()
