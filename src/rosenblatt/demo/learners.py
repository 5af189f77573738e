"""Who takes part: every hypothesis of the family, and three linear learners of scikit-learn."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from sklearn.linear_model import Perceptron as SklearnPerceptron
from sklearn.linear_model import SGDClassifier
from sklearn.svm import LinearSVC

from rosenblatt.estimators import Perceptron

OURS, THEIRS = "rosenblatt", "scikit-learn"
MARGIN = 0.25


@dataclass(frozen=True)
class Learner:
    """A name, where it comes from, and how to make one from a seed."""

    name: str
    source: str
    make: Callable[[int], Any]
    least_classes: int = 2


def _ours(name: str, *, least_classes: int = 2, **params: Any) -> Learner:
    return Learner(name, OURS, lambda seed: Perceptron(random_state=seed, **params), least_classes)


def _theirs(estimator: Any) -> Learner:
    name = estimator.__name__
    return Learner(name, THEIRS, lambda seed: estimator(random_state=seed))


AVERAGED = _ours("averaged", hypothesis="averaged")
PEER = _theirs(SklearnPerceptron)
STRONGEST = _theirs(LinearSVC)

LEARNERS = (
    *(_ours(name, hypothesis=name) for name in ("last", "longest", "pocket", "voted")),
    AVERAGED,
    _ours(f"averaged, margin {MARGIN}", margin=MARGIN),
    _ours("averaged, margin, joint", margin=MARGIN, multi_class="joint", least_classes=3),
    PEER,
    _theirs(SGDClassifier),
    STRONGEST,
)
