"""Starting weights as the user gives them."""

from typing import Any

import numpy as np


def start_lines(init: Any, lines: int, n_features: int) -> np.ndarray:
    """One line of weights per hyperplane, the intercept last (0 if none was given)."""
    init = np.atleast_2d(start_array(init))
    if (
        init.ndim != 2
        or init.shape[0] != lines
        or init.shape[1] not in (n_features, n_features + 1)
    ):
        raise ValueError(
            f"init has shape {init.shape}; it must have {lines} lines of {n_features} weights, "
            f"or of {n_features + 1} with the intercept last."
        )
    weights = np.zeros((lines, n_features + 1))
    weights[:, : init.shape[1]] = init
    return weights


def start_array(init: Any) -> np.ndarray:
    try:
        start = np.asarray(init)
        if start.dtype.kind not in "biuf":
            raise ValueError
        start = start.astype(np.float64)
    except ValueError:
        raise ValueError(f"init={init!r} is not an array of real numbers.") from None
    if not np.isfinite(start).all():
        raise ValueError("init holds NaN or infinity; starting weights must be finite.")
    return start
