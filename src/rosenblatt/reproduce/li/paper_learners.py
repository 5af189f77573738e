"""The learners of Li's paper, by the names it gives them."""

from collections.abc import Callable
from typing import Any

from rosenblatt.ensembles import AdaBoostPerceptron
from rosenblatt.estimators import (
    AveragedPerceptron,
    GradientPerceptron,
    PocketPerceptron,
    RCDPerceptron,
)

RATE = 0.002
EPOCHS = 2000
BOOSTED_EPOCHS = 200
ROUNDS = 200
# Rows picked at random, and the bias as the weight of a feature that is always 1.
ONLINE: dict[str, Any] = {"order": "random", "intercept_scaling": 1.0}
# The splits are scaled already.
DESCENT: dict[str, Any] = {"directions": "uniform", "scale": None}
LAST: dict[str, Any] = {**ONLINE, "hypothesis": "last", "eta0": RATE}

LEARNERS: dict[str, tuple[Callable[..., Any], dict[str, Any]]] = {
    "RCD": (RCDPerceptron, {**DESCENT, "bias_direction": False}),
    "RCD-bias": (RCDPerceptron, {**DESCENT, "bias_direction": True}),
    "pocket": (PocketPerceptron, ONLINE),
    "ave-perc": (AveragedPerceptron, ONLINE),
    "SGD-hinge": (GradientPerceptron, {**LAST, "loss": "hinge"}),
    "SGD-mls": (GradientPerceptron, {**LAST, "loss": "modified_least_squares"}),
    # In the figures only:
    "RCD-conj": (RCDPerceptron, {**DESCENT, "bias_direction": False, "orthogonal": True}),
    "RCD-conj-bias": (RCDPerceptron, {**DESCENT, "bias_direction": True, "orthogonal": True}),
    "RCD-grad": (
        RCDPerceptron,
        {"directions": "gradient", "scale": None, "bias_direction": False},
    ),
    "CCD": (RCDPerceptron, {"directions": "coordinate", "scale": None}),
    "ave-perc, cyclic": (AveragedPerceptron, {**ONLINE, "order": "cyclic"}),
    "ave-perc, permuted": (AveragedPerceptron, {**ONLINE, "order": "shuffled"}),
}
ALGORITHMS = ["RCD", "RCD-bias", "pocket", "ave-perc", "SGD-hinge", "SGD-mls"]
ONLINE_ALGORITHMS = ALGORITHMS[2:]  # those that look at one row at a time
SOFT_SVM = "soft-SVM"


def learner(name: str, seed: int, *, init: str = "fisher", epochs: int = EPOCHS) -> Any:
    """A single learner: 2000 epochs from Fisher's discriminant."""
    make, settings = LEARNERS[name]
    return make(**settings, init=init, max_iter=epochs, random_state=seed)


def boosted_learner(name: str, seed: int, *, drawn: bool = False) -> Any:
    """AdaBoost: 200 rounds of 200 epochs from the zero vector.

    The weights of rows multiply their steps; or, if ``drawn``, rows are drawn by them.
    """
    base = learner(name, seed, init="zero", epochs=BOOSTED_EPOCHS)
    if drawn:
        base.set_params(weighting="resample")
    return AdaBoostPerceptron(base, n_estimators=ROUNDS, weighting="reweight", random_state=seed)
