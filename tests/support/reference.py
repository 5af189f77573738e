"""The slow truth: online learners in plain NumPy, one loop, a few lines per rule and per keeper.

Everything is float64 and nothing is clever: every keeper hears of every visit, and a pass that
could be skipped is walked. Rules and bookkeeping follow Khardon and Wachman (2007), Figure 2, and
Li (2005), Algorithms 1, 2 and 6. A hypothesis is a pair ``(w, b)``: the score is ``<w, x> + b``,
and a step moves ``b`` by the square of the constant feature (C of Khardon and Wachman).

A rule's ``move(example)`` returns an outcome (right, suppressed or update), ``keep`` and ``add``;
an update is ``(w, b) = keep (w, b) + add y (x, constant2)``.
"""

import math
from collections.abc import Callable, Iterable, Sequence
from copy import copy
from dataclasses import dataclass
from itertools import islice
from typing import Any

import numpy as np

Order = Sequence[int] | np.ndarray
Hypothesis = tuple[Any, Any]
Rule = Any
Votes = list[tuple[Any, Any, float]]
Move = tuple[str, float, float]
EVERY = slice(None)
RIGHT: Move = ("right", 1.0, 0.0)
SUPPRESSED: Move = ("suppressed", 1.0, 0.0)


@dataclass
class Result:
    """What a training run leaves behind; every hypothesis is a pair ``(w, b)``."""

    last: Hypothesis
    longest: Hypothesis
    averaged: Hypothesis
    pocket: Hypothesis
    pocket_evaluations: int
    votes: Votes
    counts: np.ndarray
    updates: list[int]
    mistakes: list[int]
    n_iter: int
    stop: str


@dataclass
class Example:
    """What a rule is shown of a row, as in the core."""

    margin: float
    norm2: float
    reach: float
    count: int
    weight: float
    y: int
    weights2: float
    seen: float


@dataclass
class Perceptron:
    """Learn if ``margin + [count != 0] lam |x|^2 <= tau`` (raw units), at most ``alpha`` times.

    Rows of the negative class may have a tau of their own.
    """

    tau: float = 0.0
    lam: float = 0.0
    alpha: float = math.inf
    eta0: float = 1.0
    tau_negative: float | None = None

    def move(self, e: Example) -> Move:
        tau = self.tau if e.y > 0 or self.tau_negative is None else self.tau_negative
        if e.margin + (self.lam * e.norm2 if e.count != 0 else 0.0) > tau:
            return RIGHT
        if e.count >= self.alpha:
            return SUPPRESSED
        return "update", 1.0, self.eta0 * e.weight


@dataclass
class PassiveAggressive:
    """The least change that leaves the row with margin 1, held back by ``c``."""

    c: float = 1.0
    squared: bool = False

    def move(self, e: Example) -> Move:
        loss, bound = max(0.0, 1.0 - e.margin), self.c * e.weight
        if loss == 0:
            return RIGHT
        if e.reach == 0:
            return SUPPRESSED
        step = loss / (e.reach + 1 / (2 * bound)) if self.squared else min(bound, loss / e.reach)
        return "update", 1.0, step


@dataclass
class Gradient:
    """Descent on the costs of Li's Table 1, by where they end (``tau``) and whether squared."""

    tau: float = 1.0
    residual: bool = False
    eta0: float = 0.002
    decay: float = 0.0

    def move(self, e: Example) -> Move:
        if e.margin > self.tau or e.margin == 1:
            return RIGHT
        rate = self.eta0 / (1 + e.seen) ** self.decay
        return "update", 1.0, rate * e.weight * (1 - e.margin if self.residual else 1.0)


@dataclass
class Romma:
    """The shortest ``v`` with ``y v.x >= 1`` and ``v.w >= |w|^2``, unless it is too long."""

    tau: float = 0.0
    floor: float = 1e-4

    def move(self, e: Example) -> Move:
        if e.margin > self.tau:
            return RIGHT
        if e.margin >= e.reach * e.weights2:
            return self.part(e.weight, 0.0, 1 / e.reach) if e.reach else SUPPRESSED
        # v = keep w + add y x meets both constraints with equality: two equations.
        products = np.array([[e.margin, e.reach], [e.weights2, e.margin]])
        if abs(np.linalg.det(products)) < 1e-300:
            return SUPPRESSED
        keep, add = np.linalg.solve(products, [1.0, e.weights2])
        length2 = keep**2 * e.weights2 + 2 * keep * add * e.margin + add**2 * e.reach
        sound = e.weights2 <= length2 * (1 + 1e-9) and length2 * e.reach * self.floor**2 <= 1
        return self.part(e.weight, keep, add) if sound else SUPPRESSED

    def part(self, weight: float, keep: float, add: float) -> Move:
        share = min(1.0, weight)
        return "update", share * keep + 1 - share, share * add


@dataclass
class Alma:
    """Rows of length 1, margin and rate falling with the updates, weights in the unit ball."""

    alpha: float
    b: float
    c: float
    k: int = 1

    def move(self, e: Example) -> Move:
        gamma, eta = self.b / math.sqrt(self.k), self.c / math.sqrt(self.k) * e.weight
        if e.margin > (1 - self.alpha) * gamma * math.sqrt(e.reach):
            return RIGHT
        if e.reach == 0:
            return SUPPRESSED
        self.k += 1
        add = eta / math.sqrt(e.reach)
        norm = max(1.0, math.sqrt(e.weights2 + 2 * add * e.margin + add**2 * e.reach))
        return "update", 1 / norm, add / norm


@dataclass
class Norma:
    """Descent on ``max(0, rho - m) - nu rho + lam / 2 |w|^2`` in w, and in rho if nu > 0."""

    lam: float = 1e-4
    eta0: float = 0.01
    decay: float = 0.0
    nu: float = 0.0
    rho: float = 1.0

    def move(self, e: Example) -> Move:
        rate = e.weight * self.eta0 / (1 + e.seen) ** self.decay
        slope = 1.0 if e.margin <= self.rho else 0.0
        if self.nu > 0:
            self.rho -= rate * (slope - self.nu)
        return "update", max(0.0, 1 - rate * self.lam), rate * slope


@dataclass
class Ballseptron:
    """Learn the point of the row's ball that is farthest on the wrong side."""

    radius: float = 0.0

    def move(self, e: Example) -> Move:
        norm = math.sqrt(e.weights2)
        if e.margin > self.radius * norm:
            return RIGHT
        if e.margin <= 0:
            return "update", 1.0, e.weight
        return "update", 1 - e.weight * self.radius / norm, e.weight


Settings = dict[str, tuple[Callable[..., Rule], list[dict[str, float]]]]

# Rules and the settings to test. On integer data their steps are exact, and so is the comparison.
RULES: Settings = {
    "perceptron": (
        Perceptron,
        [
            {},
            {"tau": 2.0},
            {"lam": 0.25},
            {"alpha": 2},
            {"tau": 2.0, "lam": 0.5, "eta0": 0.5},
            {"tau": 2.0, "alpha": 3},
            {"tau": 1.0, "lam": 0.125, "alpha": 4, "eta0": 0.25},
            {"tau": math.inf, "alpha": 1},
            {"tau": 4.0, "tau_negative": 0.5},
            {"tau": 0.0, "tau_negative": 2.0, "lam": 0.25},
        ],
    ),
    "gradient": (Gradient, [{"tau": 0.0, "eta0": 0.5}, {"eta0": 0.125}]),
}

# Rules whose steps are quotients: compared on real numbers, up to rounding, each row met once.
INEXACT: Settings = {
    "passive-aggressive": (
        PassiveAggressive,
        [{}, {"c": 0.01}, {"c": math.inf}, {"c": 0.1, "squared": True}],
    ),
    "alma": (
        Alma,
        [{"alpha": 1.0, "b": 1.0, "c": 1.0}, {"alpha": 0.5, "b": 5.0, "c": 1.5}],
    ),
    "norma": (
        Norma,
        [
            {},
            {"lam": 0.1, "eta0": 0.5},
            {"lam": 0.01, "eta0": 0.2, "decay": 0.5},
            {"lam": 0.01, "eta0": 0.05, "nu": 0.3, "rho": 0.0},
        ],
    ),
    "ballseptron": (Ballseptron, [{}, {"radius": 0.5}, {"radius": 3.0}]),
    "romma": (Romma, [{}, {"floor": 0.01}, {"tau": 0.9}, {"tau": 0.9, "floor": 0.05}]),
    "gradient": (
        Gradient,
        [
            {"residual": True},
            {"tau": math.inf, "residual": True},
            {"eta0": 0.1, "decay": 0.5},
            {"residual": True, "eta0": 0.02, "decay": 0.25},
        ],
    ),
}


class TwoClasses:
    """One hyperplane; the margin is ``y * score``."""

    def __init__(self, X: np.ndarray, y: np.ndarray, constant2: float) -> None:
        self.X, self.constant2 = np.ascontiguousarray(X, dtype=np.float64), constant2
        self.y = np.asarray(y, dtype=np.float64)
        self.norm2 = (self.X * self.X).sum(axis=1)
        self.reach = self.norm2 + constant2
        self.zero: Hypothesis = (np.zeros(self.X.shape[1]), 0.0)

    def margin(self, hypothesis: Hypothesis, i: int | slice = EVERY) -> Any:
        w, b = hypothesis
        # Product and sum, not a dot product: a row gets the same bits alone and among all rows.
        return self.y[i] * ((self.X[i] * w).sum(axis=-1) + b)

    def sign(self, i: int) -> int:
        return int(self.y[i])

    def direction(self, hypothesis: Hypothesis, i: int) -> Hypothesis:
        return self.y[i] * self.X[i], self.y[i] * self.constant2


class ManyClasses:
    """One hyperplane per class; the margin is the own score minus the best other score."""

    def __init__(self, X: np.ndarray, labels: np.ndarray, n_classes: int, constant2: float) -> None:
        self.X, self.constant2 = np.ascontiguousarray(X, dtype=np.float64), constant2
        self.labels = np.asarray(labels, dtype=int)
        self.norm2 = (self.X * self.X).sum(axis=1)
        self.reach = 2 * (self.norm2 + constant2)
        self.zero: Hypothesis = (np.zeros((n_classes, self.X.shape[1])), np.zeros(n_classes))

    def split(self, hypothesis: Hypothesis, i: int | slice) -> tuple[np.ndarray, np.ndarray]:
        """The scores of the own class and those of the others, -inf elsewhere."""
        W, b = hypothesis
        scores = (self.X[i][..., None, :] * W).sum(axis=-1) + b
        own = self.labels[i][..., None] == np.arange(len(b))
        return np.where(own, scores, -np.inf), np.where(own, -np.inf, scores)

    def margin(self, hypothesis: Hypothesis, i: int | slice = EVERY) -> Any:
        own, others = self.split(hypothesis, i)
        return own.max(axis=-1) - others.max(axis=-1)

    def sign(self, i: int) -> int:
        return 1

    def direction(self, hypothesis: Hypothesis, i: int) -> Hypothesis:
        own, others = self.split(hypothesis, i)
        sign = np.zeros(len(own))
        sign[np.argmax(own)], sign[np.argmax(others)] = 1.0, -1.0
        return sign[:, None] * self.X[i], sign * self.constant2


class Longest:
    """The hypothesis with the longest run; the first one wins ties."""

    def __init__(self, start: Hypothesis) -> None:
        self.best, self.best_run, self.run = start, 0.0, 0.0

    def update(self, hypothesis: Hypothesis, weight: float) -> None:
        self.run = 0.0

    def right(self, hypothesis: Hypothesis, weight: float) -> None:
        self.run += weight
        if self.run > self.best_run:
            self.best, self.best_run = hypothesis, self.run


class Voted:
    """Every hypothesis with its run, the start included."""

    def __init__(self, start: Hypothesis) -> None:
        self.votes = [(*start, 0.0)]

    def update(self, hypothesis: Hypothesis, weight: float) -> None:
        self.votes.append((*hypothesis, 0.0))

    def right(self, hypothesis: Hypothesis, weight: float) -> None:
        w, b, run = self.votes[-1]
        self.votes[-1] = (w, b, run + weight)


class Averaged:
    """The mean of the hypotheses by run, where a new one's run starts at its row's weight."""

    def __init__(self, start: Hypothesis) -> None:
        self.total_w, self.total_b, self.mass = 0.0 * start[0], 0.0 * start[1], 0.0

    def right(self, hypothesis: Hypothesis, weight: float) -> None:
        self.total_w = self.total_w + weight * hypothesis[0]
        self.total_b = self.total_b + weight * hypothesis[1]
        self.mass += weight

    update = right

    def mean(self, last: Hypothesis) -> Hypothesis:
        return (self.total_w / self.mass, self.total_b / self.mass) if self.mass > 0 else last


class Pocket:
    """The hypothesis of least error among those evaluated; evaluated when a run is a record."""

    def __init__(self, start: Hypothesis, error: Callable[[Hypothesis], float]) -> None:
        self.error = error
        self.best, self.best_error, self.best_run = start, error(start), 0.0
        self.run, self.changed, self.evaluations = 0.0, False, 1

    def update(self, hypothesis: Hypothesis, weight: float) -> None:
        self.run, self.changed = 0.0, True

    def right(self, hypothesis: Hypothesis, weight: float) -> None:
        self.run += weight
        if self.run > self.best_run and self.changed:
            self.changed, self.evaluations = False, self.evaluations + 1
            if (error := self.error(hypothesis)) < self.best_error:
                self.best, self.best_error, self.best_run = hypothesis, error, self.run


class Walk:
    """The current hypothesis, the counters and the keepers, led from example to example."""

    def __init__(self, data: Any, rule: Rule, weights: np.ndarray, start: Hypothesis) -> None:
        self.data, self.rule, self.weights, self.hypothesis = data, rule, weights, start
        self.counts = np.zeros(len(weights), dtype=np.int64)
        self.longest, self.voted, self.averaged = Longest(start), Voted(start), Averaged(start)
        self.pocket = Pocket(start, self.error)
        self.keepers = (self.longest, self.voted, self.averaged, self.pocket)

    def error(self, hypothesis: Hypothesis) -> float:
        return math.fsum(self.weights[self.data.margin(hypothesis) <= 0])

    def move(self, rule: Rule, margin: float, i: int) -> Move:
        data, (w, b) = self.data, self.hypothesis
        return rule.move(
            Example(
                margin=margin,
                norm2=data.norm2[i],
                reach=data.reach[i],
                count=int(self.counts[i]),
                weight=self.weights[i],
                y=data.sign(i),
                weights2=np.sum(w**2) + (np.sum(b**2) / data.constant2 if data.constant2 else 0.0),
                seen=self.averaged.mass,
            )
        )

    def visit(self, i: int) -> tuple[bool, bool]:
        """Show one example; returns whether it made an update, and whether it was a mistake."""
        margin = self.data.margin(self.hypothesis, i)
        outcome, keep, add = self.move(self.rule, margin, i)
        if outcome == "update":
            (w, b), (x, c) = self.hypothesis, self.data.direction(self.hypothesis, i)
            self.hypothesis = keep * w + add * x, keep * b + add * c
            self.counts[i] += 1
        for keeper in self.keepers if outcome != "suppressed" else ():
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
            last=self.hypothesis,
            longest=self.longest.best,
            averaged=self.averaged.mean(self.hypothesis),
            pocket=self.pocket.best,
            pocket_evaluations=self.pocket.evaluations,
            votes=self.voted.votes[0 if vote_of_start else 1 :],
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
    constant2: float = 1.0,
    fit_intercept: bool = True,
    **options: Any,
) -> Result:
    """Train one hyperplane per class together: raise the own class, lower the best other one.

    The margin is ``s[c] - max(s[k] for k != c)``, ``labels`` are 0 to ``n_classes - 1``, hypotheses
    have the shapes (K, d) and (K,), and the options are those of `train`.

    Examples
    --------
    >>> X, labels = np.eye(3), [0, 1, 2]
    >>> joint(X, labels, 3, [[0, 1, 2]] * 9, Perceptron(), fit_intercept=False).stop
    'separated'
    """
    data = ManyClasses(X, labels, n_classes, constant2 if fit_intercept else 0.0)
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


def vote_sum(votes: Votes, X: np.ndarray) -> np.ndarray:
    """``sum of run * sign(<w, x> + b)`` for every row, with sign(0) = +1."""
    total = np.zeros(len(X))
    for w, b, run in votes:
        total += run * np.where((X * w).sum(axis=1) + b >= 0, 1.0, -1.0)
    return total


def joint_votes(votes: Votes, X: np.ndarray) -> np.ndarray:
    """Run mass of the hypotheses that choose each class (first of equals), shape (n, K)."""
    total = np.zeros((len(X), len(votes[0][1])))
    for W, b, run in votes:
        winner = np.argmax((X[:, None, :] * W).sum(axis=2) + b, axis=1)
        total[np.arange(len(X)), winner] += run
    return total


def fisher(X: np.ndarray, y: np.ndarray, weights: np.ndarray | None = None) -> Hypothesis:
    """Fisher's discriminant as Li (2005) starts from it,.

    ``w = S^-1 (m1 - m2)``, ``b = -(p2 m1 + p1 m2).w``; S is the weighted within-class covariance
    (divisor: the total weight), plus ``g / (1 - g) tr(S) / m`` on its diagonal, g = 1e-10, if it
    has no Cholesky factor.

    Examples
    --------
    >>> w, b = fisher(np.array([[0.0], [2.0], [4.0], [6.0]]), np.array([-1, -1, 1, 1]))
    >>> w.tolist(), float(b)
    ([4.0], -12.0)
    """
    X, v, plus = np.asarray(X, dtype=np.float64), _weights(weights, len(X)), np.asarray(y) > 0
    p1, p2 = v[plus].sum() / v.sum(), v[~plus].sum() / v.sum()
    m1, m2 = (np.average(X[side], axis=0, weights=v[side]) for side in (plus, ~plus))
    Z = X - np.where(plus[:, None], m1, m2)
    S = (v[:, None] * Z).T @ Z / v.sum()
    w = np.linalg.solve(_positive_definite(S), m1 - m2)
    return w, -(p2 * m1 + p1 * m2) @ w


def _positive_definite(S: np.ndarray, g: float = 1e-10) -> np.ndarray:
    try:
        np.linalg.cholesky(S)
    except np.linalg.LinAlgError:
        return S + g / (1 - g) * np.trace(S) / len(S) * np.eye(len(S))
    return S


def mean_squared_norm(X: np.ndarray, weights: np.ndarray | None = None) -> float:
    """Weighted mean of ``|x|^2``."""
    return float(np.average((X * X).sum(axis=1), weights=weights))


def _weights(weights: np.ndarray | None, n: int) -> np.ndarray:
    return np.ones(n) if weights is None else np.asarray(weights, dtype=np.float64)
