"""The results of one data set as a table of text."""

import numpy as np

from rosenblatt.demo.contest import TEST_SHARE, Result
from rosenblatt.demo.learners import OURS, THEIRS, Learner

NAME, CELL, TIME = 26, 15, 9


def table(result: Result) -> str:
    """Learners as rows, noise levels as columns, the best of each column marked."""
    lines = [*heading(result), columns(result)]
    best = result.errors.mean(axis=2).round(1).min(axis=0)
    for source in (OURS, THEIRS):
        lines.append(source)
        lines += [row(result, who, best) for who in result.learners if who.source == source]
    return "\n".join(lines)


def heading(result: Result) -> list[str]:
    n, d, k = result.shape
    splits = result.errors.shape[2]
    title = f"{result.name.capitalize()}: {n} rows, {d} features, {k} classes"
    about = (
        f"Test error in % ± standard error over {splits} splits, {100 * TEST_SHARE:.0f} % held "
        "out; * is lowest."
    )
    return [title, "=" * len(title), about, ""]


def columns(result: Result) -> str:
    cells = [f"{100 * noise:.0f} % flipped".rjust(CELL) for noise in result.noises]
    return " " * NAME + "".join(cells) + "fit, ms".rjust(TIME)


def row(result: Result, learner: Learner, best: np.ndarray) -> str:
    errors = result.line(learner)
    means, spreads = errors.mean(axis=1), standard_error(errors)
    cells = [
        f"{mean:.1f} ± {spread:.1f} {'*' if round(mean, 1) <= low else ' '}".rjust(CELL)
        for mean, spread, low in zip(means, spreads, best, strict=True)
    ]
    time = f"{result.fit_time(learner):.1f}"
    return f"  {learner.name}".ljust(NAME) + "".join(cells) + time.rjust(TIME)


def standard_error(values: np.ndarray) -> np.ndarray:
    """Standard error of the mean along the last axis (0 for a single value)."""
    n = values.shape[-1]
    return np.asarray(values.std(axis=-1, ddof=1 if n > 1 else 0) / np.sqrt(n))
