"""The twelve data sets of Li's paper and their random splits."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rosenblatt.datasets import load, make_ringnorm, make_threenorm, make_yinyang

STORED = {
    "australian": "australian",
    "breast": "breast_cancer_wisconsin",
    "cleveland": "cleveland",
    "german": "german_numeric",
    "heart": "heart_statlog",
    "ionosphere": "ionosphere",
    "pima": "pima_diabetes",
    "sonar": "sonar",
    "votes84": "votes84",
}
ARTIFICIAL: dict[str, Callable[..., tuple[NDArray[Any], NDArray[Any]]]] = {
    "ringnorm": make_ringnorm,
    "threenorm": make_threenorm,
    "yinyang": make_yinyang,
}
SETS = sorted([*STORED, *ARTIFICIAL])
POOL = 5000
POOL_SEED = 0
FROM_POOL = 600


@dataclass(frozen=True)
class ScaledSplit:
    """Training and test rows, with features scaled to [-1, 1] by the training rows alone."""

    X_train: NDArray[np.float64]
    y_train: NDArray[Any]
    X_test: NDArray[np.float64]
    y_test: NDArray[Any]


@lru_cache(maxsize=2)
def rows_of(name: str) -> tuple[NDArray[np.float64], NDArray[Any]]:
    """All rows of a data set by its name in the paper; artificial ones are one fixed pool each."""
    if name in ARTIFICIAL:
        return ARTIFICIAL[name](POOL, random_state=POOL_SEED)
    X, y = load(STORED[name], paper="li", return_X_y=True)
    return np.asarray(X, dtype=np.float64), y


def split(name: str, number: int) -> ScaledSplit:
    """The split with this number: 80 % for training, rounded down, or 600 rows of a pool."""
    X, y = rows_of(name)
    size = FROM_POOL if name in ARTIFICIAL else int(0.8 * len(y))
    order = np.random.default_rng(number).permutation(len(y))
    train, test = order[:size], order[size:]
    return ScaledSplit(scaled(X[train], X[train]), y[train], scaled(X[test], X[train]), y[test])


def scaled(X: NDArray[np.float64], by: NDArray[np.float64]) -> NDArray[np.float64]:
    """X scaled to [-1, 1] by the range of the rows ``by``; features constant in them become 0."""
    low, high = by.min(axis=0), by.max(axis=0)
    varies = high > low
    half = np.where(varies, 0.5 * (high - low), 1.0)
    return np.where(varies, (X - low) / half - 1, 0.0)
