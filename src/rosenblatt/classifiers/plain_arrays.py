"""Arrays that scikit-learn's validation would give back as they are.

Its questions about data frames and array libraries take longer than the score of a row, and more
than half of the time between the small fits of an ensemble. Whatever is not plain goes that way.
"""

from typing import Any

import numpy as np

FLOATS = (np.dtype(np.float64), np.dtype(np.float32))
PLAIN_LABELS = "biuU"  # kinds of labels that cannot be missing: flags, whole numbers, texts


def is_plain(X: Any) -> bool:
    """Whether this is a table of at least one value, of a type that the core reads."""
    return type(X) is np.ndarray and X.dtype in FLOATS and X.ndim == 2 and X.size > 0


def are_plain_labels(y: Any, rows: int) -> bool:
    """Whether this is a label for each row."""
    return type(y) is np.ndarray and y.dtype.kind in PLAIN_LABELS and y.shape == (rows,)
