"""The tasks of the lecture's figures: points of the plane, and lines among them."""

from typing import Any

import numpy as np
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer
from sklearn.svm import SVC

from rosenblatt.certificates import pla, separability
from rosenblatt.certificates.labelled_rows import labelled_rows
from rosenblatt.certificates.margin_bracket import margin_bracket
from rosenblatt.estimators import Perceptron
from rosenblatt.lab.outcome import Row

SMALL, LARGE = 5.0, 5000.0  # C of Figure 4


def separable_rows(seed: int, gap: float = 0.35, n: int = 30) -> tuple[np.ndarray, np.ndarray]:
    """Two classes on either side of ``x1 + 0.7 x2 = 0.3``, with a gap between them."""
    rng = np.random.default_rng(seed)
    normal = np.array([1.0, 0.7]) / np.hypot(1.0, 0.7)
    X = rng.uniform(-2, 2, size=(4 * n, 2))
    scores = X @ normal - 0.3
    kept = np.flatnonzero(np.abs(scores) > gap)[:n]
    return X[kept], (scores[kept] > 0).astype(int)


def separating_line() -> list[Row]:
    """Figure 1: a separating hyperplane, its normal vector, and the distance of a point."""
    X, y = separable_rows(seed=1)
    found = separability(X, y)
    return [*points(X, y), line("H", found.coef, found.intercept), *points(X[:1], [2])]


def one_update() -> list[Row]:
    """Figure 2: the hyperplane before and after it learns a row."""
    X, y = separable_rows(seed=2)
    update = pla(X, y).updates[1]
    return [
        *points(X, y),
        line("before", update.before[1:], update.before[0]),
        line("after", update.after[1:], update.after[0]),
        *points(X[[update.row]], [2]),
    ]


def two_hyperplanes() -> list[Row]:
    """Figure 3: the one that the algorithm finds, and the one of the widest margin."""
    X, y = separable_rows(seed=3)
    trace = pla(X, y)
    widest = margin_bracket(labelled_rows(X, y), trace.coef, trace.intercept)
    return [
        *points(X, y),
        line("H1", trace.coef, trace.intercept),
        line("H2", widest.coef, widest.intercept),
    ]


def soft_margin(penalty: float) -> list[Row]:
    """Figure 4: the soft-margin hyperplane of (23), with an outlier among the rows."""
    X, y = separable_rows(seed=4)
    X, y = np.vstack([X, [[-0.25, 0.1]]]), np.append(y, 1)
    model = SVC(kernel="linear", C=penalty / len(y)).fit(X, y)
    return [*points(X, y), line(f"C = {penalty:g}", model.coef_[0], float(model.intercept_[0]))]


def ring_rows() -> tuple[np.ndarray, np.ndarray]:
    """``x1^2 + x2^2 >= 1``, with a gap of 0.15 around the circle."""
    X = np.random.default_rng(5).uniform(-2, 2, size=(160, 2))
    radius = np.linalg.norm(X, axis=1)
    kept = np.abs(radius - 1) > 0.15
    return X[kept], (radius[kept] > 1).astype(int)


def ring_model() -> Any:
    """A perceptron on the squares of the features."""
    squares = FunctionTransformer(np.square)
    return make_pipeline(squares, Perceptron(hypothesis="last", max_iter=1000, random_state=0))


def feature_map(mapped: bool) -> list[Row]:
    """Figure 5: rows that no line separates, and the line that separates their squares."""
    X, y = ring_rows()
    learner = ring_model().fit(X, y)[-1]
    drawn = line("learned", learner.coef_[0], float(learner.intercept_[0]))
    return [*points(X**2 if mapped else X, y), drawn]


def points(X: np.ndarray, labels: Any) -> list[Row]:
    """Rows of labels 0 and 1; 2 marks a point that the figure speaks of."""
    return [
        {"kind": "point", "x1": float(x[0]), "x2": float(x[1]), "label": int(label)}
        for x, label in zip(X, labels, strict=True)
    ]


def line(name: str, coef: np.ndarray, intercept: float) -> Row:
    return {
        "kind": "line", "name": name, "w1": float(coef[0]), "w2": float(coef[1]),
        "b": float(intercept),
    }  # fmt: skip
