"""The nine UCI data sets of Li's paper, and random splits of them."""

from pathlib import Path

import numpy as np
from sklearn.model_selection import train_test_split

from rosenblatt.datasets import load
from rosenblatt.reproduce.li.paper_splits import STORED, ScaledSplit, scaled


def load_set(name: str, home: Path) -> tuple[np.ndarray, np.ndarray]:
    """A data set by its name in Li's paper, coded as there."""
    X, y = load(STORED[name], paper="li", data_home=home, return_X_y=True)
    return np.asarray(X, dtype=float), y


def split(X: np.ndarray, y: np.ndarray, seed: int) -> ScaledSplit:
    """80 % for training, rounded down, not stratified."""
    size = int(0.8 * len(y))
    X_train, X_test, y_train, y_test = train_test_split(X, y, train_size=size, random_state=seed)
    return ScaledSplit(scaled(X_train, X_train), y_train, scaled(X_test, X_train), y_test)
