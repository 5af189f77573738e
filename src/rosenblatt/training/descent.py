"""Exact 0/1 descents: many problems over one table in one compiled call."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import inf
from typing import Any

import numpy as np

from rosenblatt import _core

MOST_EPOCHS = 2**62
DIRECTIONS = ("uniform", "gaussian", "coordinate", "gradient", "mixed")


@dataclass(frozen=True)
class DescentOptions:
    """How to descend; the words are those of :class:`rosenblatt.RCDPerceptron`."""

    directions: str = "uniform"
    bias_direction: bool = True
    orthogonal: bool = False
    two_sided: bool = False
    fit_intercept: bool = True
    perturb: bool = False
    max_iter: int = 2000
    history: bool = True
    by_sorting: bool = False  # slow, with the same result as buckets

    def to_core(self) -> Any:
        return _core.DescentOptions(
            directions=getattr(_core.Directions, self.directions),
            bias_direction=self.bias_direction,
            orthogonal=self.orthogonal,
            two_sided=self.two_sided,
            intercept=self.fit_intercept,
            perturb=self.perturb,
            epochs=min(self.max_iter, MOST_EPOCHS),
            history=self.history,
            method=_core.Method.sort if self.by_sorting else _core.Method.buckets,
        )


@dataclass
class DescentProblem:
    """One hyperplane to find: a split, a class, a round of boosting, a restart.

    ``labels`` (int8: +1, -1), ``weights`` (float64; None: 1 each) run over all rows of the table;
    ``rows`` (int64; None: all) names those that take part, with repetition if a row is to count
    more than once. ``start`` holds weights with the intercept last. ``shift`` (float64, one number
    for each column; None: 0) moves all rows without touching them: directions are drawn for the
    rows minus the shift, while weights remain those of the rows as they are.
    """

    labels: np.ndarray
    start: np.ndarray
    weights: np.ndarray | None = None
    rows: np.ndarray | None = None
    seed: int = 0
    options: DescentOptions = field(default_factory=DescentOptions)
    shift: np.ndarray | None = None

    def to_core(self) -> Any:
        start = np.ascontiguousarray(self.start, dtype=np.float64)
        options = self.options.to_core()
        return _core.DescentProblem(
            self.labels, start, self.weights, self.rows, options, self.seed, self.shift
        )


@dataclass
class DescentResult:
    """What a descent found: the weights, intercept last, and the weight of the wrong rows."""

    weights: np.ndarray
    error: float
    n_iter: int
    reason: str  # "separated", "max_iter" or "time_limit"
    history: np.ndarray  # errors after the epochs below: all of them, or some of very many
    epochs: np.ndarray
    seconds: np.ndarray  # since the call of descend


def descend(
    table: Any,
    problems: Sequence[DescentProblem],
    *,
    threads: int = 1,
    time_limit: float | None = None,
    report: Callable[[list[tuple[int, float]]], Any] | None = None,
    every: float = 0.2,
    at_part: Callable[[int, int, float, np.ndarray], Any] | None = None,
    part: int = 1,
) -> list[DescentResult]:
    """Minimise the training error of every problem, the interpreter lock released.

    Parameters
    ----------
    table : _core.Table
        Rows, as :func:`~rosenblatt.training.rows.open_rows` gives them (columns of sparse rows in
        order).
    problems : sequence of DescentProblem
        They share nothing but the table.
    threads : int, default=1
        Threads that take one problem after another; the results are the same for any number.
    time_limit : float, default=None
        Seconds; each problem has its share of them.
    report : callable, default=None
        Called some times a second with epochs and error of every problem so far. If it returns
        something true, all end with what they have, as if the time were over.
    every : float, default=0.2
        Seconds between two reports.
    at_part : callable, default=None
        Called after every ``part`` epochs of a problem with its number, these epochs, the error and
        the best weights so far; problems then come one after another. If it returns something true,
        this problem ends, and the next ones do not begin.
    part : int, default=1
        Epochs between two such calls.

    Returns
    -------
    found : list of DescentResult
        In the order of the problems. Ctrl-C raises KeyboardInterrupt instead.

    Notes
    -----
    Rows with ``y <w, x> <= 0`` are wrong. Directions that look at the rows ("gradient", "mixed")
    sum over them in the order given, so they depend on it; the others do not.

    Examples
    --------
    >>> import numpy as np
    >>> from rosenblatt.training.descent import DescentProblem, descend
    >>> from rosenblatt.training.rows import open_rows
    >>> X, y = np.array([[-1.0], [0.5], [1.0]]), np.array([-1, -1, 1], dtype=np.int8)
    >>> [found] = descend(open_rows(X).table, [DescentProblem(y, np.zeros(2))])
    >>> found.error, found.reason
    (0.0, 'separated')
    """
    seconds = inf if time_limit is None else time_limit
    given = [p.to_core() for p in problems]
    results = _core.descend(table, given, threads, seconds, report, every, at_part, part)
    return [DescentResult(*result) for result in results]
