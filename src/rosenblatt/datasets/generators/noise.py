"""Label noise."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.utils import check_random_state, check_scalar, column_or_1d

from rosenblatt.datasets.generators.gaussians import RandomSource


def flip_labels(
    y: ArrayLike, fraction: float, random_state: RandomSource = None
) -> NDArray[np.generic]:
    """Give some rows a wrong class.

    Exactly ``round(fraction * n)`` rows are chosen without repetition; each gets one of the other
    classes of ``y``, every one of them equally likely.

    Parameters
    ----------
    y : array-like of shape (n,)
        The classes: numbers or strings, two or more of them.
    fraction : float
        Part of the rows to change, from 0 to 1.
    random_state : int, RandomState or None, default=None
        Seed of the choice.

    Returns
    -------
    noisy : ndarray of shape (n,)
        A changed copy; ``y`` itself stays as it is.

    Examples
    --------
    >>> import numpy as np
    >>> from rosenblatt.datasets import flip_labels
    >>> y = np.repeat([-1, 1], 50)
    >>> int((flip_labels(y, 0.1, random_state=0) != y).sum())
    10
    """
    check_scalar(fraction, "fraction", (int, float, np.number), min_val=0, max_val=1)
    classes, codes = np.unique(column_or_1d(y), return_inverse=True)
    n_flips = round(float(fraction) * len(codes))
    if n_flips and len(classes) < 2:
        raise ValueError(
            f"y holds one class only ({classes[0]}); flipping needs two or more: "
            "flip before selecting rows."
        )
    rng = check_random_state(random_state)
    chosen = rng.choice(len(codes), n_flips, replace=False)
    if n_flips:
        codes[chosen] += rng.randint(1, len(classes), size=n_flips)
    return classes[codes % len(classes)]
