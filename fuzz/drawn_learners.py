"""Learners with random parameters, drawn from what their classes declare as allowed."""

from collections.abc import Sequence
from numbers import Integral
from typing import Any

import numpy as np

from rosenblatt._sklearn import Interval, StrOptions
from rosenblatt.models.learner_names import LEARNERS

SLOW = {"ExactPerceptron"}  # its time is bounded by a time limit only
# Weights, rows and clocks are not drawn; the number of passes and members is kept small.
LEFT = {
    "estimator", "rule", "init", "kernel", "kernel_params", "verbose", "time_limit", "class_weight",
    "random_state", "budget", "cache_size",
}  # fmt: skip
SMALL = {
    "max_iter": 12, "n_estimators": 4, "n_restarts": 3, "n_perceptrons": 5, "n_jobs": 2,
    "n_iter_no_change": 3, "degree": 3,
}  # fmt: skip
KINDS = sorted(
    name
    for name, kind in LEARNERS.items()
    if kind.__module__.startswith("rosenblatt.") and name not in SLOW
)


def drawn_learner(random: np.random.Generator, kinds: Sequence[str] = KINDS) -> Any:
    """A class and, for some of its parameters, values that it declares as allowed."""
    kind = LEARNERS[str(random.choice(kinds))]
    known = kind().get_params(deep=False)
    drawn = {name: drawn_value(name, allowed, random) for name, allowed in constraints(kind, known)}
    given = {name: value for name, value in drawn.items() if random.random() < 0.3 and value != ""}
    bounded = {name: most for name, most in SMALL.items() if name in known and name != "n_jobs"}
    given |= {name: int(random.integers(1, most + 1)) for name, most in bounded.items()}
    if "class_weight" in known and random.random() < 0.2:
        given["class_weight"] = "balanced"
    if "random_state" in known:
        given["random_state"] = int(random.integers(1000))
    return kind(**given)


def constraints(kind: type, known: dict[str, Any]) -> list[tuple[str, list[Any]]]:
    declared = kind._parameter_constraints  # type: ignore[attr-defined]
    return [(name, declared[name]) for name in known if name in declared and name not in LEFT]


def drawn_value(name: str, allowed: list[Any], random: np.random.Generator) -> Any:
    """One of the values that a parameter may have; "" if none can be drawn."""
    choices: list[Any] = []
    for words in allowed:
        if words is None:
            choices.append(None)
        elif isinstance(words, str) and words == "boolean":
            choices += [True, False]
        elif isinstance(words, StrOptions):
            choices.append(str(random.choice(sorted(words.options))))
        elif isinstance(words, Interval):
            choices.append(within(name, words, random))
    return choices[random.integers(len(choices))] if choices else ""


def within(name: str, interval: Any, random: np.random.Generator) -> Any:
    low = 0 if interval.left is None else interval.left
    high = min(low + SMALL.get(name, 4), np.inf if interval.right is None else interval.right)
    if interval.type is Integral:
        return int(random.integers(int(np.ceil(low)) + 1, int(high) + 2))
    return float(low + (high - low) * random.uniform(0.05, 0.95))
