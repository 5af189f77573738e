"""Committees of perceptrons: their passes over the rows, and the margin that follows them."""

from dataclasses import dataclass
from time import monotonic
from typing import Any

import numpy as np
import scipy.sparse as sp

from rosenblatt.training.by_density import by_density
from rosenblatt.training.output_layers import Layer, LayerFactory

FIRST_GAMMA = 0.05
LEAST_GAMMA = 1e-10  # a fast margin may fall below 0
RISE, FALL = 0.25, 0.75


@dataclass(frozen=True)
class CommitteeRows:
    """Rows with the constant feature last, labels +1 and -1, and weights above 0."""

    X: Any
    y: np.ndarray
    weights: np.ndarray


@dataclass(frozen=True)
class CommitteeSettings:
    """How a committee learns; the words are those of :class:`rosenblatt.ParallelPerceptron`."""

    n_perceptrons: int
    eta0: float
    margin_weight: float
    passes: str
    max_iter: int
    layer: LayerFactory
    printed_name: str | None = None


class Committee:
    """Perceptrons of unit length over the same rows, and the layer that decides.

    A perceptron has the margin ``s(y a_i) act_i``, where ``a_i`` is its weight in the layer. On
    rows that the committee gets wrong, perceptrons with a margin of 0 or less learn; on others
    those with a margin between 0 and gamma, by ``margin_weight`` of a step.
    """

    def __init__(self, rows: CommitteeRows, settings: CommitteeSettings, seed: Any) -> None:
        self.rows, self.settings = rows, settings
        self.random = np.random.default_rng(seed)
        self.n_iter, self.gamma = 0, FIRST_GAMMA
        self.history: dict[str, list[float]] = {}
        self.perceptrons = units(
            self.random.normal(size=(settings.n_perceptrons, rows.X.shape[1])),
        )
        self.judge()

    def judge(self) -> None:
        """Fit the layer to the present perceptrons, and see which rows are right."""
        rows = self.rows
        self.activations = np.ascontiguousarray(self.perceptrons @ rows.X.T)
        self.layer: Layer = self.settings.layer(self.activations, self.gamma, rows.y, rows.weights)
        self.right = rows.y * self.layer.scores(self.activations) > 0

    def train(self, seconds: float | None) -> str:
        """All passes, or as many as there is time for, but one at least; says why they ended."""
        begin = monotonic()
        while self.n_iter < self.settings.max_iter:
            if seconds is not None and self.n_iter and monotonic() - begin >= seconds:
                return "time_limit"
            self.make_pass()
            if self.settings.printed_name:
                self.print_pass(monotonic() - begin)
        return "max_iter"

    def make_pass(self) -> None:
        self.n_iter += 1
        eta = self.settings.eta0 / np.sqrt(self.n_iter)
        with np.errstate(over="ignore", invalid="ignore"):
            one_pass = self.online_pass if self.settings.passes == "online" else self.batch_pass
            moved, rise = one_pass(eta)
            self.perceptrons = units(moved)
        if not np.isfinite(self.perceptrons).all():
            raise ValueError(
                "the weights overflowed: some features, sample weights or eta0 are far too large; "
                "scale the features, for example with sklearn.preprocessing.StandardScaler."
            )
        self.gamma = max(self.gamma + eta * rise, LEAST_GAMMA)
        self.judge()
        wrong = float(self.rows.weights[~self.right].sum())
        for name, value in {"gamma": self.gamma, "error": wrong, **self.layer.measures()}.items():
            self.history.setdefault(name, []).append(value)

    def batch_pass(self, eta: float) -> tuple[np.ndarray, float]:
        """The perceptrons after all steps together, and what gamma rises by in units of eta."""
        rows, right, signs = self.rows, self.right, signs_of(self.layer)
        margins = signs[:, None] * self.activations * rows.y
        beyond, near = margins <= 0, margins < self.gamma
        if_wrong = np.where(right, 0.0, rows.y * rows.weights)
        if_right = np.where(right, self.settings.margin_weight * rows.y * rows.weights, 0.0)
        steps = np.where(beyond, if_wrong, np.where(near, if_right, 0.0))
        narrow = right & (near & ~beyond).any(axis=0)
        rise = RISE * rows.weights[right & ~narrow].sum() - FALL * rows.weights[narrow].sum()
        return self.perceptrons + eta * signs[:, None] * (steps @ rows.X), float(rise)

    def online_pass(self, eta: float) -> tuple[np.ndarray, float]:
        """The same row by row, in random order; layer and gamma stay until the pass is over."""
        rows, signs, moved = self.rows, signs_of(self.layer), self.perceptrons.copy()
        rise = 0.0
        for k in self.random.permutation(len(rows.y)):
            columns, values = row_of(rows.X, k)
            activations = moved[:, columns] @ values
            margins = signs * rows.y[k] * activations
            right = rows.y[k] * self.layer.scores(activations[:, None])[0] > 0
            narrow = (margins > 0) & (margins < self.gamma)
            step = eta * rows.y[k] * rows.weights[k] * (self.settings.margin_weight if right else 1)
            learning = narrow if right else margins <= 0
            moved[:, columns] += step * np.outer(signs * learning, values)
            if right:
                rise += rows.weights[k] * (-FALL if narrow.any() else RISE)
        return moved, rise

    def print_pass(self, seconds: float) -> None:
        measures = ", ".join(f"{name} {values[-1]:.4g}" for name, values in self.history.items())
        name = self.settings.printed_name
        print(f"[{name}] pass {self.n_iter}: {measures}, {seconds:.2f} s", flush=True)


def signs_of(layer: Layer) -> np.ndarray:
    """Which side each perceptron speaks for; without a weight, for its own."""
    return np.where(layer.weights >= 0, 1.0, -1.0)


def units(lines: np.ndarray) -> np.ndarray:
    """Lines of length 1, however long they are; a line of zeros stays."""
    largest = np.abs(lines).max(axis=1, keepdims=True)
    lines = lines / np.where(largest > 0, largest, 1.0)
    lengths = np.linalg.norm(lines, axis=1, keepdims=True)
    return lines / np.where(lengths > 0, lengths, 1.0)


def with_constant(X: Any) -> Any:
    """Rows in double precision with one more feature, which is 1 everywhere."""
    X, ones = by_density(X), np.ones((X.shape[0], 1))
    if not sp.issparse(X):
        return np.hstack([X.astype(np.float64, copy=False), ones])
    joined = sp.csr_array(sp.hstack([X.astype(np.float64), sp.csr_array(ones)], format="csr"))
    joined.sum_duplicates()
    return joined


def row_of(X: Any, k: int) -> tuple[Any, np.ndarray]:
    """Columns and values of a row; all columns, if it is dense."""
    if not sp.issparse(X):
        return slice(None), X[k]
    part = slice(X.indptr[k], X.indptr[k + 1])
    return X.indices[part], X.data[part]
