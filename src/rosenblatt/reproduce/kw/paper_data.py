"""The data of the paper: real data sets in its coding, artificial ones by number."""

from functools import lru_cache
from typing import Any

import numpy as np
from sklearn.utils import Bunch

from rosenblatt.datasets import load, make_khardon_wachman

# The names in the tables, and those of the loader.
SMALL = {
    "breast-cancer-wisconsin": "breast_cancer_wisconsin",
    "bupa": "bupa",
    "wdbc": "wdbc",
    "crx": "crx",
    "promoters": "promoters",
    "ionosphere": "ionosphere",
    "wpbc": "wpbc",
    "sonar.all-data": "sonar",
}
FEATURES = (50, 200, 500)
MARGINS = (0.05, 0.1, 0.25, 0.5, 0.75)
NOISES = (0.0, 0.05, 0.1, 0.15, 0.25)
COPIES = 2  # the paper draws two data sets of each kind


@lru_cache(maxsize=2)
def bunch(dataset: str) -> Bunch:
    """A real data set as the paper coded it; the last two are cached."""
    return load(dataset, paper="kw")


def real(dataset: str) -> tuple[Any, np.ndarray]:
    """All rows of a real data set, including test rows if it has its own."""
    found = bunch(dataset)
    if "data_test" not in found:
        return found.data, found.target
    return (
        np.concatenate([found.data, found.data_test]),
        np.concatenate([found.target, found.target_test]),
    )


def artificial(
    n_features: int, margin: float, noise: float, draw: int
) -> tuple[np.ndarray, np.ndarray]:
    """The artificial set of a kind with the given number.

    600 rows are drawn; those within the margin are dropped, as the ties of Table 2 suggest.

    Examples
    --------
    >>> from rosenblatt.reproduce.kw.paper_data import artificial
    >>> X, y = artificial(50, 0.05, 0.1, draw=0)
    >>> len(X) < 600, X.shape[1]
    (True, 50)
    """
    numbers = [n_features, round(1000 * margin), round(1000 * noise), draw]
    seed = int(np.random.SeedSequence(numbers).generate_state(1)[0])
    X, y = make_khardon_wachman(600, n_features, margin, noise, seed)
    return X, y
