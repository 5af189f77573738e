"""The exact line search over rows that lie in parts.

Every part answers with a histogram of its crossing points. The buckets are those of the leading
bits of a double, the same for all parts and searches, and equal points are never parted; so the sum
of the histograms gives the exact error between buckets and a bound within each, and only the points
of buckets that may hold the optimum are asked for. The interval is that of the local search.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

BUCKET_BITS = 48  # of a double that do not matter for its bucket: sign, exponent, 4 bits are left
SIGN = np.int64(-(2**63))


@dataclass(frozen=True)
class Histogram:
    """Crossing points of some rows: buckets in rising order, the weight by which the error falls
    and rises in each as t passes it from left to right, and the error left of all points."""

    buckets: np.ndarray
    falls: np.ndarray
    rises: np.ndarray
    before: int


Points = tuple[np.ndarray, np.ndarray]  # distinct crossing points and what the error changes there


def crossings(z: np.ndarray, g: np.ndarray) -> np.ndarray:
    """Where rows change sides: ``w - c d`` scores 0; not finite where they never do."""
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        return z / g + 0.0


def buckets_of(points: np.ndarray) -> np.ndarray:
    """The bucket of each finite point; it rises with the point.

    Examples
    --------
    >>> import numpy as np
    >>> from rosenblatt.distributed.line_search import buckets_of
    >>> found = buckets_of(np.array([-2.0, -1e-300, 0.0, 1.0, 1.0 + 1e-9, 1.1]))
    >>> bool((np.diff(found) >= 0).all()), int(found[3] == found[4]), int(found[4] == found[5])
    (True, 1, 0)
    """
    bits = points.view(np.int64)
    return np.where(bits < 0, SIGN - bits, bits) >> BUCKET_BITS


def histogram_of(z: np.ndarray, g: np.ndarray, units: np.ndarray) -> Histogram:
    """The answer of one part; ``units`` are the weights of its rows in whole numbers."""
    points = crossings(z, g)
    moving = np.isfinite(points)
    rising = g[moving] > 0
    weights = units[moving]
    buckets, places = np.unique(buckets_of(points[moving]), return_inverse=True)
    falls, rises = (
        np.bincount(places[chosen], weights[chosen], len(buckets)).astype(np.int64)
        for chosen in (~rising, rising)
    )
    stuck = units[~moving & (z <= 0)].sum()
    return Histogram(buckets, falls, rises, int(falls.sum() + stuck))


def points_of(z: np.ndarray, g: np.ndarray, units: np.ndarray, buckets: np.ndarray) -> Points:
    """The crossing points of one part in some buckets, equal ones joined."""
    points = crossings(z, g)
    chosen = np.flatnonzero(np.isfinite(points))
    chosen = chosen[np.isin(buckets_of(points[chosen]), buckets)]
    return joined_points([(points[chosen], np.where(g[chosen] > 0, 1, -1) * units[chosen])])


def joined_points(parts: Sequence[Points]) -> Points:
    """Distinct points in rising order, with the sum of what the error changes at each."""
    values = np.concatenate([values for values, _ in parts])
    changes = np.concatenate([changes for _, changes in parts])
    distinct, places = np.unique(values, return_inverse=True)
    total = np.zeros(len(distinct), dtype=np.int64)
    np.add.at(total, places, changes.astype(np.int64))
    return distinct, total


def joined_histograms(parts: Sequence[Histogram]) -> Histogram:
    """That of all rows together."""
    every = np.concatenate([part.buckets for part in parts])
    buckets, places = np.unique(every, return_inverse=True)
    falls, rises = np.zeros((2, len(buckets)), dtype=np.int64)
    np.add.at(falls, places, np.concatenate([part.falls for part in parts]))
    np.add.at(rises, places, np.concatenate([part.rises for part in parts]))
    return Histogram(buckets, falls, rises, sum(part.before for part in parts))


def best_interval(
    found: Histogram, fetch: Callable[[np.ndarray], Points]
) -> tuple[float, float, int]:
    """The leftmost interval of least error, and that error.

    Parameters
    ----------
    found : Histogram
        Of all rows.
    fetch : callable
        Called with buckets; returns their points, of all rows.
    """
    ends = found.before + np.cumsum(found.rises - found.falls)
    worthy = worth_looking(found, ends)
    low, error, points = walk(found, ends, worthy, fetch)
    return low, next_point(found, low, points, fetch), error


def worth_looking(found: Histogram, ends: np.ndarray) -> np.ndarray:
    """Buckets within which the error may be as low as the lowest that is known, or further to the
    right lower than that."""
    best = min(found.before, ends.min(initial=found.before))
    bounds = ends - found.rises  # the error in a bucket never goes below this
    if found.before == best:
        return np.flatnonzero(bounds < best)
    known = int(np.argmax(ends == best))
    limit = np.where(np.arange(len(ends)) <= known, best, best - 1)
    return np.flatnonzero(bounds <= limit)


def walk(
    found: Histogram, ends: np.ndarray, worthy: np.ndarray, fetch: Callable[[np.ndarray], Points]
) -> tuple[float, int, Points]:
    """From left to right over the points of the buckets; the first of the lowest errors stays."""
    low, best, points = -np.inf, found.before, (np.zeros(0), np.zeros(0, dtype=np.int64))
    if not len(worthy):
        return low, best, points
    points = fetch(found.buckets[worthy])
    owners = np.searchsorted(found.buckets, buckets_of(points[0]))
    for number in worthy:
        inside = np.flatnonzero((owners == number) & (points[1] != 0))
        start = found.before if number == 0 else ends[number - 1]
        errors = start + np.cumsum(points[1][inside])
        if len(errors) and errors.min() < best:
            first = int(np.argmin(errors))
            low, best = float(points[0][inside[first]]), int(errors[first])
    return low, best, points


def next_point(
    found: Histogram, low: float, known: Points, fetch: Callable[[np.ndarray], Points]
) -> float:
    """The first point right of ``low`` at which the error changes."""
    first = (
        0 if low == -np.inf else int(np.searchsorted(found.buckets, buckets_of(np.array([low]))[0]))
    )
    have = set(buckets_of(known[0]).tolist())
    for bucket in found.buckets[first:]:
        values, changes = known if int(bucket) in have else fetch(np.array([bucket]))
        inside = (buckets_of(values) == bucket) & (values > low) & (changes != 0)
        if inside.any():
            return float(values[inside][0])
    return np.inf
