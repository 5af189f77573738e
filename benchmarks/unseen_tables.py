"""Tables of the shapes that users bring, made to order; the text was also used to set the plan."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import scipy.sparse as sp
from numpy.random import Generator

from rosenblatt.tables import Table

Rows = tuple[Any, np.ndarray]  # X and labels


@dataclass(frozen=True)
class Shape:
    """A table to make: rows to compare on, seconds allowed, how rows are drawn, and how many more
    there are for the model that is kept."""

    name: str
    n_rows: int
    budget: float
    draw: Callable[[Generator, int], Rows]
    test_rows: int = 4000


def made(shape: Shape, seed: int = 0) -> tuple[Table, Table]:
    """The table to compare on, and another from the same source to test the kept model on."""
    rng = np.random.default_rng([seed, sum(map(ord, shape.name))])
    X, y = shape.draw(rng, shape.n_rows + shape.test_rows)
    first, rest = slice(shape.n_rows), slice(shape.n_rows, None)
    return (Table.from_arrays(shape.name, X[first], y[first]),
            Table.from_arrays(shape.name, X[rest], y[rest]))  # fmt: skip


def topics(n_words: int, n_classes: int, length: int, share: float) -> Callable[..., Rows]:
    """Documents as unit rows of tf-idf: words by Zipf's law, a share of them from the topic."""

    def draw(rng: Generator, n: int) -> Rows:
        popular = 1 / np.arange(1, n_words + 1)
        y = rng.choice(n_classes, n, p=_shares(rng, n_classes))
        own = rng.choice(n_words, (n_classes, 60), p=popular**0.5 / (popular**0.5).sum())
        common = rng.choice(n_words, (n, length), p=popular / popular.sum())
        of_topic = own[y][np.arange(n)[:, None], rng.integers(60, size=(n, length))]
        words = np.where(rng.random((n, length)) < share, of_topic, common)
        counts = sp.csr_array(
            (np.ones(words.size), words.ravel(), np.arange(0, words.size + 1, length)),
            shape=(n, n_words),
        )
        counts.sum_duplicates()
        idf = 1 + np.log(n / np.maximum(np.bincount(counts.indices, minlength=n_words), 1))
        counts.data = (1 + np.log(counts.data)) * idf[counts.indices]
        lengths = np.sqrt(np.asarray(counts.multiply(counts).sum(axis=1)).ravel())
        return sp.csr_array(counts.multiply((1 / lengths)[:, None])), y

    return draw


def clusters(
    d: int, n_classes: int, apart: float, *, noise: float = 0.0, rare: float = 0.0
) -> Callable[..., Rows]:
    """Gaussian clusters; a share of the labels is wrong, or one class has a small share."""

    def draw(rng: Generator, n: int) -> Rows:
        centres = apart * rng.normal(size=(n_classes, d)) / np.sqrt(d)
        shares = np.full(n_classes, (1 - rare) / (n_classes - 1)) if rare else None
        if shares is not None:
            shares[-1] = rare
        y = rng.choice(n_classes, n, p=shares)
        X = centres[y] + rng.normal(size=(n, d)) * rng.uniform(0.5, 2, size=d)
        wrong = rng.random(n) < noise
        y[wrong] = rng.integers(n_classes, size=int(wrong.sum()))
        return X * rng.lognormal(0, 2, size=d), y

    return draw


def bent(d: int) -> Callable[..., Rows]:
    """Two classes that a quadratic surface parts, with some noise."""

    def draw(rng: Generator, n: int) -> Rows:
        X = rng.normal(size=(n, d))
        score = X[:, 0] * X[:, 1] + X[:, 2] ** 2 - 1 + 0.5 * X[:, 3] + 0.4 * rng.normal(size=n)
        return X, (score > 0).astype(int)

    return draw


def heavy_tails(d: int) -> Callable[..., Rows]:
    """Numbers with outliers, as money and counts have, and cells that are missing."""

    def draw(rng: Generator, n: int) -> Rows:
        X = rng.standard_t(1.5, size=(n, d))
        weights = rng.normal(size=d)
        y = np.tanh(X) @ weights + rng.normal(size=n) > 0
        X[rng.random((n, d)) < 0.05] = np.nan
        return X, np.where(y, "yes", "no")

    return draw


def flags(d: int) -> Callable[..., Rows]:
    """0/1 columns, of which few are on, with weights on some of them."""

    def draw(rng: Generator, n: int) -> Rows:
        X = sp.random_array((n, d), density=20 / d, rng=rng, format="csr")
        X.data[:] = 1
        weights = np.where(rng.random(d) < 0.3, rng.normal(size=d), 0)
        return X, (X @ weights + 0.5 * rng.normal(size=n) > 0.2).astype(int)

    return draw


def _shares(rng: Generator, n: int) -> np.ndarray:
    shares = rng.gamma(1.0, size=n) + 0.15
    return shares / shares.sum()


SHAPES = (
    Shape("wide text, 105 classes", 6412, 30, topics(55_197, 105, 100, 0.06)),
    Shape("two topics", 3000, 12, topics(20_000, 2, 40, 0.05)),
    Shape("many classes", 8000, 15, clusters(40, 60, 6.0)),
    Shape("500,000 rows", 500_000, 30, clusters(20, 2, 1.2, noise=0.05)),
    Shape("30 rows", 30, 10, clusters(8, 2, 3.0)),
    Shape("a rare class", 5000, 12, clusters(15, 3, 3.0, rare=0.01)),
    Shape("a bent surface", 4000, 12, bent(10)),
    Shape("outliers and gaps", 2500, 12, heavy_tails(25)),
    Shape("more columns than rows", 150, 12, clusters(2000, 2, 12.0)),
    Shape("sparse flags", 20_000, 15, flags(3000)),
)
