"""Random coordinate descent over rows in parts: the local search's steps, found by all together."""

from collections.abc import Sequence
from contextlib import nullcontext
from time import perf_counter
from typing import Any

import numpy as np

from rosenblatt import _core
from rosenblatt.distributed.line_search import (
    Points,
    best_interval,
    joined_histograms,
    joined_points,
)
from rosenblatt.distributed.part_descent import (
    ROUNDING,
    extent_of,
    moved,
    opened_part,
    part_histogram,
    part_points,
    products_of,
    refreshed,
    told,
)
from rosenblatt.distributed.tasks import HereTasks, Tasks
from rosenblatt.training.descent import DescentOptions, DescentResult

BATCH = 24  # directions that go out in one round trip
SHARES = (0.5, 0.375, 0.625, 0.28125, 0.5)
HUGE = 2.0**400
BLIND = ("uniform", "gaussian", "coordinate")  # directions that do not look at the rows


def descend_in_parts(
    parts: Sequence[tuple[Any, Any, Any]],
    start: Any,
    *,
    options: DescentOptions | None = None,
    seed: int = 0,
    cluster: Any = None,
) -> DescentResult:
    """Minimise the training error over rows that lie in parts.

    The result is that of :func:`rosenblatt.training.descent.descend` on the rows of all parts in
    double precision, bit for bit, ties included.

    Parameters
    ----------
    parts : sequence of (X, y, weights)
        Rows, labels +1 and -1, and weights (None: 1 each).
    start : array-like of shape (n_features + 1,)
        Starting weights, the intercept last.
    options : DescentOptions, default=None
        Directions that do not look at the rows ("uniform", "gaussian", "coordinate"), one-sided,
        without perturbations.
    seed : int, default=0
        Of the directions.
    cluster : str, distributed.Client or None, default=None
        Whose workers keep the parts; None keeps them here.

    Returns
    -------
    DescentResult
        Weights, error and history.

    Examples
    --------
    >>> import numpy as np
    >>> from rosenblatt.distributed import descend_in_parts
    >>> X, y = np.array([[-1.0], [0.5], [1.0]]), np.array([-1, -1, 1])
    >>> found = descend_in_parts([(X[:2], y[:2], None), (X[2:], y[2:], None)], np.zeros(2))
    >>> found.error, found.reason
    (0.0, 'separated')
    """
    options = options or DescentOptions()
    if options.directions not in BLIND or options.two_sided or options.perturb:
        raise ValueError(
            f"parts are searched along directions that do not look at the rows {BLIND}, one-sided "
            "and without perturbations; fit other variants to rows in memory."
        )
    with tasks_of(cluster) as tasks:
        return PartDescent(tasks, parts, np.array(start, dtype=np.float64), options, seed).run()


def tasks_of(cluster: Any) -> Any:
    """Those of a cluster, or of this process."""
    if cluster is None:
        return nullcontext(HereTasks())
    from rosenblatt.distributed.dask import connected

    return connected(cluster)


class PartDescent:
    """The weights of a descent, and the parts that keep its scores."""

    error: int
    drift: float  # how far rounding may have moved any score
    rescored: int

    def __init__(
        self, tasks: Tasks, parts: Sequence[Any], w: np.ndarray, options: DescentOptions, seed: int
    ) -> None:
        self.tasks, self.options, self.seed, self.w = tasks, options, seed, w
        units, self.scale = whole_weights(parts)
        calls = [(X, y, u) for (X, y, _), u in zip(parts, units, strict=True)]
        self.parts = tasks.start(opened_part, calls)
        extents = self._ask(extent_of)
        self.rows = sum(rows for rows, _ in extents)
        self.largest = np.max([largest for _, largest in extents], axis=0)
        self._refresh()

    def run(self) -> DescentResult:
        history, seconds, begin = [], [], perf_counter()
        epoch, epochs = 0, self.options.max_iter
        while epoch < epochs and self.error > 0:
            directions = self._directions(epoch, min(BATCH, epochs - epoch))
            products = self.tasks.start(products_of, [(part, directions) for part in self.parts])
            for number in range(len(directions)):
                if self.error == 0:
                    break
                self._search(directions[number], products, number)
                epoch += 1
                history.append(self.error / self.scale)
                seconds.append(perf_counter() - begin)
        reason = "max_iter" if self.error else "separated"
        kept = slice(None) if self.options.history else slice(0)
        return DescentResult(
            self.w,
            self.error / self.scale,
            epoch,
            reason,
            np.array(history[kept]),
            np.arange(1, epoch + 1)[kept],
            np.array(seconds[kept]),
        )

    def _ask(self, function: Any, *arguments: Any) -> list[Any]:
        return self.tasks.run(function, [(part, *arguments) for part in self.parts])

    def _directions(self, epoch: int, count: int) -> np.ndarray:
        core = self.options.to_core()
        return np.array(
            [_core.search_direction(core, self.seed, len(self.w), epoch + k) for k in range(count)]
        )

    # ------------------------------------------------------------------ one epoch

    def _search(self, d: np.ndarray, products: list[Any], number: int) -> None:
        pairs = list(zip(self.parts, products, strict=True))
        found = self.tasks.run(part_histogram, [(part, g, number) for part, g in pairs])

        def fetch(buckets: np.ndarray) -> Points:
            calls = [(part, g, number, buckets) for part, g in pairs]
            return joined_points(self.tasks.run(part_points, calls))

        low, high, _ = best_interval(joined_histograms(found), fetch)
        self._step(low, high, d, products, number)

    def _step(
        self, low: float, high: float, d: np.ndarray, products: list[Any], number: int
    ) -> None:
        for share in SHARES:
            alpha = -point_at(low, high, share)
            w = self.w + alpha * d
            size = self._reach(w)
            terms = 3.0 * len(w) + 3
            drift = self.drift + 1.01 * ROUNDING * (abs(alpha) * self._reach(d) * terms + size)
            calls = [
                (part, g, number, alpha, w, size, 1.01 * drift)
                for part, g in zip(self.parts, products, strict=True)
            ]
            parts = self.tasks.start(moved, calls)
            answers = self.tasks.run(told, [(part,) for part in parts])
            self.rescored += sum(rescored for _, _, rescored in answers)
            if all(clean for _, clean, _ in answers):
                break
        error = sum(error for error, _, _ in answers)
        if error > self.error:
            return
        self.parts, self.w, self.error, self.drift = parts, w, error, drift
        if size > HUGE or self.rescored > self.rows // 16 + 16:
            self._refresh()

    def _refresh(self) -> None:
        size = self._reach(self.w)
        if size > HUGE:
            self.w = self.w * 2.0 ** -np.floor(np.log2(size))
            size = self._reach(self.w)
        self.parts = self.tasks.start(refreshed, [(part, self.w, size) for part in self.parts])
        self.error = sum(error for error, _, _ in self._ask(told))
        self.drift, self.rescored = ROUNDING * size, 0

    def _reach(self, w: np.ndarray) -> float:
        """An upper bound of the size of any score."""
        terms = np.abs(w) * self.largest
        total = float(terms[-1])
        for term in terms[:-1].tolist():
            total += term
        return total


def whole_weights(parts: Sequence[Any]) -> tuple[list[np.ndarray], float]:
    """Weights in whole numbers for all parts alike, and how many of them make up 1."""
    counts = [len(y) for _, y, _ in parts]
    if all(weights is None for *_, weights in parts):
        return [np.ones(count, dtype=np.int64) for count in counts], 1.0
    every = [np.ones(n) if w is None else w for n, (*_, w) in zip(counts, parts, strict=True)]
    units, scale = _core.quantise(np.concatenate(every).astype(np.float64))
    return np.split(units.astype(np.int64), np.cumsum(counts)[:-1]), float(scale)


def point_at(low: float, high: float, share: float) -> float:
    """The point of an interval at a share of the way, as in the core."""
    if low == -np.inf and high == np.inf:
        return 8 * share - 4
    if low == -np.inf:
        return high - 2 * share * unit_of(high)
    if high == np.inf:
        return low + 2 * share * unit_of(low)
    return (1 - share) * low + share * high


def unit_of(end: float) -> float:
    return max(1.0, abs(end) * 2.0**-40)
