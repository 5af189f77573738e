"""The second-order perceptron beside a loop that solves for the weights at every row."""

from typing import Any

import numpy as np

from benchmarks.cases import BenchmarkOptions, ResultTable
from benchmarks.timing import Job, interleaved, medians
from rosenblatt import SecondOrderPerceptron
from rosenblatt.datasets import flip_labels, make_flat_ellipsoid

ROWS = 20_000
WRONG = 0.05  # labels turned, so that at least 15 % of the rows are mistakes
LOOPED = {100: 400, 500: 60}  # rows of the loop, whose steps all cost the same
SOLVED, LOOP = "rosenblatt", "a solve at every row"


def solves(options: BenchmarkOptions) -> ResultTable:
    """One pass over flat clouds with some labels wrong, a = 1."""
    about = (
        f"{ROWS} rows of a flat ellipsoid in float64, {100 * WRONG:g} % of the labels turned, one "
        "pass, no intercept. CPU time for each row, medians of interleaved rounds, one thread for "
        "all; the loop calls numpy.linalg.solve at every row, as the algorithm is printed, over "
        "the first rows only."
    )
    columns = ["features", "mistakes", "us a row", "us a row, loop", "ratio"]
    table = ResultTable("Second order", about, columns)
    for d in LOOPED:
        add_line(table, d, options)
    return table


def add_line(table: ResultTable, d: int, options: BenchmarkOptions) -> None:
    size = ROWS // 50 if options.quick else ROWS
    X, y = make_flat_ellipsoid(size, d, random_state=0)
    y = flip_labels(y, WRONG, random_state=0)
    few = LOOPED[d] // 20 if options.quick else LOOPED[d]
    model = learner(X)
    jobs = [
        Job(SOLVED, lambda: model.fit(X, y), 1 / size),
        Job(LOOP, lambda: mistakes_by_solving(X[:few], y[:few]), 1 / few),
    ]
    seconds = interleaved(jobs, options.repeats)
    found = medians(seconds)
    table.lines.append(
        [
            str(d),
            f"{100 * model.mistakes_.mean():.1f} %",
            f"{1e6 * found[SOLVED]:.2f}",
            f"{1e6 * found[LOOP]:.0f}",
            f"{found[LOOP] / found[SOLVED]:.0f}",
        ]
    )
    table.raw.append({"features": d, "seconds": seconds})


def learner(X: np.ndarray) -> Any:
    """The algorithm with a = 1 in the units of X."""
    unit = float(np.square(X).sum(axis=1).mean())
    return SecondOrderPerceptron(
        ridge=1 / unit, hypothesis="last", fit_intercept=False, order="cyclic", max_iter=1
    )


def mistakes_by_solving(X: np.ndarray, y: np.ndarray) -> list[int]:
    """Which rows are mistakes; the weights of each row are solved for with the row itself in A."""
    A, v, mistakes = np.eye(X.shape[1]), np.zeros(X.shape[1]), []
    for t, (x, sign) in enumerate(zip(X, y, strict=True)):
        with_row = A + np.outer(x, x)
        if sign * (np.linalg.solve(with_row, v) @ x) <= 0:
            A, v = with_row, v + sign * x
            mistakes.append(t)
    return mistakes
