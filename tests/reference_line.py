"""The exact line search by counting: one loop over intervals, one count per interval."""

from itertools import pairwise

import numpy as np


def crossings(s: np.ndarray, delta: np.ndarray) -> np.ndarray:
    """Crossing points ``s / delta``, in the precision of the data; not finite: no crossing."""
    with np.errstate(all="ignore"):
        return s / delta + s.dtype.type(0)


def net_crossings(c, y, delta, weights) -> list[float]:
    """Distinct crossing points, in order, whose weights do not cancel."""
    points = []
    for value in sorted({float(v) for v in c if np.isfinite(v)}):
        here = [i for i in range(len(c)) if np.isfinite(c[i]) and float(c[i]) == value]
        if sum(int(weights[i]) * int(y[i]) * int(np.sign(delta[i])) for i in here):
            points.append(value)
    return points


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


def error_in(low: float, high: float, c, y, s, delta, weights, flipped=False) -> int:
    """Weight of the wrong rows anywhere in an open interval, without choosing a point in it."""
    wrong = 0
    for ci, yi, si, di, wi in zip(c, y, s, delta, weights, strict=True):
        if np.isfinite(ci):
            score = np.sign(di) * (1 if float(ci) >= high else -1 if float(ci) <= low else 0)
            if score == 0:  # cancels with another row of the same crossing point
                score = np.sign(di)
        else:
            score = np.sign(si)
        score = -score if flipped else score
        wrong += int(wi) * bool(yi * score <= 0)
    return wrong


def constant(c, y, s, weights, flipped: bool) -> int:
    """Algorithm 3's error on the rows that cannot change, with sign(0) = -1."""
    sign = np.where(s > 0, 1, -1) * (-1 if flipped else 1)
    return sum(int(w) for w, ok in zip(weights, y * sign > 0, strict=True) if not ok) - sum(
        int(w)
        for w, ok, ci in zip(weights, y * sign > 0, c, strict=True)
        if not ok and np.isfinite(ci)
    )


def search(s, delta, y, weights, pick: float = 0.0) -> tuple[float, float, int]:
    """The leftmost best interval (or number ``floor(pick * count)``) and its error."""
    c = crossings(s, delta)
    found = intervals(net_crossings(c, y, delta, weights))
    errors = [error_in(low, high, c, y, s, delta, weights) for low, high in found]
    best = [k for k, e in enumerate(errors) if e == min(errors)]
    k = best[int(pick * len(best))]
    return (*found[k], errors[k])


def search_two_sided(s, delta, y, weights) -> tuple[float, float, int, bool]:
    """Algorithm 3: the best stump of either direction; the positive one wins ties."""
    c = crossings(s, delta)
    moving = np.isfinite(c)
    best = None
    for flipped in (False, True):
        fixed = constant(c, y, s, weights, flipped)
        part = (c[moving], y[moving], s[moving], delta[moving], weights[moving])
        for low, high in intervals(net_crossings(c, y, delta, weights)):
            error = error_in(low, high, *part, flipped) + fixed
            if best is None or error < best[2]:
                best = (low, high, error, flipped)
    return best
