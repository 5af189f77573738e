"""Kernels: inner products of rows in another space, as scikit-learn names them."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import scipy.sparse as sp

KERNELS = {"linear", "poly", "rbf", "sigmoid", "precomputed"}
DIAGONAL_BLOCK = 64  # rows whose products a callable is asked for at a time
GAMMA_DIGITS = 12  # so that the order of the rows, in which sums are rounded, does not matter


@dataclass(frozen=True)
class Kernel:
    """``linear``: x.z; ``poly``: (gamma x.z + coef0)^degree; ``rbf``: exp(-gamma |x - z|^2);
    ``sigmoid``: tanh(gamma x.z + coef0); a callable takes two matrices. ``precomputed`` rows are
    products already: those with the rows of the training."""

    name: str | Callable[..., Any]
    gamma: float = 1.0
    degree: float = 3
    coef0: float = 0.0
    params: dict[str, Any] = field(default_factory=dict)  # of a callable

    @property
    def precomputed(self) -> bool:
        return self.name == "precomputed"

    def between(
        self, A: Any, B: Any, out: np.ndarray, norms: tuple[np.ndarray, np.ndarray]
    ) -> None:
        """Products of the rows of A and B; ``norms`` are the squared norms of both."""
        if callable(self.name):
            out[...] = self._called(A, B)
            return
        with np.errstate(over="ignore", invalid="ignore"):
            np.matmul(A, B.T, out=out)
        self.bend(out, norms)

    def bend(self, products: np.ndarray, norms: tuple[np.ndarray, np.ndarray]) -> None:
        """From inner products to those of the kernel, in place."""
        with np.errstate(over="ignore", invalid="ignore"):  # scores that are not finite are refused
            self._bend(products, norms)

    def _bend(self, products: np.ndarray, norms: tuple[np.ndarray, np.ndarray]) -> None:
        if self.name == "rbf":
            products *= -2
            products += norms[0][:, None]
            products += norms[1]
            np.maximum(products, 0, out=products)  # rounding may leave a little below
            products *= -self.gamma
            np.exp(products, out=products)
        elif self.name != "linear":
            products *= self.gamma
            products += self.coef0
            if self.name == "poly":
                raise_to(products, self.degree)
            else:
                np.tanh(products, out=products)

    def _called(self, A: Any, B: Any) -> np.ndarray:
        found = np.asarray(self.name(A, B, **self.params))  # type: ignore[operator]
        wanted = (A.shape[0], B.shape[0])
        if found.shape != wanted:
            raise ValueError(
                f"the kernel gave an array of shape {found.shape} for {wanted[0]} and {wanted[1]} "
                f"rows; it must take two matrices and return one of shape {wanted}."
            )
        if not np.isfinite(found).all():
            raise ValueError("the kernel gave values that are not finite.")
        return found

    def diagonal(self, X: Any) -> np.ndarray:
        """The product of each row with itself."""
        if self.precomputed:
            return np.array(X.diagonal(), dtype=np.float64)
        if callable(self.name):
            starts = range(0, X.shape[0], DIAGONAL_BLOCK)
            blocks = (X[at : at + DIAGONAL_BLOCK] for at in starts)
            found = [self._called(block, block).diagonal() for block in blocks]
            return np.concatenate(found).astype(np.float64)
        if self.name == "rbf":
            return np.ones(X.shape[0])
        products = squared_norms(X)
        self.bend(products, (products, products))
        return products


def raise_to(values: np.ndarray, power: float) -> None:
    """In place. Whole powers by multiplication, which is many times faster."""
    whole = int(power)
    if whole != power or whole < 1:
        np.power(values, power, out=values)
        return
    base = values.copy() if whole & (whole - 1) else values  # powers of two need no copy
    for bit in bin(whole)[3:]:
        np.multiply(values, values, out=values)
        if bit == "1":
            np.multiply(values, base, out=values)


def squared_norms(X: Any) -> np.ndarray:
    """In double precision."""
    if sp.issparse(X):
        return np.asarray(X.multiply(X).sum(axis=1), dtype=np.float64).ravel()
    return np.einsum("ij,ij->i", X, X, dtype=np.float64)


def kernel_of(estimator: Any, X: Any, weights: np.ndarray | None) -> Kernel:
    """The estimator's kernel, with the gamma that it means for these rows."""
    gamma = estimator.gamma
    if isinstance(gamma, str):
        gamma = 1.0 / X.shape[1]
        if estimator.gamma == "scale":
            gamma /= variance(X, weights) or 1.0
        gamma = float(f"{gamma:.{GAMMA_DIGITS}g}")
    return Kernel(
        estimator.kernel, float(gamma), estimator.degree, float(estimator.coef0),
        dict(estimator.kernel_params or {}),
    )  # fmt: skip


def variance(X: Any, weights: np.ndarray | None) -> float:
    """Of all values of X, each with the weight of its row."""
    weights = np.ones(X.shape[0]) if weights is None else weights
    mass = weights.sum() * X.shape[1]
    if sp.issparse(X):
        sums, squares = (np.asarray(m.sum(axis=1)).ravel() for m in (X, X.multiply(X)))
    else:
        sums, squares = X.sum(axis=1, dtype=np.float64), squared_norms(X)
    mean = float(weights @ sums) / mass
    return max(float(weights @ squares) / mass - mean * mean, 0.0)
