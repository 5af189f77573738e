"""Whether one column alone predicts the target: then it may be known only after the target is."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

FEWEST_ROWS, MOST_ROWS = 30, 20_000
MOST_CELLS, FEWEST_SAMPLED = 2_000_000, 500
FEW_VALUES, MOST_BINS, ROWS_IN_A_BIN = 50, 100, 20
SHARE_OF_GUESSING = 0.02


def telling_columns(
    columns: dict[str, NDArray[Any]], target: NDArray[Any], seed: int = 0
) -> dict[str, float]:
    """Return the columns that alone predict nearly every label, with the share they get wrong.

    A label is predicted from the other rows with the same value, or of the same bin of values, or
    by the best threshold; nearly every means with a fiftieth of the errors of guessing.
    """
    codes = np.unique(target, return_inverse=True)[1]
    if len(codes) < FEWEST_ROWS:
        return {}
    most = min(MOST_ROWS, max(MOST_CELLS // len(columns), FEWEST_SAMPLED))
    if len(codes) > most:
        rows = np.random.default_rng(seed).choice(len(codes), most, replace=False)
        codes, columns = codes[rows], {name: column[rows] for name, column in columns.items()}
    limit = SHARE_OF_GUESSING * (1 - np.bincount(codes).max() / len(codes))
    errors = {name: error_alone(column, codes) for name, column in columns.items()}
    return {name: error for name, error in errors.items() if error <= limit and limit > 0}


def error_alone(column: NDArray[Any], codes: NDArray[np.intp]) -> float:
    """Return the share of labels that the column alone predicts wrongly."""
    if column.dtype == object:
        return _error_by_values(_places(column), codes)
    known = np.where(np.isnan(column), np.inf, column)
    values, places = np.unique(known, return_inverse=True)
    n_bins = min(MOST_BINS, len(codes) // ROWS_IN_A_BIN)
    edges = np.unique(np.quantile(places, np.linspace(0, 1, n_bins + 1)[1:-1]))
    errors = [_error_by_values(np.searchsorted(edges, places, side="right"), codes)]
    if len(values) <= FEW_VALUES:
        errors.append(_error_by_values(places, codes))
    if codes.max() == 1:
        errors.append(_error_of_threshold(places, codes))
    return min(errors)


def _places(column: NDArray[Any]) -> NDArray[np.intp]:
    places: dict[Any, int] = {}
    return np.array([places.setdefault(cell, len(places)) for cell in column.tolist()])


def _error_by_values(places: NDArray[np.intp], codes: NDArray[np.intp]) -> float:
    """Each label is predicted as the most frequent one among the other rows of its value."""
    n_classes = int(codes.max()) + 1
    pairs, counts = np.unique(places * n_classes + codes, return_counts=True)
    values = np.unique(pairs // n_classes, return_inverse=True)[1]
    largest, second = _two_largest(values, counts)
    rivals = np.where(counts == largest[values], second[values], largest[values])
    return 1 - float(counts[counts - 1 > rivals].sum()) / len(codes)


def _two_largest(
    groups: NDArray[np.intp], counts: NDArray[np.intp]
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return the largest and the second largest count of each group, 0 if there is none."""
    order = np.lexsort((-counts, groups))
    groups, counts = groups[order], counts[order]
    starts = np.flatnonzero(np.diff(groups, prepend=-1))
    nexts = starts + 1
    inside = nexts < np.append(starts[1:], len(groups))
    second = np.zeros(len(starts), counts.dtype)
    second[inside] = counts[nexts[inside]]
    return counts[starts], second


def _error_of_threshold(places: NDArray[np.intp], codes: NDArray[np.intp]) -> float:
    """Return the least error of a threshold between two values, for two classes."""
    signs = np.bincount(places, 2.0 * codes - 1)
    above = np.concatenate([[0.0], np.cumsum(signs)])
    ones = float(codes.sum())
    errors = np.minimum(len(codes) - ones + above, ones - above)
    return float(errors.min()) / len(codes)
