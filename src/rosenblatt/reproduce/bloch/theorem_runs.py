"""The tasks of Theorem 2.1: runs of the algorithm on random separable rows."""

import numpy as np

from rosenblatt.certificates import pla, pla_bound, separability, started_bound
from rosenblatt.certificates.bounds import lecture_quantities
from rosenblatt.certificates.labelled_rows import labelled_rows
from rosenblatt.certificates.margin_bracket import MarginBracket, margin_bracket
from rosenblatt.lab.outcome import Row

ROWS = 40
THINNEST = 0.05  # distance of rows to the hyperplane that labels them
MOST_PASSES = 20_000
FAR = 100.0  # the scale of starts other than zero
ROUNDING = 1 + 1e-9


def runs(start: str, first: int, last: int) -> list[Row]:
    """Updates beside their bounds, on sets number first, ..., last - 1."""
    return [one_run(start, number) for number in range(first, last)]


def one_run(start: str, number: int) -> Row:
    rng = np.random.default_rng(number)
    X, y = separable_set(rng)
    begin = np.zeros(X.shape[1] + 1)
    if start != "zero":
        begin = FAR * rng.normal(size=len(begin))
    trace = pla(X, y, start=begin, max_passes=MOST_PASSES)
    plane = widest(X, y)
    return {
        "start": start,
        "run": number,
        "updates": len(trace.updates),
        "separated": int(trace.separated),
        "bound15": pla_bound(X, y, plane.coef, plane.intercept) * ROUNDING,
        "bound14": from_start(X, y, plane, begin) * ROUNDING,
    }


def separable_set(rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Rows of one to six features, at least so far from the hyperplane that labels them."""
    while True:
        X = rng.normal(size=(ROWS, rng.integers(1, 7)))
        w = rng.normal(size=X.shape[1])
        scores = (X @ w + 0.5 * rng.normal()) / np.linalg.norm(w)
        X, y = X[np.abs(scores) > THINNEST], (scores[np.abs(scores) > THINNEST] > 0).astype(int)
        if 0 < y.sum() < len(y):
            return X, y


def widest(X: np.ndarray, y: np.ndarray) -> MarginBracket:
    found = separability(X, y)
    return margin_bracket(labelled_rows(X, y), found.coef, found.intercept)


def from_start(X: np.ndarray, y: np.ndarray, plane: MarginBracket, begin: np.ndarray) -> float:
    tau, rho, theta = lecture_quantities(X, y, plane.coef, plane.intercept)
    size = float(np.linalg.norm(theta))
    return started_bound(tau, rho / size, float(np.linalg.norm(begin)), float(begin @ theta) / size)
