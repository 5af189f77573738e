"""Stratified splits into training and test rows."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.model_selection import StratifiedKFold

RowNumbers = NDArray[np.intp]
HOLD_OUT_SHARE = 0.2
MOST_TEST_ROWS = 20_000
FEWEST_FOLDS = 3


@dataclass(frozen=True)
class Split:
    """Row numbers; the first n of ``train`` are a stratified sample of it, for any n."""

    train: RowNumbers
    test: RowNumbers


def stratified_order(codes: NDArray[Any], rng: np.random.Generator) -> RowNumbers:
    """Shuffle the rows so that the first n contain the classes in about their proportions.

    One row of each class comes first, so that even a short sample has all classes.
    """
    place = np.empty(len(codes))
    for code in np.unique(codes):
        rows = rng.permutation(np.flatnonzero(codes == code))
        place[rows] = (np.arange(len(rows)) + rng.random(len(rows))) / len(rows)
        place[rows[0]] = -rng.random()
    return np.argsort(place, kind="stable")


def possible_folds(codes: NDArray[Any], folds: int) -> int:
    """Return how many folds the class sizes allow.

    At most as many as the smallest class has rows, so that each fold tests it; but a class of one
    or two rows does not reduce them below three.
    """
    counts = np.unique(codes, return_counts=True)[1]
    least = min(FEWEST_FOLDS, int(counts.max()))
    return min(folds, max(int(counts.min()), least))


def n_test_rows(n_rows: int, folds: int) -> int:
    """Return the number of test rows of a split; one fold means a hold-out."""
    if folds > 1:
        return n_rows // folds
    return max(1, min(int(HOLD_OUT_SHARE * n_rows), MOST_TEST_ROWS))


def make_splits(codes: NDArray[Any], folds: int, repeat: int, seed: int) -> Iterator[Split]:
    """Yield the splits of one repeat, which depend on the seed and its number only."""
    rng = np.random.default_rng([seed, repeat])
    if folds == 1:
        order = stratified_order(codes, rng)
        n_test = n_test_rows(len(codes), 1)
        yield Split(order[:-n_test], order[-n_test:])
        return
    folder = StratifiedKFold(folds, shuffle=True, random_state=int(rng.integers(2**31)))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the notes report classes smaller than the folds
        parts = list(folder.split(np.zeros(len(codes)), codes))
    for train, test in parts:
        yield Split(train[stratified_order(codes[train], rng)], test)
