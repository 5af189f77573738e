"""Some rows of a table, as they come from a file."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from numpy.typing import NDArray


@dataclass(frozen=True)
class Batch:
    """A run of rows of a file.

    Parameters
    ----------
    first_row : int
        Position of the first row in the file, counted from 0 without the header.
    n_rows : int
        Number of rows.
    columns : dict of str to ndarray
        The features by name: float64 with NaN for a missing number, or an object array of str,
        None where missing. Empty for svmlight files.
    matrix : csr_array or None
        The features of an svmlight file; as wide as the widest row so far.
    target : ndarray or None
        The labels: int64 if all are whole numbers, else an object array of str, None where
        missing. None if the file was opened without a target.
    """

    first_row: int
    n_rows: int
    columns: dict[str, NDArray[Any]] = field(default_factory=dict)
    matrix: Any = None
    target: NDArray[Any] | None = None
