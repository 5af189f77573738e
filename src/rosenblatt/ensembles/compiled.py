"""Which learners boosting trains without Python between the rounds, and how they are set up."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from rosenblatt import _core
from rosenblatt.estimators import RCDPerceptron
from rosenblatt.estimators.base import BasePerceptron
from rosenblatt.estimators.effort import EFFORTS, options_of, plan_of
from rosenblatt.training.examples import Examples
from rosenblatt.training.groups import group_name, group_of, positive_codes
from rosenblatt.training.keepers import keepers_of
from rosenblatt.training.rows import inspected, open_rows, warn_if_uneven
from rosenblatt.training.scaling import Scaling, no_scaling, scaling_of
from rosenblatt.training.session import MOST_PASSES, Data, check_steps

# What a learner may have of its own: parameters, how they are checked, and the rule.
OWN = {
    "__init__", "_parameter_constraints", "_check_choices", "_rule", "_kernel_rule",
    "_presumes_separable",
}  # fmt: skip
WEIGHTLESS = ("range", "maxabs", None)  # scalings that do not look at the weights of rows
BLIND = ("uniform", "gaussian", "coordinate")  # directions that do not look at the rows


@dataclass
class Round:
    """A learner ready to be boosted: ``run`` takes the bookkeeping, a flag and the seeds."""

    table: Any
    boost: Any
    arguments: tuple
    scaling: Scaling
    dtype: Any
    group: str  # how the hyperplanes of a round act together

    def run(self, boosting: Any, resample: bool, seeds: np.ndarray) -> tuple[Any, Any, bool]:
        return self.boost(boosting, self.table, resample, seeds, *self.arguments)

    def lines(self, found: list[np.ndarray], n_classes: int) -> np.ndarray:
        """Hyperplanes for rows as given: (rounds, hyperplanes, n_features + 1)."""
        width = len(group_of(self.group).positives(n_classes))
        flat = np.concatenate(found).reshape(len(found) * width, -1)
        return self.scaling.undivided(flat).astype(self.dtype).reshape(len(found), width, -1)


def compiled_round(estimator: Any, examples: Examples, classes: int) -> Round | None:
    """The compiled rounds of a learner, or None if its settings need its own ``fit``."""
    if not ((descends(estimator) or passes(estimator)) and plain(estimator)):
        return None
    rows = open_rows(examples.X)
    if rows.scale != 1.0:  # extreme values: let fit undo what it does to them
        return None
    estimator._validate_params()
    estimator._check_choices()
    if descends(estimator):
        return descents(estimator, rows, positive_codes(classes))
    check_steps(estimator, Data(rows, examples.codes, np.arange(classes), examples.weights))
    warn_if_uneven(rows)
    return online(estimator, rows, classes)


def plain(estimator: Any) -> bool:
    """Nothing that looks at clock, classes or passes, or starts from what the weights say."""
    return (
        isinstance(estimator.init, str)
        and estimator.init == "zero"
        and estimator.time_limit is None
        and estimator.class_weight is None
        and estimator.probability is None
        and not estimator.verbose
        and not getattr(estimator, "_skl_callbacks", None)
    )


def descends(estimator: Any) -> bool:
    return (
        type(estimator) is RCDPerceptron
        and estimator.scale in WEIGHTLESS
        and estimator.directions in BLIND
        and (estimator.n_restarts or EFFORTS[estimator.effort].restarts) == 1
        and not (estimator.bootstrap or estimator.perturb)
    )


def passes(estimator: Any) -> bool:
    return (
        only_brings_a_rule(type(estimator))
        and estimator.scale is None
        and estimator.hypothesis != "voted"
        and not estimator.early_stopping
    )


def only_brings_a_rule(kind: type) -> bool:
    """Whether a learner is the base class with a rule and parameters of its own.

    A class that does anything else its own way keeps its ``fit``.
    """
    if not issubclass(kind, BasePerceptron):
        return False
    changed = {name for part in parts_above(BasePerceptron, kind) for name in vars(part)}
    inherited = {name for part in BasePerceptron.__mro__ for name in vars(part)}
    return {name for name in changed & inherited if not made_by_python(name)} <= OWN


def made_by_python(name: str) -> bool:
    """Whether every class has this of its own, or scikit-learn makes it for every estimator."""
    described = {"__module__", "__doc__", "__dict__", "__weakref__", "__static_attributes__"}
    annotated = name.startswith("__annot") or name in {
        "__firstlineno__",
        "__conditional_annotations__",
    }
    return name in described or annotated or (name.startswith("set_") and name.endswith("_request"))


def parts_above(base: type, kind: type) -> list[type]:
    """The classes between a class and its base, itself included."""
    return [part for part in kind.__mro__ if part not in base.__mro__]


def descents(estimator: Any, rows: Any, positives: list[int]) -> Round:
    """Ranges do not depend on weights, so the features are scaled once for all rounds."""
    scaling = scaling_of(estimator.scale, rows.X, shift=estimator.fit_intercept)
    table = rows.table if estimator.scale is None else inspected(scaling.divide(rows.X))
    options = options_of(estimator, plan_of(estimator, *rows.X.shape)).to_core()
    arguments = (positives, options, scaling.scaled_shift)
    return Round(table, _core.boost_descents, arguments, scaling, np.float64, "ovr")


def online(estimator: Any, rows: Any, classes: int) -> Round:
    name = group_name(estimator.multi_class, classes)
    group = group_of(name)
    positives = group.positives(classes)
    kind, constant2 = constant_of(estimator)
    options = _core.PassOptions(
        rule=estimator._rule(),
        positives=positives,
        group=group.core(),
        group_lanes=group.size(len(positives)),
        keepers=keepers_of({estimator.hypothesis}),
        hypothesis=estimator.hypothesis,
        order=getattr(_core.Order, estimator.order),
        constant=getattr(_core.Constant, kind),
        constant2=constant2,
        resample=estimator.weighting == "resample",
        max_passes=min(estimator.max_iter, MOST_PASSES),
    )
    same = no_scaling(rows.X.shape[1])
    return Round(rows.table, _core.boost_passes, (options,), same, rows.X.dtype, name)


def constant_of(estimator: Any) -> tuple[str, float]:
    """How the square of the constant feature is found, and what it is if it was given."""
    scaling = estimator.intercept_scaling
    if not estimator.fit_intercept:
        return "given", 0.0
    if isinstance(scaling, str):
        return {"auto": "value", "norm": "norm"}[scaling], 0.0
    return "given", float(scaling) * float(scaling)
