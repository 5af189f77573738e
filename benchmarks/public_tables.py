"""Public tables of two classes, in two halves: one to choose on, the other to judge once.

The tables that ship with the package, some of scikit-learn's, generated ones of Li's paper, and, of
four large ones, a sample of rows. Ordered by name, every other one belongs to the judging half.
"""

import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from sklearn.datasets import load_digits, load_iris, load_wine
from sklearn.impute import SimpleImputer
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler

from benchmarks.sets import data_home
from rosenblatt.datasets import load, make_ringnorm, make_threenorm, make_yinyang

MOST_ROWS = 1500
TEST_SHARE = 0.2
TwoClasses = tuple[np.ndarray, np.ndarray]  # rows; whether each is of the positive class

# Name of the table, and what its positive classes are called.
STORED = {
    "adult": (">50K",),
    "ann_thyroid": ("3",),
    "australian": ("1",),
    "breast_cancer_wisconsin": ("4",),
    "bupa": ("2",),
    "cleveland": ("1", "2", "3", "4"),
    "covtype": ("2",),
    "crx": ("+",),
    "german_numeric": ("2",),
    "glass": ("2",),
    "heart_statlog": ("2",),
    "ionosphere": ("g",),
    "pima_diabetes": ("1",),
    "promoters": ("+",),
    "sonar": ("M",),
    "usps": ("1", "3", "5", "7", "9"),
    "vehicle": ("saab",),
    "votes84": ("democrat",),
    "w8a": ("1",),
    "wdbc": ("M",),
    "wpbc": ("R",),
}
NEED_FOLDER = ("adult", "covtype", "usps", "w8a")
SKLEARN: dict[str, tuple[Callable[..., Any], tuple[int, ...]]] = {
    "digits": (load_digits, (1, 3, 5, 7, 9)),
    "iris": (load_iris, (1,)),
    "wine": (load_wine, (1,)),
}
GENERATED: dict[str, Callable[..., Any]] = {
    "ringnorm": make_ringnorm,
    "threenorm": make_threenorm,
    "yinyang": make_yinyang,
}
TABLES = tuple(sorted([*STORED, *SKLEARN, *GENERATED]))
CHOOSING, JUDGING = TABLES[0::2], TABLES[1::2]


@lru_cache(maxsize=2)
def rows_of(name: str) -> TwoClasses:
    """All rows of a table, or a sample of 1500 of them."""
    X, positive = whole(name)
    if X.shape[0] > MOST_ROWS:
        drawn = np.random.RandomState(0).permutation(X.shape[0])[:MOST_ROWS]
        X, positive = X[drawn], positive[drawn]
    X = np.asarray(X.toarray() if hasattr(X, "toarray") else X, dtype=np.float64)
    return X, positive


def whole(name: str) -> tuple[Any, np.ndarray]:
    if name in GENERATED:
        X, y = GENERATED[name](n_samples=MOST_ROWS, random_state=0)
        return X, y == np.unique(y)[1]
    if name in SKLEARN:
        loader, positive = SKLEARN[name]
        X, y = loader(return_X_y=True)
        return X, np.isin(y, positive)
    home = data_home() if name in NEED_FOLDER else None
    if name in NEED_FOLDER and home is None:
        sys.exit(f"{name} is not shipped: set ROSENBLATT_DATA to the folder of manifest.json.")
    X, y = load(name, data_home=home, return_X_y=True)
    return X, np.isin(np.asarray(y).astype(str), STORED[name])


@dataclass(frozen=True)
class TablePart:
    """A random split of a table."""

    X_train: np.ndarray
    X_test: np.ndarray
    y_train: np.ndarray
    y_test: np.ndarray


def part(name: str, seed: int, scaling: str) -> TablePart:
    """A random 80/20 split, raw or standardised by the training rows; gaps become their means."""
    X, y = rows_of(name)
    split = train_test_split(X, y, test_size=TEST_SHARE, random_state=seed, stratify=y)
    X_train, X_test, y_train, y_test = split
    imputer = SimpleImputer(keep_empty_features=True).fit(X_train)
    X_train, X_test = imputer.transform(X_train), imputer.transform(X_test)
    if scaling == "standardised":
        scaler = StandardScaler().fit(X_train)
        X_train, X_test = scaler.transform(X_train), scaler.transform(X_test)
    return TablePart(X_train, X_test, y_train, y_test)
