"""Generated rows to learn from, in every form that learners accept."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from typing import Any

import numpy as np
import scipy.sparse as sp

ROWS = ("dense", "strided", "CSR int32", "CSR int64", "CSR of ones")
DTYPES = ("float32", "float64")
WEIGHTS: dict[str, Callable[[np.random.Generator, int], np.ndarray]] = {
    "whole": lambda rng, n: rng.integers(1, 5, n).astype(float),
    "fractional": lambda rng, n: rng.exponential(size=n),
    "with zeros": lambda rng, n: rng.integers(0, 5, n) / 2,
    "of 20 decades": lambda rng, n: 10.0 ** rng.uniform(-20, 0, n),
}

Table = tuple[np.ndarray, np.ndarray]


@dataclass(frozen=True)
class Source:
    """Which rows to learn from, and in which form."""

    data: str = "noisy"
    rows: str = "dense"
    dtype: str = "float64"
    weights: str | None = None
    scale: float = 1.0

    def __str__(self) -> str:
        parts = [self.data, self.rows, self.dtype]
        parts += [f"weights {self.weights}"] if self.weights else []
        parts += [f"times {self.scale:g}"] if self.scale != 1.0 else []
        return ", ".join(parts)

    def known(self) -> Table:
        """Rows to learn, not yet in their form, and their labels."""
        X, y = table(self.data)
        return X[~held_back(y)], y[~held_back(y)]

    def new(self) -> Any:
        """Some rows to predict."""
        X, y = table(self.data)
        return self.form(X[held_back(y)][:60])

    def form(self, X: np.ndarray) -> Any:
        X = (X * self.scale).astype(self.dtype)
        if self.rows == "dense":
            return X
        if self.rows == "strided":
            return strided(X)
        if self.rows == "CSR of ones":
            return csr((X > 0).astype(self.dtype), np.int32)
        return csr(X, np.dtype(self.rows.removeprefix("CSR ")))

    def given(self, n: int, part: slice = slice(None)) -> dict[str, Any]:
        """The weights of some of n rows, as ``fit`` takes them."""
        if self.weights is None:
            return {}
        rng = np.random.default_rng(len(self.weights))
        return {"sample_weight": WEIGHTS[self.weights](rng, n)[part]}


def held_back(y: np.ndarray) -> np.ndarray:
    return np.arange(len(y)) % 8 == 3


def strided(X: np.ndarray) -> np.ndarray:
    """A view into a wider array whose other columns must not be read."""
    wide = np.full((len(X), X.shape[1] + 3), np.nan, dtype=X.dtype)
    wide[:, : X.shape[1]] = X
    return wide[:, : X.shape[1]]


def csr(X: np.ndarray, index: Any) -> sp.csr_array:
    made = sp.csr_array(X)
    made.indices, made.indptr = made.indices.astype(index), made.indptr.astype(index)
    return made


@cache
def table(name: str) -> Table:
    """Rows in double precision and their labels."""
    return TABLES[name](np.random.default_rng(len(name)))


def noisy(rng: np.random.Generator, n: int = 1100, d: int = 21, noise: float = 2.0) -> Table:
    """Labels of a hyperplane through noise."""
    X = rng.standard_normal((n, d)) + 0.25
    return X, (X @ rng.standard_normal(d) + noise * rng.standard_normal(n) > 0).astype(int)


def ties(rng: np.random.Generator, n: int = 400) -> Table:
    """Small integers: equal rows, contradictions, and scores that stand on a threshold."""
    X = rng.integers(-2, 3, size=(n, 4)).astype(float)
    return X, np.where(X.sum(axis=1) + rng.integers(-2, 3, size=n) > 0, 1, -1)


def separable(rng: np.random.Generator) -> Table:
    X = rng.standard_normal((400, 5))
    scores = X @ rng.standard_normal(5) + 0.3
    clear = np.abs(scores) > 0.3
    return X[clear], scores[clear] > 0


def four_classes(rng: np.random.Generator, n: int = 320, d: int = 7) -> Table:
    """With names, and of unequal size."""
    X = rng.standard_normal((n, d))
    scores = X @ rng.standard_normal((d, 4)) + rng.standard_normal((n, 4)) + [0.0, 0.5, 0.0, -0.5]
    return X, np.array(["earth", "fire", "water", "wind"])[scores.argmax(axis=1)]


def three_tied_classes(rng: np.random.Generator, n: int = 240) -> Table:
    X = rng.integers(-2, 3, size=(n, 4)).astype(float)
    scores = X @ rng.integers(-2, 3, size=(4, 3)) + rng.integers(-1, 2, size=(n, 3))
    return X, scores.argmax(axis=1)


def late_classes(rng: np.random.Generator) -> Table:
    """The third and the fourth class come only when the others are through."""
    X, y = four_classes(rng)
    place = np.argsort((y > "fire").astype(int) + (y > "water"), kind="stable")
    return X[place], y[place]


TABLES: dict[str, Callable[[np.random.Generator], Table]] = {
    "noisy": noisy,
    "ties": ties,
    "separable": separable,
    "four classes": four_classes,
    "three tied classes": three_tied_classes,
    "late classes": late_classes,
    "long rows": partial(noisy, n=69_000, d=80, noise=0.1),
    "rows of 50": partial(noisy, n=56_000, d=50, noise=0.1),
}
