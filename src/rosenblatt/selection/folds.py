"""Folds as in the papers."""

from collections.abc import Iterator
from typing import Any

import numpy as np
from sklearn.utils import check_random_state

from rosenblatt._sklearn import _num_samples

Fold = tuple[np.ndarray, np.ndarray]  # training and test row numbers


class PermutedFolds:
    """Contiguous folds of permuted rows, not stratified.

    The rows are permuted once and divided into blocks of nearly equal length; each block is the
    test set once. Unlike ``KFold(shuffle=True)``, which gives the training rows in the order of the
    file, it gives them in the permuted order: an estimator with ``order="cyclic"`` then visits the
    rows in one random order, the same in every pass.

    Parameters
    ----------
    n_splits : int, default=10
        Number of folds.
    random_state : int, RandomState or None, default=None
        Seed of the permutation.

    References
    ----------
    Khardon and Wachman (2007), "Noise tolerant variants of the perceptron algorithm", section 3.

    Examples
    --------
    >>> import numpy as np
    >>> from rosenblatt.selection import PermutedFolds
    >>> for train, test in PermutedFolds(3, random_state=0).split(np.zeros((6, 1))):
    ...     print(train, test)
    [1 3 0 4] [5 2]
    [5 2 0 4] [1 3]
    [5 2 1 3] [0 4]
    """

    def __init__(self, n_splits: int = 10, *, random_state: Any = None) -> None:
        if n_splits < 2:
            raise ValueError(f"n_splits={n_splits!r} is too few; give 2 or more.")
        self.n_splits = n_splits
        self.random_state = random_state

    def __repr__(self) -> str:
        return f"PermutedFolds({self.n_splits}, random_state={self.random_state!r})"

    def get_n_splits(self, X: Any = None, y: Any = None, groups: Any = None) -> int:
        """Number of folds."""
        return self.n_splits

    def split(
        self, X: Any, y: Any = None, groups: Any = None
    ) -> Iterator[tuple[np.ndarray, np.ndarray]]:
        """Training and test row numbers of each fold."""
        n_rows = _num_samples(X)
        if n_rows < self.n_splits:
            raise ValueError(
                f"{n_rows} rows cannot be divided into {self.n_splits} folds; choose fewer folds."
            )
        order = check_random_state(self.random_state).permutation(n_rows)
        blocks = np.array_split(order, self.n_splits)
        for number, test in enumerate(blocks):
            yield np.concatenate(blocks[:number] + blocks[number + 1 :]), test
