"""Update rules, a few lines each: ``move(example)`` says what to do with an example.

It returns an outcome (right, suppressed or update), ``keep`` and ``add``; an update is
``(w, b) = keep (w, b) + add y (x, constant2)``. A fourth entry is a direction instead of the row,
the constant feature's number last.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

Rule = Any
Move = tuple[Any, ...]
RIGHT: Move = ("right", 1.0, 0.0)
SUPPRESSED: Move = ("suppressed", 1.0, 0.0)


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
    x: Any = None  # the row, for rules with a direction of their own
    constant: float = 0.0  # the constant feature


@dataclass
class Perceptron:
    """Learn if ``margin + [count != 0] lam |x|^2 <= tau`` (raw units), at most ``alpha`` times.

    Rows of the negative class may have a tau of their own. With ``lam_of_step`` the term is lam
    times what a step of length eta0 adds to the margin of the row.
    """

    tau: float = 0.0
    lam: float = 0.0
    alpha: float = math.inf
    eta0: float = 1.0
    tau_negative: float | None = None
    lam_of_step: bool = False

    def move(self, e: Example) -> Move:
        tau = self.tau if e.y > 0 or self.tau_negative is None else self.tau_negative
        gain = self.eta0 * e.reach if self.lam_of_step else e.norm2
        if e.margin + (self.lam * gain if e.count != 0 else 0.0) > tau:
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
        if loss <= 64 * np.finfo(float).eps:
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
    relative: bool = False  # to the mean squared norm, which is 1 here

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


@dataclass
class Arow:
    """A variance for each weight: steps along ``S x``, whose entries fall where x is large."""

    r: float = 1.0
    variances: Any = None

    def move(self, e: Example) -> Move:
        if e.margin >= 1:
            return RIGHT
        x = np.append(e.x, e.constant)
        S = np.ones(len(x)) if self.variances is None else self.variances
        b = 1 / (x @ (S * x) + self.r / e.weight)
        self.variances = S - b * (S * x) ** 2
        return "update", 1.0, (1 - e.margin) * b, S * x


@dataclass
class Confidence:
    """A variance for each weight, and a margin of ``phi sqrt(x . S x)`` wanted; C is what it may
    cost. The formulas are those of Wang, Zhao and Hoi (2012), Propositions 1 and 2."""

    phi: float = 1.0
    c: float = math.inf
    squared: bool = False
    variances: Any = None

    def move(self, e: Example) -> Move:
        x = np.append(e.x, e.constant)
        S = np.ones(len(x)) if self.variances is None else self.variances
        v, m, phi, C = x @ (S * x), e.margin, self.phi, self.c * e.weight
        if m >= phi * math.sqrt(v) and v > 0:
            return RIGHT
        if v <= 1e-12 * (x @ x):
            return SUPPRESSED
        psi, zeta = 1 + phi**2 / 2, 1 + phi**2
        if self.squared:
            n = v + 1 / (2 * C)
            gamma = phi * math.sqrt(phi**2 * m**2 * v**2 + 4 * n * v * (n + v * phi**2))
            alpha = (-(2 * m * n + phi**2 * m * v) + gamma) / (2 * (n**2 + n * v * phi**2))
        else:
            root = math.sqrt(m**2 * phi**4 / 4 + v * phi**2 * zeta)
            alpha = min(C, (-m * psi + root) / (v * zeta))
        if math.isinf(self.c):
            alpha *= min(e.weight, 1.0)
        u = (-alpha * v * phi + math.sqrt(alpha**2 * v**2 * phi**2 + 4 * v)) ** 2 / 4
        beta = min(alpha * phi / (math.sqrt(u) + v * alpha * phi), (1 - 1e-12) / v)
        self.variances = S - beta * (S * x) ** 2
        return "update", 1.0, alpha, S * x


@dataclass
class SecondOrder:
    """Mistakes alone; weights that solve ``(ridge + sum of x x') u = sum of y x`` over them."""

    ridge: float = 1.0
    matrix: Any = None

    def move(self, e: Example) -> Move:
        if e.margin > 0:
            return RIGHT
        x = np.append(e.x, e.constant)
        A = self.ridge * np.eye(len(x)) if self.matrix is None else self.matrix
        z = np.linalg.solve(A, x)
        self.matrix = A + e.weight * np.outer(x, x)
        return "update", 1.0, (1 - e.margin) / (1 / e.weight + x @ z), z


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
            {"tau": 2.0, "lam": 0.5, "eta0": 0.5, "lam_of_step": True},
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
    "arow": (Arow, [{}, {"r": 0.1}, {"r": 10.0}]),
    "confidence": (
        Confidence,
        [{}, {"phi": 0.3}, {"c": 0.1}, {"phi": 2.0, "c": 0.5, "squared": True}],
    ),
    "second_order": (SecondOrder, [{"ridge": 0.37}, {"ridge": 5.3}]),
    "ballseptron": (Ballseptron, [{}, {"radius": 0.5}, {"radius": 3.0}]),
    "romma": (Romma, [{}, {"floor": 0.01}, {"tau": 0.9}, {"tau": 0.9, "floor": 0.05}]),
    "gradient": (
        Gradient,
        [
            {"residual": True},
            {"tau": math.inf, "residual": True},
            {"eta0": 0.1, "decay": 0.5, "relative": True},
            {"residual": True, "eta0": 0.02, "decay": 0.25},
        ],
    ),
}
