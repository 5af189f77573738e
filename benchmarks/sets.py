"""The data of the benchmarks: stored data sets if there is a data folder, else generated ones."""

import os
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import scipy.sparse as sp

from rosenblatt.datasets import load
from rosenblatt.datasets.data_folder import VARIABLE

BESIDE = Path("../shared/data")
# Rows, columns, stored values per row and classes of the sparse data sets.
SHAPES = {
    "a9a": (32561, 123, 14, 2),
    "w8a": (49749, 300, 12, 2),
    "news20_bydate": (11314, 130107, 158, 20),
}
TINY = 50  # --quick divides the number of rows by this


def data_home() -> Path | None:
    """The folder named by ROSENBLATT_DATA, else ../shared/data, if it contains data."""
    folder = Path(os.environ.get(VARIABLE, BESIDE))
    return folder if (folder / "manifest.json").is_file() else None


@lru_cache(maxsize=1)
def dense(n: int, d: int) -> tuple[np.ndarray, np.ndarray]:
    """Gaussian rows, labelled by a hyperplane with noise: about 10 % stay misclassified."""
    rng = np.random.default_rng(0)
    X = rng.standard_normal((n, d), dtype=np.float32)
    score = X @ rng.standard_normal(d, dtype=np.float32)
    noise = 0.33 * score.std() * rng.standard_normal(n)
    return X, np.where(score + noise > 0, 1, -1)


def classes(X: np.ndarray, k: int) -> np.ndarray:
    """k classes for the rows of X, by the highest of k noisy linear scores."""
    rng = np.random.default_rng(1)
    scores = X @ rng.standard_normal((X.shape[1], k), dtype=X.dtype)
    scores += 0.33 * scores.std() * rng.standard_normal(scores.shape, dtype=np.float32)
    return np.asarray(scores.argmax(axis=1))


def sparse(name: str, quick: bool) -> tuple[str, Any, np.ndarray]:
    """A stored sparse data set, or a generated one of the same shape, and its name."""
    home = data_home()
    if home is None:
        X, y = generate_sparse(*SHAPES[name])
        name = f"{name} (generated)"
    else:
        X, y = load(name, data_home=home, return_X_y=True)
    return (name, X[::TINY].tocsr(), y[::TINY]) if quick else (name, X.tocsr(), y)


def generate_sparse(n: int, d: int, per_row: int, k: int) -> tuple[Any, np.ndarray]:
    """Binary features of different frequencies, and labels that are linear with noise."""
    rng = np.random.default_rng(2)
    columns = (d * rng.random((n, per_row)) ** 2).astype(np.int32)
    rows = np.repeat(np.arange(n), per_row)
    # 32-bit indices, which scikit-learn's learners require, as in the stored data sets.
    indices = rows.astype(np.int32), columns.ravel()
    X = sp.csr_array((np.ones(n * per_row), indices), shape=(n, d))
    X.sum_duplicates()
    X.data[:] = 1.0
    score = X @ rng.standard_normal((d, k if k > 2 else 1))
    score += 0.33 * score.std() * rng.standard_normal(score.shape)
    y = score.argmax(axis=1) if k > 2 else np.where(score[:, 0] > np.median(score), 1, -1)
    return X, y
