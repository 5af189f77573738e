"""The door for rows that are neither a NumPy array nor a SciPy matrix."""

from abc import ABC, abstractmethod
from typing import Any

import numpy as np
from numpy.lib.mixins import NDArrayOperatorsMixin


class RowMatrix(NDArrayOperatorsMixin, ABC):
    """Rows of a kind of their own, as an estimator's X: they reach the core as they are.

    A kind of rows has ``shape`` and ``dtype`` (float32 or float64) and says what is abstract here.
    All else that the package asks of any X, from products to Fisher's discriminant, is done with a
    dense copy of the rows concerned; override what the kind does better (``__matmul__`` and ``T``
    for predictions, the sums).
    """

    shape: tuple[int, int]
    dtype: np.dtype

    @abstractmethod
    def table(self) -> Any:
        """The core's table; it keeps alive what it reads."""

    @abstractmethod
    def take(self, rows: Any) -> "RowMatrix":
        """The rows of these numbers, of a slice or of a mask."""

    @abstractmethod
    def times(self, factor: Any) -> "RowMatrix":
        """All values times a number, of the same type."""

    @abstractmethod
    def dense(self) -> np.ndarray:
        """The same values as an array."""

    def stand_in(self) -> np.ndarray:
        """An array without memory that passes scikit-learn's checks if these rows do."""
        return np.broadcast_to(np.zeros(1, self.dtype), self.shape)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        return np.asarray(self.dense(), dtype=dtype)

    def __array_ufunc__(self, ufunc: np.ufunc, method: str, *given: Any, **options: Any) -> Any:
        arrays = [item.dense() if isinstance(item, RowMatrix) else item for item in given]
        return getattr(ufunc, method)(*arrays, **options)

    def __len__(self) -> int:
        return self.shape[0]

    @property
    def ndim(self) -> int:
        return 2

    @property
    def T(self) -> Any:  # noqa: N802
        return self.dense().T

    def __getitem__(self, key: Any) -> Any:
        if not isinstance(key, tuple):
            return self.take(key)
        rows, columns = key
        return self.take(rows) if columns is Ellipsis else self.dense()[key]

    def __mul__(self, other: Any) -> Any:
        return self.times(other) if np.isscalar(other) else self.dense() * other

    def sum(self, **options: Any) -> Any:
        return self.dense().sum(**options)

    def min(self, **options: Any) -> Any:
        return self.dense().min(**options)

    def max(self, **options: Any) -> Any:
        return self.dense().max(**options)

    def astype(self, dtype: Any, **options: Any) -> np.ndarray:
        return self.dense().astype(dtype, **options)
