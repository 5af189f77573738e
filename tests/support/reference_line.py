"""The exact line search by counting: every row in every interval, nothing carried over."""

from itertools import pairwise

import numpy as np


def crossings(s: np.ndarray, delta: np.ndarray) -> np.ndarray:
    """Crossing points ``s / delta``, in the precision of the data; not finite: no crossing."""
    with np.errstate(all="ignore"):
        return s / delta + s.dtype.type(0)


def net_crossings(c, y, delta, weights) -> list[float]:
    """Distinct crossing points, in order, whose weights do not cancel."""
    moving = np.isfinite(c)
    values, at = np.unique(c[moving], return_inverse=True)
    nets = np.bincount(at, (weights * y * np.sign(delta))[moving], len(values))
    return values[nets != 0].astype(float).tolist()


def intervals(points: list[float]) -> list[tuple[float, float]]:
    """The open intervals between neighbouring points, with both ends of the line."""
    edges = [-np.inf, *points, np.inf]
    return list(pairwise(edges))


def middle(low: float, high: float) -> float:
    """Midpoint; in an end interval one unit beyond its end; 0 if there is no crossing point."""
    if np.isinf(low) and np.isinf(high):
        return 0.0
    if np.isinf(low):
        return high - max(1.0, abs(high) * 2.0**-40)
    if np.isinf(high):
        return low + max(1.0, abs(low) * 2.0**-40)
    return 0.5 * low + 0.5 * high


def errors_in(found, c, y, s, delta, weights, flipped=False) -> list[int]:
    """Weight of the wrong rows anywhere in each open interval, without choosing a point in it."""
    low = np.array([low for low, _ in found])[:, None]
    # A row whose point lies within cancels with others of that point: either side will do.
    side = np.where(c <= low, -1, 1)
    score = np.where(np.isfinite(c), side * np.sign(delta), np.sign(s)) * (-1 if flipped else 1)
    return ((y * score <= 0) @ weights.astype(np.int64)).tolist()


def constant(c, y, s, weights, flipped: bool) -> int:
    """Algorithm 3's error on the rows that cannot change, with sign(0) = -1."""
    sign = np.where(s > 0, 1, -1) * (-1 if flipped else 1)
    return int(weights[(y * sign <= 0) & ~np.isfinite(c)].sum())


def search(s, delta, y, weights, pick: float = 0.0) -> tuple[float, float, int]:
    """The leftmost best interval (or number ``floor(pick * count)``) and its error."""
    c = crossings(s, delta)
    found = intervals(net_crossings(c, y, delta, weights))
    errors = errors_in(found, c, y, s, delta, weights)
    best = [k for k, e in enumerate(errors) if e == min(errors)]
    k = best[int(pick * len(best))]
    return (*found[k], errors[k])


def search_two_sided(s, delta, y, weights) -> tuple[float, float, int, bool]:
    """Algorithm 3: the best stump of either direction; the positive one wins ties."""
    c = crossings(s, delta)
    moving = np.isfinite(c)
    part = (c[moving], y[moving], s[moving], delta[moving], weights[moving])
    found = intervals(net_crossings(c, y, delta, weights))
    tried = []
    for flipped in (False, True):
        fixed = constant(c, y, s, weights, flipped)
        for (low, high), error in zip(found, errors_in(found, *part, flipped), strict=True):
            tried.append((low, high, error + fixed, flipped))
    return min(tried, key=lambda stump: stump[2])
