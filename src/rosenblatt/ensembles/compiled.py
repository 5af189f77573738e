"""Which learners boosting trains without Python between the rounds, and how they are set up."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from rosenblatt import _core
from rosenblatt.estimators import (
    ALMA,
    ROMMA,
    AveragedPerceptron,
    GradientPerceptron,
    PassiveAggressiveClassifier,
    Perceptron,
    PocketPerceptron,
    RCDPerceptron,
)
from rosenblatt.training.rows import look_at, open_rows
from rosenblatt.training.scaling import Scaling, no_scaling, range_scaling
from rosenblatt.training.session import MOST_PASSES, Data, check_steps

# Exactly these: a class derived from them may do anything.
ONLINE = (
    Perceptron,
    AveragedPerceptron,
    PocketPerceptron,
    GradientPerceptron,
    PassiveAggressiveClassifier,
    ROMMA,
    ALMA,
)
BLIND = ("uniform", "gaussian", "coordinate")  # directions that do not look at the rows


@dataclass
class Round:
    """A learner ready to be boosted: ``run`` takes the bookkeeping, a flag and the seeds."""

    table: Any
    boost: Any
    arguments: tuple
    scaling: Scaling
    dtype: Any

    def run(self, boosting: Any, resample: bool, seeds: np.ndarray) -> tuple[Any, Any, bool]:
        return self.boost(boosting, self.table, resample, seeds, *self.arguments)

    def lines(self, found: list[np.ndarray], width: int) -> np.ndarray:
        """Hyperplanes for rows as given: (rounds, width, n_features + 1)."""
        flat = np.concatenate(found).reshape(len(found) * width, -1)
        return self.scaling.weights_for_rows(flat).astype(self.dtype).reshape(len(found), width, -1)


def compiled_round(estimator: Any, X: Any, codes: np.ndarray, weights: Any) -> Round | None:
    """The compiled rounds of a learner, or None if its settings need its own ``fit``."""
    if not (plain(estimator) and (descends(estimator) or passes(estimator))):
        return None
    rows = open_rows(X)
    if rows.scale != 1.0:  # extreme values: let fit undo what it does to them
        return None
    estimator._validate_params()
    estimator._check_choices()
    classes = int(codes.max()) + 1
    positives = [1] if classes == 2 else list(range(classes))
    if descends(estimator):
        return descents(estimator, rows, positives)
    check_steps(estimator, Data(rows, codes, classes, weights))
    estimator._warn_if_uneven(rows)
    return online(estimator, rows, positives)


def plain(estimator: Any) -> bool:
    """Nothing that looks at clock, classes or passes, or starts from what the weights say."""
    return (
        type(estimator) in (RCDPerceptron, *ONLINE)
        and isinstance(estimator.init, str)
        and estimator.init == "zero"
        and estimator.time_limit is None
        and estimator.class_weight is None
        and estimator.probability is None
        and not estimator.verbose
    )


def descends(estimator: Any) -> bool:
    return (
        type(estimator) is RCDPerceptron
        and estimator.scale in ("range", None)
        and estimator.directions in BLIND
        and estimator.n_restarts == 1
        and not (estimator.bootstrap or estimator.perturb)
    )


def passes(estimator: Any) -> bool:
    return (
        type(estimator) in ONLINE
        and estimator.hypothesis != "voted"
        and not estimator.early_stopping
        and not getattr(estimator, "_skl_callbacks", None)
    )


def descents(estimator: Any, rows: Any, positives: list[int]) -> Round:
    """Ranges do not depend on weights, so the features are scaled once for all rounds."""
    ranged = estimator.scale == "range"
    scaling = range_scaling(rows.X) if ranged else no_scaling(rows.X.shape[1])
    table = look_at(scaling.apply(rows.X)) if ranged else rows.table
    options = estimator._options().to_core()
    return Round(table, _core.boost_descents, (positives, options), scaling, np.float64)


def online(estimator: Any, rows: Any, positives: list[int]) -> Round:
    scaling = estimator.intercept_scaling
    constant2 = None if isinstance(scaling, str) else float(scaling) * float(scaling)
    options = _core.PassOptions(
        rule=estimator._rule(1.0),
        positives=positives,
        keeper=getattr(_core.Keeper, estimator.hypothesis),
        order=getattr(_core.Order, estimator.order),
        constant2=constant2 if estimator.fit_intercept else 0.0,
        joint=estimator.multi_class == "joint" and len(positives) > 1,
        resample=estimator.weighting == "resample",
        max_passes=min(estimator.max_iter, MOST_PASSES),
    )
    same = no_scaling(rows.X.shape[1])
    return Round(rows.table, _core.boost_passes, (options,), same, rows.X.dtype)
