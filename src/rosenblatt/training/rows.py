"""Validated X -> rows of the core: the one crossing point."""

from dataclasses import dataclass, replace
from math import frexp
from typing import Any

import numpy as np
import scipy.sparse as sp

from rosenblatt import _core
from rosenblatt.training.quiet import warn
from rosenblatt.training.row_matrix import RowMatrix

# Squares and their sums stay far from overflow and underflow between these powers of two.
SAFE_EXPONENT = {np.dtype(np.float32): 40, np.dtype(np.float64): 400}


UNEVEN = 1e6  # largest over smallest root mean square of the columns
SAMPLED_ROWS = 200


@dataclass
class Rows:
    """A matrix and the core's view of it; ``X`` is ``scale`` times the caller's, ``given``."""

    X: Any
    table: Any
    scale: float
    given: Any

    def take(self, rows: np.ndarray) -> Any:
        return self.X[rows]

    def __reduce__(self) -> tuple[Any, ...]:
        """Between processes travels what the caller gave; the view of it is made again."""
        return open_rows, (self.given, self.scale)

    def unscaled(self) -> "Rows":
        """With the caller's values, for learners that scale extreme ones themselves."""
        return replace(self, X=self.given)


def open_rows(X: Any, scale: float | None = None) -> Rows:
    """Look at every value of X once and hand it to the core without a copy.

    Values so large or small that their squares leave the range of floating point are scaled by a
    power of two first (a copy); pass ``scale`` to use the one chosen earlier.
    """
    given = X
    X = laid_out(X)
    table = inspected(X)
    if sp.issparse(X) and not table.canonical:
        X = X.copy()
        X.sum_duplicates()
        table = inspected(X)
    if scale is None:
        scale = scale_for(table.largest, X.dtype)
    elif frexp(table.largest)[1] + frexp(scale)[1] > SAFE_EXPONENT[X.dtype]:
        raise ValueError(
            f"this batch holds values up to {table.largest:.3g}, far larger than the first batch; "
            "scale the features alike in all batches."
        )
    if scale == 1.0:
        return Rows(X, table, 1.0, given)
    X = X * X.dtype.type(scale)
    return Rows(X, inspected(X), scale, given)


def require_squares(rows: Rows) -> None:
    """Refuse values that cannot be scaled by a power of two without changing the model."""
    if rows.scale != 1.0:
        raise ValueError(
            "the values of X are so large or so small that their squares leave the range of "
            f"{rows.X.dtype}; scale the features, for example with "
            "sklearn.preprocessing.StandardScaler."
        )


def require_readable(X: Any) -> None:
    """Refuse rows that no model can score: values that are not finite, indices that are broken.

    A score is a product with the row, whatever its size, so nothing is scaled, refused for being
    huge or tiny, or copied (but for indices of two types).
    """
    if sp.issparse(X) or isinstance(X, RowMatrix):
        inspected(laid_out(X))
        return
    with np.errstate(over="ignore", invalid="ignore"):
        if np.isfinite(X.sum()):  # one number, any layout
            return
    faults = np.argwhere(~np.isfinite(X))  # none, if finite values have overflowed the sum
    if len(faults):
        raise ValueError(describe(("value", *faults[0].tolist()), X))


def scale_for(largest: float, dtype: np.dtype) -> float:
    exponent = frexp(largest)[1]
    if largest == 0 or abs(exponent) <= SAFE_EXPONENT[dtype]:
        return 1.0
    if exponent < np.finfo(dtype).minexp + 8:
        raise ValueError(
            f"X holds values of at most {largest:.3g}, too close to zero for {dtype} to tell them "
            "apart; multiply X by a constant or standardise the features."
        )
    return float(2.0**-exponent)


def laid_out(X: Any) -> Any:
    """X as the core can read it, without a copy where that is possible."""
    if isinstance(X, RowMatrix):
        return X
    return sparse_parts_alike(X) if sp.issparse(X) else rows_side_by_side(X)


def rows_side_by_side(X: np.ndarray) -> np.ndarray:
    """The core reads any row stride, but the values of a row must be neighbours, the rows ahead."""
    neighbours = X.shape[1] == 1 or X.strides[1] == X.itemsize
    ahead = X.strides[0] >= X.shape[1] * X.itemsize and X.strides[0] % X.itemsize == 0
    if neighbours and ahead and X.flags.aligned:
        return X
    return np.require(X, requirements=["C", "A"])  # ascontiguousarray leaves odd addresses


def sparse_parts_alike(X: Any) -> Any:
    """Contiguous parts, both kinds of indices of one type that the core reads."""
    parts = (X.data, X.indices, X.indptr)
    if len(X.indptr) != X.shape[0] + 1:
        raise ValueError(
            f"the sparse X has {X.shape[0]} rows, but {len(X.indptr)} row starts (indptr); there "
            "must be one more than rows. Build it again, for example with scipy.sparse.csr_array."
        )
    narrow = X.indices.dtype == X.indptr.dtype == np.int32
    kind = np.int32 if narrow else np.int64
    wanted = (X.data.dtype, np.dtype(kind), np.dtype(kind))
    if all(
        p.dtype == w and p.flags.c_contiguous and p.flags.aligned
        for p, w in zip(parts, wanted, strict=True)
    ):
        return X
    made = sp.csr_array(X.shape, dtype=X.dtype)  # no check of the indices: the core looks at them
    made.data, made.indices, made.indptr = (
        np.require(p, w, ["C", "A"]) for p, w in zip(parts, wanted, strict=True)
    )
    return made


def inspected(X: Any) -> Any:
    table = table_of(X)
    fault = table.inspect()
    if fault is not None:
        raise ValueError(describe(fault, X))
    return table


def table_of(X: Any) -> Any:
    if isinstance(X, RowMatrix):
        return X.table()
    if sp.issparse(X):
        return _core.csr(X.data, X.indices, X.indptr, X.shape[1])
    return _core.dense(X)


def describe(fault: tuple[str, int, int], X: Any) -> str:
    kind, row, column = fault
    if kind == "starts":
        return (
            f"the row starts (indptr) of the sparse X are not rising within its {X.nnz} stored "
            f"values (first at row {row}); build it again, for example with scipy.sparse.csr_array."
        )
    if kind == "column":
        return (
            f"row {row} of the sparse X has column index {column}, but X has {X.shape[1]} columns "
            "(0 the first); correct the indices or the shape."
        )
    value = X[row, column]
    what = "NaN" if np.isnan(value) else "infinity"
    return (
        f"Input X contains {what} at row {row}, column {column} (both counted from 0); fill in or "
        "drop such values first, for example with sklearn.impute.SimpleImputer."
    )


def warn_if_uneven(rows: Rows, remedy: str = "") -> None:
    """Look at a sample of the rows, and at all of them only if one value stands out."""
    X = rows.X
    if sp.issparse(X) and rows.table.largest <= UNEVEN * rows.table.smallest:
        return
    sizes = column_sizes(X[:: max(1, X.shape[0] // SAMPLED_ROWS)])
    if not sizes.size or rows.table.largest <= UNEVEN * sizes.min():
        return
    sizes = column_sizes(X)
    if sizes.max() > UNEVEN * sizes.min():
        warn(
            f"the largest feature is {sizes.max() / sizes.min():.0e} times the smallest, so "
            f"small ones have almost no influence; scale the features, for example with {remedy}"
            "sklearn.preprocessing.StandardScaler.",
            UserWarning,
            stacklevel=5,
        )


def column_sizes(X: Any) -> np.ndarray:
    """Root mean squares of the columns that are not all zero."""
    with np.errstate(over="ignore"):
        squares = X.multiply(X) if sp.issparse(X) else np.square(X, dtype=np.float64)
        sizes = np.sqrt(np.asarray(squares.mean(axis=0), dtype=np.float64)).ravel()
    return sizes[sizes > 0]
