"""Searches over parts find what the local search finds, bit for bit."""

import numpy as np
import pytest

from rosenblatt import _core
from rosenblatt.distributed import descend_in_parts
from rosenblatt.distributed.descend_in_parts import point_at
from rosenblatt.distributed.line_search import (
    best_interval,
    histogram_of,
    joined_histograms,
    joined_points,
    points_of,
)
from rosenblatt.training.descent import DescentOptions, DescentProblem, descend
from rosenblatt.training.rows import open_rows

TABLES = range(200)


def table(seed):
    """Few distinct numbers and copies of rows, so that ties and cancelling weights abound."""
    rng = np.random.default_rng(seed)
    n, d = int(rng.integers(2, 60)), int(rng.integers(1, 5))
    X = rng.integers(-3, 4, size=(n, d)) / (1.0 if seed % 3 else 3.0)
    if seed % 5 == 0:
        X = X + rng.normal(size=X.shape)
    copies = rng.integers(0, n, size=n // 2)
    X = np.vstack([X, X[copies]])
    y = rng.choice([-1, 1], size=len(X)).astype(np.int8)
    weights = [None, rng.integers(0, 4, size=len(X)).astype(float), rng.random(len(X))][seed % 3]
    if weights is not None:
        weights[0] = 1.0
    cuts = np.sort(rng.integers(1, len(X), size=int(rng.integers(0, 5))))
    parts = [rows for rows in np.split(rng.permutation(len(X)), cuts) if len(rows)]
    return X, y, weights, parts, rng


def taken(weights, rows):
    return None if weights is None else weights[rows]


@pytest.mark.parametrize("seed", TABLES)
def test_a_search_over_parts_finds_the_interval_of_the_local_search(seed):
    X, y, _, parts, rng = table(seed)
    w, d = (rng.integers(-2, 3, size=X.shape[1]).astype(float) for _ in range(2))
    units = rng.integers(1, 4, size=len(X)).astype(np.uint32)
    low, high, error, _, alpha = _core.search_line(X @ w, X @ d, y, units)
    z, g = y * (X @ w), y * (X @ d)
    answers = [histogram_of(z[rows], g[rows], units[rows].astype(np.int64)) for rows in parts]

    def fetch(buckets):
        found = [points_of(z[r], g[r], units[r].astype(np.int64), buckets) for r in parts]
        return joined_points(found)

    assert best_interval(joined_histograms(answers), fetch) == (low, high, error)
    assert -point_at(low, high, 0.5) == alpha


@pytest.mark.parametrize("seed", TABLES)
def test_a_descent_over_parts_is_the_local_descent(seed):
    X, y, weights, parts, rng = table(seed)
    directions = ("uniform", "gaussian", "coordinate")[seed % 3]
    orthogonal = directions != "coordinate" and seed % 2 == 0
    options = DescentOptions(directions=directions, orthogonal=orthogonal, max_iter=40)
    start = rng.integers(-1, 2, size=X.shape[1] + 1).astype(float)
    problem = DescentProblem(y, start, weights, None, seed, options)
    [wanted] = descend(open_rows(X).table, [problem])
    given = [(X[rows], y[rows], taken(weights, rows)) for rows in parts]
    found = descend_in_parts(given, start, options=options, seed=seed)
    np.testing.assert_array_equal(found.weights, wanted.weights)
    np.testing.assert_array_equal(found.history, wanted.history)
    assert (found.error, found.n_iter, found.reason) == (wanted.error, wanted.n_iter, wanted.reason)


def test_long_descents_stay_the_same():
    rng = np.random.default_rng(7)
    X = rng.normal(size=(600, 6))
    y = np.where(X[:, 0] + rng.normal(size=600) > 0, 1, -1).astype(np.int8)
    options = DescentOptions(max_iter=400)
    [wanted] = descend(open_rows(X).table, [DescentProblem(y, np.zeros(7), options=options)])
    parts = [(X[k::4], y[k::4], None) for k in range(4)]
    found = descend_in_parts(parts, np.zeros(7), options=options)
    np.testing.assert_array_equal(found.weights, wanted.weights)
    np.testing.assert_array_equal(found.history, wanted.history)


def test_variants_that_look_at_all_rows_are_refused():
    for options in (DescentOptions(directions="gradient"), DescentOptions(two_sided=True)):
        with pytest.raises(ValueError, match="directions that do not look at the rows"):
            descend_in_parts([(np.eye(2), np.array([1, -1]), None)], np.zeros(3), options=options)
