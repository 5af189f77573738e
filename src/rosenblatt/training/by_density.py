"""One way to store rows for linear algebra, whatever way they are given in.

Libraries add up the products of sparse and of dense rows in different orders, which round
differently. How many values are not 0 decides between the two, so that dense and sparse rows of the
same values have the same products, bit for bit.
"""

from typing import Any

import numpy as np
import scipy.sparse as sp

MOST_STORED = 0.1  # share of values that are not 0, up to which rows are multiplied without zeros


def by_density(X: Any) -> Any:
    """The rows as a CSR array without stored zeros if few values are not 0, else as a dense one."""
    sparse = sp.issparse(X)
    n_values = X.count_nonzero() if sparse else np.count_nonzero(X)
    if n_values > MOST_STORED * X.shape[0] * X.shape[1]:
        return np.ascontiguousarray(X.toarray() if sparse else X)
    rows = sp.csr_array(X, copy=True)
    rows.sum_duplicates()
    rows.eliminate_zeros()
    return rows
