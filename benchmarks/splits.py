"""The nine UCI sets of Li's paper and his random splits of them."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from sklearn.model_selection import train_test_split

from rosenblatt.datasets import load

SETS = {
    "australian": "australian",
    "breast": "breast_cancer_wisconsin",
    "cleveland": "cleveland",
    "german": "german_numeric",
    "heart": "heart_statlog",
    "ionosphere": "ionosphere",
    "pima": "pima_diabetes",
    "sonar": "sonar",
    "votes84": "votes84",
}


@dataclass
class Split:
    """A training and a test part, features scaled to [-1, 1] by the training part."""

    X_train: np.ndarray
    y_train: np.ndarray
    X_test: np.ndarray
    y_test: np.ndarray


def load_set(name: str, home: Path) -> tuple[np.ndarray, np.ndarray]:
    """A set by its short name, coded as Li coded it."""
    X, y = load(SETS[name], paper="li", data_home=home, return_X_y=True)
    return np.asarray(X, dtype=float), y


def split(X: np.ndarray, y: np.ndarray, seed: int) -> Split:
    """80 % for training, rounded down, without regard to the classes."""
    size = int(0.8 * len(y))
    X_train, X_test, y_train, y_test = train_test_split(X, y, train_size=size, random_state=seed)
    return Split(scaled(X_train, X_train), y_train, scaled(X_test, X_train), y_test)


def scaled(X: np.ndarray, reference: np.ndarray) -> np.ndarray:
    """To [-1, 1] by the range of the reference; what is constant there becomes 0."""
    low, high = reference.min(axis=0), reference.max(axis=0)
    span = np.where(high > low, high - low, 1.0)
    return np.where(high > low, 2 * (X - low) / span - 1, 0.0)
