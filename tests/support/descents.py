"""Small problems for descents, and descents as plain data."""

from dataclasses import replace

import numpy as np

from rosenblatt.training.descent import DescentOptions, DescentProblem, descend
from rosenblatt.training.examples import examples_of
from rosenblatt.training.rows import inspected, open_rows


def noisy(n, m, seed, dtype=np.float64):
    """A noisy linear problem with features in [-1, 1]."""
    rng = np.random.default_rng(seed)
    X = rng.uniform(-1, 1, size=(n, m))
    noise = rng.normal(size=n) * 0.4 * np.sqrt(m)
    y = np.where(X @ rng.normal(size=m) + noise + 0.2 > 0, 1, -1).astype(np.int8)
    return X.astype(dtype), y


def tied(n, m, seed, dtype=np.float64):
    """Small whole numbers: equal crossing points, repeated and contradictory rows, zeros."""
    rng = np.random.default_rng(seed)
    X = rng.integers(-2, 3, size=(n, m)).astype(dtype)
    X[: n // 4] = X[n // 4 : n // 4 + n // 4]
    return X, rng.choice(np.array([-1, 1], dtype=np.int8), size=n)


KINDS = {"noisy": noisy, "tied": tied}


def start_for(X, seed=0):
    return np.random.default_rng(seed).normal(size=X.shape[1] + 1)


def problem(y, weights, start, seed=0, rows=None, **options):
    return DescentProblem(y, start, weights, rows, seed, DescentOptions(**options))


def as_dict(found):
    return {
        "weights": found.weights.tolist(),
        "error": found.error,
        "epochs": found.n_iter,
        "reason": found.reason,
        "history": found.history.tolist(),
    }


def solve(X, problems, threads=1):
    return [as_dict(f) for f in descend(inspected(X), problems, threads=threads)]


def run(X, y, weights, start, time_limit=None, shift=None, **options):
    """One descent over the rows as they stand."""
    table = inspected(X)
    task = replace(problem(y, weights, start, **options), shift=shift)
    [found] = descend(table, [task], time_limit=time_limit)
    return as_dict(found)


def run_by_content(X, y, weights, start, **options):
    """One descent as an estimator makes it: rows in content order, equal ones merged."""
    examples = examples_of(open_rows(X), (y > 0).astype(np.int32), weights)
    labels = np.where(examples.codes == 1, 1, -1).astype(np.int8)
    return run(examples.X, labels, examples.weights, start, **options)


def recount(X, y, weights, w) -> float:
    """Weight of the wrong rows in double precision."""
    margin = y * (X.astype(np.float64) @ np.asarray(w)[:-1] + w[-1])
    return float(np.sum(weights[margin <= 0]) if weights is not None else np.sum(margin <= 0))
