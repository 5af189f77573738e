"""The loop: online learners in plain NumPy, one visit after another.

Everything is float64 and nothing is clever: every keeper hears of every visit, and a pass that
could be skipped is walked. Rules and bookkeeping follow Khardon and Wachman (2007), Figure 2, and
Li (2005), Algorithms 1, 2 and 6. A hypothesis is a pair ``(w, b)``: the score is ``<w, x> + b``,
and a step moves ``b`` by the square of the constant feature (C of Khardon and Wachman).
"""

import math
from collections.abc import Iterable, Sequence
from copy import copy
from dataclasses import dataclass
from itertools import islice
from typing import Any

import numpy as np

from reference.groups import GROUPS, Hypothesis, TwoClasses, Votes
from reference.keepers import KEEPERS
from reference.rules import Example, Move, Rule

Order = Sequence[int] | np.ndarray


@dataclass
class Result:
    """What a training run leaves behind; every hypothesis is a pair ``(w, b)``."""

    kept: dict[str, Hypothesis]  # by the name of the keeper, which is an attribute too
    pocket_evaluations: int
    votes: Votes
    counts: np.ndarray
    updates: list[int]
    mistakes: list[int]
    n_iter: int
    stop: str

    def __getattr__(self, name: str) -> Hypothesis:
        if name.startswith("_") or name not in self.kept:
            raise AttributeError(name)
        return self.kept[name]


class Walk:
    """The current hypothesis, the counters and the keepers, led from example to example."""

    def __init__(self, data: Any, rule: Rule, weights: np.ndarray, start: Hypothesis) -> None:
        self.data, self.rule, self.weights, self.hypothesis = data, rule, weights, start
        self.counts = np.zeros(len(weights), dtype=np.int64)
        self.keepers = {name: make(start, self.error) for name, make in KEEPERS.items()}

    def error(self, hypothesis: Hypothesis) -> float:
        return math.fsum(self.weights[self.data.margin(hypothesis) <= 0])

    def move(self, rule: Rule, margin: float, i: int) -> Move:
        data, (w, b) = self.data, self.hypothesis
        step = data.step(self.hypothesis, i)
        return rule.move(
            Example(
                margin=margin,
                norm2=data.norm2[i],
                reach=np.sum(np.square(step)) * (data.norm2[i] + data.constant2),
                count=int(self.counts[i]),
                weight=self.weights[i],
                y=data.sign(i),
                weights2=np.sum(w**2) + (np.sum(b**2) / data.constant2 if data.constant2 else 0.0),
                seen=self.keepers["averaged"].mass,
                x=data.X[i],
                constant=math.sqrt(data.constant2),
            )
        )

    def visit(self, i: int) -> tuple[bool, bool]:
        """Show one example; returns whether it made an update, and whether it was a mistake."""
        margin = self.data.margin(self.hypothesis, i)
        outcome, keep, add, *direction = self.move(self.rule, margin, i)
        if outcome == "update":
            (w, b), step = self.hypothesis, add * self.data.step(self.hypothesis, i)
            x, c = self.data.X[i], self.data.constant2
            if direction:
                x, c = direction[0][:-1], direction[0][-1] * math.sqrt(c)
            self.hypothesis = keep * w + np.multiply.outer(step, x), keep * b + step * c
            self.counts[i] += 1
        for keeper in self.keepers.values() if outcome != "suppressed" else ():
            getattr(keeper, outcome)(self.hypothesis, float(self.weights[i]))
        return outcome == "update", bool(margin <= 0)

    def once(self, order: Order) -> tuple[int, int]:
        """One pass; returns its updates and its mistakes."""
        visits = [self.visit(int(i)) for i in order]
        return sum(update for update, _ in visits), sum(mistake for _, mistake in visits)

    def reason_to_stop(self) -> str:
        """Why no example of the data can move the weights any more, or an empty string."""
        margins = self.data.margin(self.hypothesis)
        # A copy of the rule: asking must not teach it.
        moves = [self.move(copy(self.rule), m, i)[0] for i, m in enumerate(margins)]
        if "update" in moves:
            return ""
        return "separated" if np.all(margins > 0) else "no_update"

    def result(self, tallies: list[tuple[int, int]], stop: str, vote_of_start: bool) -> Result:
        return Result(
            kept={name: keeper.kept for name, keeper in self.keepers.items()},
            pocket_evaluations=self.keepers["pocket"].evaluations,
            votes=self.keepers["voted"].votes[0 if vote_of_start else 1 :],
            counts=self.counts,
            updates=[updates for updates, _ in tallies],
            mistakes=[mistakes for _, mistakes in tallies],
            n_iter=len(tallies),
            stop=stop,
        )


def train(
    X: np.ndarray,
    y: np.ndarray,
    passes: Iterable[Order],
    rule: Rule,
    *,
    weights: np.ndarray | None = None,
    init: Hypothesis | None = None,
    constant2: float = 1.0,
    fit_intercept: bool = True,
    max_iter: int | None = None,
    vote_of_start: bool = False,
    credit: bool = True,
) -> Result:
    """Train one hyperplane and return what every keeper would keep.

    Parameters
    ----------
    X, y : rows of shape (n, d), labels -1 or +1
    passes : one visiting order per pass; may be endless if ``max_iter`` is given
    rule : when and how far to move
    weights : multiply step and run, as given; ones by default
    init : the start ``(w, b)``, zeros by default
    constant2, fit_intercept : square of the constant feature, and whether there is one
    max_iter : most passes, by default all that are given
    vote_of_start : whether ``votes`` begins with the start
    credit : after an early stop, walk the remaining passes for the sake of the runs

    Examples
    --------
    >>> from reference import Perceptron
    >>> X, y = np.array([[2.0], [-1.0]]), np.array([1, -1])
    >>> fit = train(X, y, [[0, 1]] * 5, Perceptron(), fit_intercept=False)
    >>> fit.last[0].tolist(), fit.updates, fit.stop, fit.votes[0][2]
    ([2.0], [1, 0], 'separated', 9.0)
    """
    data = TwoClasses(X, y, constant2 if fit_intercept else 0.0)
    return _run(data, passes, rule, weights, init, max_iter, vote_of_start, credit)


def joint(
    X: np.ndarray,
    labels: np.ndarray,
    n_classes: int,
    passes: Iterable[Order],
    rule: Rule,
    *,
    group: str = "joint",
    positives: Sequence[int] | None = None,
    constant2: float = 1.0,
    fit_intercept: bool = True,
    **options: Any,
) -> Result:
    """Train several hyperplanes together, as a group does; by default one per class, where a step
    raises the own class and lowers the best other one.

    ``labels`` are 0 to ``n_classes - 1``, hypotheses have the shapes (K, d) and (K,) for the K
    lanes of one group, whose classes are ``positives``, and the options are those of `train`.

    Examples
    --------
    >>> from reference import Perceptron
    >>> X, labels = np.eye(3), [0, 1, 2]
    >>> joint(X, labels, 3, [[0, 1, 2]] * 9, Perceptron(), fit_intercept=False).stop
    'separated'
    """
    positives = range(n_classes) if positives is None else positives
    data = GROUPS[group](X, labels, positives, constant2 if fit_intercept else 0.0)
    return _run(data, passes, rule, **options)


def _start(data: Any, init: Hypothesis | None) -> Hypothesis:
    if init is None:
        return data.zero
    w, b = np.array(init[0], dtype=np.float64), np.array(init[1], dtype=np.float64)
    if np.any(b != 0) and data.constant2 == 0:
        raise ValueError(f"init has b={b} without an intercept; give b=0 or fit_intercept=True.")
    return w, b[()]


def _run(
    data: Any,
    passes: Iterable[Order],
    rule: Rule,
    weights: np.ndarray | None = None,
    init: Hypothesis | None = None,
    max_iter: int | None = None,
    vote_of_start: bool = False,
    credit: bool = True,
) -> Result:
    walk = Walk(data, rule, _weights(weights, len(data.X)), _start(data, init))
    orders, tallies, stop = list(islice(passes, max_iter)), [], ""
    for order in orders:
        tallies.append(walk.once(order))
        if tallies[-1][0] == 0 and (stop := walk.reason_to_stop()):
            break
    for order in orders[len(tallies) :] if credit else ():
        assert walk.once(order)[0] == 0, f"an update in a pass after the stop ({stop})"
    return walk.result(tallies, stop or "max_iter", vote_of_start)


def _weights(weights: np.ndarray | None, n: int) -> np.ndarray:
    return np.ones(n) if weights is None else np.asarray(weights, dtype=np.float64)
