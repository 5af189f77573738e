"""Rows as plain arrays, so that files of models hold nothing of SciPy."""

from typing import Any

import scipy.sparse as sp


def plain(rows: Any) -> Any:
    """Sparse rows as the arrays they consist of; others as they are."""
    if not sp.issparse(rows):
        return rows
    parts = {"data": rows.data, "indices": rows.indices, "indptr": rows.indptr}
    return {**parts, "shape": list(rows.shape)}


def from_plain(stored: Any) -> Any:
    """The rows again. A file may be forged, so columns out of range are refused."""
    if not isinstance(stored, dict):
        return stored
    parts = (stored["data"], stored["indices"], stored["indptr"])
    rows = sp.csr_array(parts, shape=tuple(stored["shape"]))
    rows.check_format(full_check=True)
    return rows
