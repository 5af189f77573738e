"""Small data sets and the folder of the papers' real ones."""

import gc
import os
from pathlib import Path

import numpy as np
import pytest

os.environ.setdefault("SCIPY_ARRAY_API", "1")  # before SciPy is imported: a check needs it


def pytest_collection_finish() -> None:
    """Leave modules and collected tests, which stay until the end, out of garbage collections.

    They are hundreds of thousands of objects, a quarter of a second each time they are walked.
    """
    gc.collect()
    gc.freeze()


def pytest_unconfigure() -> None:
    gc.unfreeze()  # what is left at the end is freed, so that a leak of the core would be told


@pytest.fixture(scope="session")
def data_home() -> Path:
    """A folder with the papers' small data sets: that of all of them, else the package's."""
    from data_folders import folder_at_hand

    return folder_at_hand()


@pytest.fixture(scope="session")
def large_data_home() -> Path:
    """The folder of all data sets, the large ones too."""
    from data_folders import ABSENT, folder_of_all

    folder = folder_of_all()
    if folder is None:
        pytest.skip(ABSENT)
    return folder


@pytest.fixture
def noisy_data() -> tuple[np.ndarray, np.ndarray]:
    """Small integers with ties, zeros and a tenth of the labels wrong; classes 0, 1, 2."""
    rng = np.random.default_rng(7)
    X = rng.integers(-3, 4, size=(60, 5)).astype(float)
    X[rng.random(X.shape) < 0.3] = 0.0
    scores = X @ rng.integers(-2, 3, size=(5, 3)) + rng.normal(size=(60, 3))
    return X, scores.argmax(axis=1)
