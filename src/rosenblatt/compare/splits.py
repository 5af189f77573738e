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


def make_splits(
    codes: NDArray[Any], folds: int, repeat: int, seed: int, groups: NDArray[Any] | None = None
) -> Iterator[Split]:
    """Yield the splits of one repeat, which depend on the seed and its number only.

    Rows of a group are together in the training or in the test part; a group counts as one row of
    the class of its first row when folds are made.
    """
    rng = np.random.default_rng([seed, repeat])
    for train, test in _parts(unit_codes(codes, groups), folds, rng, n_test_rows(len(codes), 1)):
        if groups is not None:
            in_test = np.isin(groups, test)
            train, test = np.flatnonzero(~in_test), np.flatnonzero(in_test)
        if folds == 1 and groups is None:
            yield Split(train, test)
        else:
            yield Split(train[stratified_order(codes[train], rng)], test)


def unit_codes(codes: NDArray[Any], groups: NDArray[Any] | None) -> NDArray[Any]:
    """The class of each unit that splits keep whole: a row, or a group of rows."""
    return codes if groups is None else codes[np.unique(groups, return_index=True)[1]]


def _parts(
    codes: NDArray[Any], folds: int, rng: np.random.Generator, n_test: int
) -> Iterator[tuple[RowNumbers, RowNumbers]]:
    if folds == 1:
        order = stratified_order(codes, rng)
        n_test = min(n_test, n_test_rows(len(codes), 1))
        yield order[:-n_test], order[-n_test:]
        return
    folder = StratifiedKFold(folds, shuffle=True, random_state=int(rng.integers(2**31)))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the notes report classes smaller than the folds
        parts = list(folder.split(np.zeros(len(codes)), codes))
    yield from parts
