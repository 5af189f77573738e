"""Parallel perceptrons and discriminant parallel perceptrons, row by row as the paper says it."""

from dataclasses import dataclass
from typing import Any

import numpy as np


@dataclass
class CommitteeState:
    """Perceptrons, margin and Fisher's weights after a pass (``a`` is all 1 for hard votes)."""

    W: np.ndarray
    gamma: float
    a: np.ndarray
    middle: np.ndarray
    J: float
    wrong: float


def committee(
    X: np.ndarray,
    y: np.ndarray,
    weights: np.ndarray,
    W: np.ndarray,
    *,
    discriminant: bool,
    eta0: float,
    mu: float,
    passes: int,
    orders: Any = None,
) -> list[CommitteeState]:
    """The states after each pass; X has the constant feature. ``orders``: those of online passes.

    Examples
    --------
    >>> X, y = np.array([[-1.0, 1.0], [2.0, 1.0]]), np.array([1, -1])
    >>> W = np.array([[1.0, 0.0]])
    >>> [state] = committee(
    ...     X, y, np.ones(2), W, discriminant=False, eta0=0.5, mu=0.1, passes=1)
    >>> state.W.tolist(), state.gamma  # both rows are wrong: w - 0.5 (1, -1) - 0.5 (2, 1)
    ([[-1.0, 0.0]], 0.05)
    """
    state = judged(X, y, weights, W, 0.05, discriminant)
    states = []
    for t in range(1, passes + 1):
        eta, gamma, target = eta0 / np.sqrt(t), state.gamma, state.W.copy()
        for k in range(len(y)) if orders is None else orders[t - 1]:
            act = (state.W if orders is None else target) @ X[k]
            narrow = False
            right = y[k] * score(act, state, discriminant) > 0
            for i in range(len(W)):
                side = y[k] if state.a[i] >= 0 else -y[k]
                if not right and side * act[i] <= 0:
                    target[i] += weights[k] * eta * side * X[k]
                if right and 0 < side * act[i] < state.gamma:
                    target[i] += weights[k] * mu * eta * side * X[k]
                    narrow = True
            if right:
                gamma += weights[k] * (-0.75 * eta if narrow else 0.25 * eta)
        target = np.array([w / np.linalg.norm(w) for w in target])
        state = judged(X, y, weights, target, max(gamma, 1e-10), discriminant)
        states.append(state)
    return states


def ramps(act: np.ndarray, gamma: float) -> np.ndarray:
    r = min(1.0, 2 * gamma)
    return np.array([np.sign(t) if abs(t) > r else t / r for t in np.ravel(act)]).reshape(act.shape)


def score(act: np.ndarray, state: CommitteeState, discriminant: bool) -> float:
    if not discriminant:
        return float(np.sign(act).sum())
    return float(state.a @ (ramps(act, state.gamma) - state.middle))


def judged(
    X: np.ndarray,
    y: np.ndarray,
    weights: np.ndarray,
    W: np.ndarray,
    gamma: float,
    discriminant: bool,
) -> CommitteeState:
    state = CommitteeState(W, gamma, np.ones(len(W)), np.zeros(len(W)), np.nan, 0.0)
    act = X @ W.T
    if discriminant:
        P = ramps(act, gamma)
        S = np.cov(P.T, aweights=weights, ddof=0).reshape(len(W), len(W))
        m1, m2 = (np.average(P[s], axis=0, weights=weights[s]) for s in (y > 0, y < 0))
        share = weights[y > 0].sum() / weights.sum()
        state.a = np.linalg.inv(S + 1e-9 * np.trace(S) * np.eye(len(W))) @ (m1 - m2)
        state.middle = (m1 + m2) / 2
        state.J = 1 / (share * (1 - share) * ((m1 - m2) @ state.a))
    scores = np.array([score(line, state, discriminant) for line in act])
    state.wrong = float(weights[y * scores <= 0].sum())
    return state
