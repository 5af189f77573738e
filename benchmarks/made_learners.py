"""Learners by name, made the same way in every version of the package."""

import inspect
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from sklearn.linear_model import SGDClassifier
from sklearn.tree import DecisionTreeClassifier

import rosenblatt
from rosenblatt import selection

# The algorithm of Li's paper, whatever the defaults are.
LI: dict[str, Any] = {
    "directions": "uniform", "perturb": False, "init": "fisher", "scale": "range", "max_iter": 2000,
}  # fmt: skip
OTHERS = {"SGDClassifier": SGDClassifier, "DecisionTreeClassifier": DecisionTreeClassifier}


@dataclass(frozen=True)
class Learner:
    """A class by name and its parameters; made when needed, so that it fails its own cases only."""

    kind: str
    params: dict[str, Any]

    def __str__(self) -> str:
        given = ", ".join(f"{name}={shown(value)}" for name, value in self.params.items())
        return f"{self.kind}({given})"

    def but(self, **params: Any) -> "Learner":
        """The same with other parameters."""
        return Learner(self.kind, self.params | params)

    def make(self) -> Any:
        """With a seed, and with an intercept that means the same in every version."""
        kind = class_named(self.kind)
        common = {"random_state": 0, "intercept_scaling": scaling_by_norm()}
        accepted = inspect.signature(kind).parameters
        given = {name: value for name, value in common.items() if name in accepted}
        for name, value in self.params.items():
            given[name] = value.make() if isinstance(value, Learner) else value
        return kind(**given)


def learner(kind: str, **params: Any) -> Learner:
    return Learner(kind, params)


def class_named(kind: str) -> Any:
    if kind in OTHERS:
        return OTHERS[kind]
    return getattr(selection if hasattr(selection, kind) else rosenblatt, kind)


def shown(value: Any) -> str:
    return f"array {value.shape}" if isinstance(value, np.ndarray) else str(value)


@cache
def scaling_by_norm() -> str:
    """What this version calls a constant feature of the rows' root mean squared norm."""
    try:
        rosenblatt.Perceptron(intercept_scaling="norm").fit([[0.0], [1.0]], [0, 1])
    except ValueError:
        return "auto"
    return "norm"
