"""Ten further tables made to order, set before any of them was compared, and used for nothing else.

Other sizes, numbers of classes and sources than those of ``unseen_tables``; new rows are so many
that their own chance hardly counts.
"""

from collections.abc import Callable

import numpy as np
from numpy.random import Generator

from benchmarks.unseen_tables import Rows, Shape, clusters, flags, topics


def counts(d: int) -> Callable[..., Rows]:
    """Whole numbers of events, whose rates differ between three classes and between rows."""

    def draw(rng: Generator, n: int) -> Rows:
        y = rng.integers(3, size=n)
        rates = rng.gamma(2.0, size=d) * np.exp(0.25 * rng.normal(size=(3, d)))
        return rng.poisson(rates[y] * rng.gamma(4.0, 0.25, size=(n, 1))).astype(float), y

    return draw


def rings(turned: float) -> Callable[..., Rows]:
    """A ring around a disc in two dimensions, with a share of turned labels."""

    def draw(rng: Generator, n: int) -> Rows:
        X = rng.normal(size=(n, 2)) * [1.0, 0.5]
        outside = X[:, 0] ** 2 + 4 * X[:, 1] ** 2 > 1.4
        return X + np.array([3.0, -1.0]), np.where(outside ^ (rng.random(n) < turned), "out", "in")

    return draw


SHAPES = (
    Shape("40 subjects", 9000, 30, topics(30_000, 40, 80, 0.08), 6000),
    Shape("short reviews", 12_000, 30, topics(15_000, 2, 25, 0.06), 20_000),
    Shape("200 classes", 12_000, 30, clusters(60, 200, 7.0), 20_000),
    Shape("400,000 rows, 4 classes", 400_000, 60, clusters(30, 4, 1.6, noise=0.03), 100_000),
    Shape("45 rows", 45, 15, clusters(12, 3, 3.0), 20_000),
    Shape("rare events", 30_000, 30, clusters(20, 2, 2.5, rare=0.005), 50_000),
    Shape("counts", 6000, 20, counts(40), 20_000),
    Shape("rings", 3000, 20, rings(0.05), 20_000),
    Shape("6000 columns, 90 rows", 90, 20, clusters(6000, 3, 9.0), 5000),
    Shape("sparse flags, wide", 40_000, 30, flags(10_000), 20_000),
)
