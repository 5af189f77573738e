"""Sparse matrices in the coder: scaling that keeps zeros, and sparse blocks side by side."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray


def scaled(matrix: Any, scales: NDArray[np.float64], dtype: str) -> sp.csr_array:
    """Return the matrix in the width of the scales, each column divided by its own."""
    fitted = sp.csr_array(matrix, copy=True)
    fitted.resize(matrix.shape[0], len(scales))
    fitted.data = (fitted.data / scales[fitted.indices]).astype(dtype)
    return fitted


def stacked(blocks: Iterable[NDArray[Any]]) -> sp.csr_array:
    """Put dense blocks side by side; each becomes sparse before the next is computed."""
    return sp.csr_array(sp.hstack([sp.csc_array(block) for block in blocks], format="csr"))
