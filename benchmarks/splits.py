"""The nine UCI data sets of Li's paper."""

from pathlib import Path

import numpy as np

from rosenblatt.datasets import load
from rosenblatt.reproduce.li.paper_splits import STORED


def load_set(name: str, home: Path) -> tuple[np.ndarray, np.ndarray]:
    """A data set by its name in Li's paper, coded as there."""
    X, y = load(STORED[name], paper="li", data_home=home, return_X_y=True)
    return np.asarray(X, dtype=float), y
