"""What a part does in a distributed descent: rows of doubles, and their scores along the way.

Sums begin with the intercept and go on column by column, and every step is that of the core
(``core/search/descent_state.hpp``), so scores, errors and steps are the same, bit for bit.
"""

from dataclasses import dataclass, replace

import numpy as np

from rosenblatt.distributed.line_search import Histogram, Points, histogram_of, points_of

ROUNDING = 2.0**-53


@dataclass(frozen=True)
class DescentPart:
    """Rows with the labels multiplied in, the constant last; whole weights; scores."""

    rows: np.ndarray
    units: np.ndarray
    z: np.ndarray
    clean: bool = True
    rescored: int = 0

    @property
    def error(self) -> int:
        """Weight of the rows that are wrong."""
        return int(self.units[self.z <= 0].sum())


def opened_part(X: np.ndarray, y: np.ndarray, units: np.ndarray) -> DescentPart:
    """The rows of positive weight."""
    chosen = np.flatnonzero(units)
    labels = np.asarray(y, dtype=np.float64)[chosen]
    rows = np.column_stack([np.asarray(X, dtype=np.float64)[chosen], np.ones(len(chosen))])
    return DescentPart(rows * labels[:, None], units[chosen], np.zeros(len(chosen)))


def extent_of(part: DescentPart) -> tuple[int, np.ndarray]:
    """Number of rows, and the largest size of each column."""
    return len(part.rows), np.abs(part.rows).max(axis=0, initial=0.0)


def products_of(part: DescentPart, directions: np.ndarray) -> np.ndarray:
    """How the scores change along each direction."""
    return np.array([scores(part.rows, direction) for direction in directions])


def scores(rows: np.ndarray, w: np.ndarray) -> np.ndarray:
    total = rows[:, -1] * w[-1]
    for j in range(rows.shape[1] - 1):
        total = total + rows[:, j] * w[j]
    return total


def sizes(rows: np.ndarray, w: np.ndarray) -> np.ndarray:
    """The sum of the sizes of the terms of each score."""
    total = np.abs(rows[:, -1] * w[-1])
    for j in range(rows.shape[1] - 1):
        total = total + np.abs(rows[:, j] * w[j])
    return total


def exact_scores(rows: np.ndarray, w: np.ndarray, size: float) -> np.ndarray:
    """Scores; those that are nothing but rounding errors are 0. ``size`` bounds all of them."""
    found, noise = scores(rows, w), ROUNDING * len(w)
    small = np.flatnonzero(np.abs(found) <= noise * size)
    if len(small):
        real = np.abs(found[small]) > noise * sizes(rows[small], w)
        found[small] = np.where(real, found[small], 0.0)
    return found


def refreshed(part: DescentPart, w: np.ndarray, size: float) -> DescentPart:
    """Scored again from the weights."""
    return replace(part, z=exact_scores(part.rows, w, size), clean=True, rescored=0)


def moved(
    part: DescentPart, g: np.ndarray, number: int, alpha: float, w: np.ndarray, size: float,
    band: float,
) -> DescentPart:  # fmt: skip
    """After a step along direction ``number``, to the weights ``w``; scores within ``band`` of 0
    are made again from them. Not ``clean`` if a row that moves ends on the hyperplane."""
    change = g[number]
    z = part.z + alpha * change
    near = np.flatnonzero(np.abs(z) <= band)
    z[near] = exact_scores(part.rows[near], w, size)
    noise = ROUNDING * len(w) * size
    with np.errstate(over="ignore"):
        moves = (np.abs(alpha * change[near]) > noise) | ((alpha == 0) & (change[near] != 0))
    clean = not bool((moves & (z[near] == 0)).any())
    return replace(part, z=z, clean=clean, rescored=len(near))


def told(part: DescentPart) -> tuple[int, bool, int]:
    """Error, whether no row ended on the hyperplane, and how many were scored again."""
    return part.error, part.clean, part.rescored


def part_histogram(part: DescentPart, g: np.ndarray, number: int) -> Histogram:
    return histogram_of(part.z, g[number], part.units)


def part_points(part: DescentPart, g: np.ndarray, number: int, buckets: np.ndarray) -> Points:
    return points_of(part.z, g[number], part.units, buckets)
