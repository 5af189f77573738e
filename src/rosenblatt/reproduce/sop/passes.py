"""The tasks of the second-order perceptron's experiments: one pass, or until convergence."""

from typing import Any

import numpy as np

from rosenblatt.datasets import make_flat_ellipsoid
from rosenblatt.estimators import Perceptron, SecondOrderPerceptron, WhitenedPerceptron
from rosenblatt.lab.outcome import Row
from rosenblatt.reproduce.sop.bounds import first_order_bound, second_order_bound, whitened_bound

ONE_PASS: dict[str, Any] = {
    "hypothesis": "last",
    "fit_intercept": False,
    "order": "cyclic",
    "max_iter": 1,
}
MOST_PASSES = 100_000
STEPS = 60  # points of a curve
SHOWN = 600  # points of a cloud


def learners(X: np.ndarray, **settings: Any) -> dict[str, Any]:
    """The algorithms by name, for rows in the order given; a is the ridge in the units of X."""
    common = ONE_PASS | settings
    unit = float(np.square(X).sum(axis=1).mean())
    return {
        "standard perceptron": Perceptron(**common),
        "second-order perceptron": SecondOrderPerceptron(ridge=0, tie="positive", **common),
        "second-order, a = 1": SecondOrderPerceptron(ridge=1 / unit, tie="positive", **common),
        "whitened perceptron": WhitenedPerceptron(Perceptron(**common)),
    }


def mistaken(model: Any) -> np.ndarray:
    """How often each row was a mistake."""
    counts: np.ndarray = getattr(model, "estimator_", model).mistakes_
    return counts


def one_pass(n_samples: int, n_features: int, ratio: float, first: int, last: int) -> list[Row]:
    """Percent of the rows that are mistakes in one pass, for the seeds from ``first`` to ``last``.

    Examples
    --------
    >>> from rosenblatt.reproduce.sop.passes import one_pass
    >>> sorted({row["algorithm"] for row in one_pass(50, 3, 10, 0, 2)})[-1]
    'whitened perceptron'
    """
    rows = []
    for seed in range(first, last):
        X, y = make_flat_ellipsoid(n_samples, n_features, ratio=ratio, random_state=seed)
        for name, model in learners(X).items():
            percent = 100 * float(mistaken(model.fit(X, y)).mean())
            rows.append({"algorithm": name, "seed": seed, "mistakes": percent})
    return rows


def to_convergence(
    n_samples: int, n_features: int, ratio: float, first: int, last: int
) -> list[Row]:
    """Mistakes until no row is one any more; -1 if that takes more than 100 000 passes."""
    rows = []
    for seed in range(first, last):
        X, y = make_flat_ellipsoid(n_samples, n_features, ratio=ratio, random_state=seed)
        found = learners(X, max_iter=MOST_PASSES)
        for name in ("standard perceptron", "second-order perceptron"):
            model = found[name].fit(X, y)
            done = model.n_iter_ < MOST_PASSES
            count = int(mistaken(model).sum()) if done else -1
            rows.append({"algorithm": name, "seed": seed, "mistakes": count})
    return rows


def mistakes_and_bounds(
    n_samples: int, n_features: int, ratio: float, first: int, last: int
) -> list[Row]:
    """Mistakes of one pass over their bounds, for the axis that tells the labels; the second-order
    bound at the best of some margins."""
    rows = []
    for seed in range(first, last):
        X, y = make_flat_ellipsoid(n_samples, n_features, ratio=ratio, random_state=seed)
        u, found = np.eye(n_features)[1], learners(X)
        counts = {name: mistaken(model.fit(X, y)) for name, model in found.items()}
        bounds = {
            "standard perceptron": first_order_bound(X, y, u),
            "whitened perceptron": whitened_bound(X, y, u),
            "second-order, a = 1": best_bound(X, y, u, counts["second-order, a = 1"] > 0),
        }
        rows += [
            {"algorithm": name, "seed": seed, "mistakes": int(counts[name].sum()), "bound": bound}
            for name, bound in bounds.items()
        ]
    return rows


def best_bound(X: np.ndarray, y: np.ndarray, u: np.ndarray, wrong: np.ndarray) -> float:
    margins = np.geomspace(1e-3, 10, 40)
    return min(second_order_bound(X[wrong], y[wrong], u, 1.0, g) for g in margins)


def cloud(n_samples: int, n_features: int, ratio: float, seed: int) -> list[Row]:
    """The first two coordinates of some rows, and their labels."""
    X, y = make_flat_ellipsoid(n_samples, n_features, ratio=ratio, random_state=seed)
    shown = zip(X[:SHOWN, :2].tolist(), y[:SHOWN].tolist(), strict=True)
    return [{"x": x, "y": height, "label": label} for (x, height), label in shown]


def counts_by_row(n_samples: int, n_features: int, ratio: float, seed: int) -> list[Row]:
    """Mistakes so far after more and more rows of one pass."""
    X, y = make_flat_ellipsoid(n_samples, n_features, ratio=ratio, random_state=seed)
    at = np.unique(np.linspace(1, n_samples, STEPS).astype(int))
    return [
        {"algorithm": name, "rows": int(k), "mistakes": int(total)}
        for name, model in learners(X).items()
        for k, total in zip(at, np.cumsum(mistaken(model.fit(X, y)))[at - 1], strict=True)
    ]
