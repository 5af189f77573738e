"""Rows, labels and weights of all kinds and layouts."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import scipy.sparse as sp

LABELS = (
    np.arange(4), np.array([-5, 0, 7, 900]), np.array(["a", "b", "c", "d"]),
    np.array(["no", "yes", "", "é"], dtype=object), np.array([0.0, 1.0, 2.0, 3.0]),
)  # fmt: skip


@dataclass
class DrawnRows:
    """``X`` as given to fit, the same as a plain array, and whether all values are whole."""

    X: Any
    plain: np.ndarray
    y: np.ndarray
    weights: np.ndarray | None
    whole: bool


def drawn_rows(random: np.random.Generator) -> DrawnRows:
    n, d = int(random.integers(2, 60)), int(random.integers(1, 8))
    n_classes = int(random.integers(2, min(5, n + 1)))
    values, whole = drawn_values(random, n, d)
    if random.random() < 0.3:
        values = values[random.integers(n, size=n)]  # copies
    codes = random.integers(n_classes, size=n)
    codes[:n_classes] = np.arange(n_classes)
    y = LABELS[random.integers(len(LABELS))][codes]
    return DrawnRows(laid_out(values, random), values, y, drawn_weights(random, n), whole)


def drawn_values(random: np.random.Generator, n: int, d: int) -> tuple[np.ndarray, bool]:
    kind = random.integers(6)
    if kind <= 1:
        return random.integers(-3, 4, size=(n, d)).astype(float), True
    values = random.normal(size=(n, d))
    if kind == 2:
        values *= 10.0 ** random.integers(-6, 7, size=d)
    elif kind == 3:
        values = np.ldexp(values, int(random.choice([-1000, -500, 500, 1020])))
    elif kind == 4:
        values[random.random((n, d)) < 0.7] = 0.0
    elif random.random() < 0.5:
        values[:, 0] = 1.0
    return values, False


def drawn_weights(random: np.random.Generator, n: int) -> np.ndarray | None:
    kind = random.integers(4)
    if kind <= 1:
        return None
    weights = random.integers(0 if kind == 2 else 1, 4, size=n).astype(float)
    return weights if weights.any() else None


def laid_out(values: np.ndarray, random: np.random.Generator) -> Any:
    kind = random.integers(7)
    if kind == 0:
        return np.asfortranarray(values)
    if kind == 1:
        return np.repeat(values, 2, axis=1)[:, ::2]
    if kind == 2:
        values = values.copy()
        values.flags.writeable = False
        return values
    if kind == 3:
        return sp.csr_array(values)
    if kind == 4:
        wide = sp.csr_array(values)
        wide.indices, wide.indptr = wide.indices.astype(np.int64), wide.indptr.astype(np.int64)
        return wide
    return values.copy() if kind == 5 else values[::-1][::-1]
