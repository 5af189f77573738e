"""The nine UCI sets of Li's paper and his random splits of them."""

from pathlib import Path

import numpy as np
from sklearn.model_selection import train_test_split

from rosenblatt.datasets import load
from rosenblatt.reproduce.li.paper_splits import STORED, Split, scaled


def load_set(name: str, home: Path) -> tuple[np.ndarray, np.ndarray]:
    """A set by its short name, coded as Li coded it."""
    X, y = load(STORED[name], paper="li", data_home=home, return_X_y=True)
    return np.asarray(X, dtype=float), y


def split(X: np.ndarray, y: np.ndarray, seed: int) -> Split:
    """80 % for training, rounded down, without regard to the classes."""
    size = int(0.8 * len(y))
    X_train, X_test, y_train, y_test = train_test_split(X, y, train_size=size, random_state=seed)
    return Split(scaled(X_train, X_train), y_train, scaled(X_test, X_train), y_test)
