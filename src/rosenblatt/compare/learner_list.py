"""The learners compared: perceptrons, scikit-learn's linear learners, the majority class."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from sklearn.dummy import DummyClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.svm import LinearSVC

from rosenblatt.ensembles import AdaBoostPerceptron, BaggedPerceptron, BaggedRCDPerceptron
from rosenblatt.estimators import (
    AROW,
    SCW,
    AveragedPerceptron,
    CommitteeMachine,
    DiscriminantParallelPerceptron,
    GradientPerceptron,
    KernelPerceptron,
    ParallelPerceptron,
    PassiveAggressiveClassifier,
    Perceptron,
    PocketPerceptron,
    RCDPerceptron,
    SecondOrderPerceptron,
    VotedPerceptron,
    WhitenedPerceptron,
)

MOST_FULL_FEATURES = 500  # from there on a mistake of the full second order takes a millisecond
MAJORITY = "majority"


@dataclass(frozen=True)
class Learner:
    """A learner to compare.

    Parameters
    ----------
    name : str
        Short name, as on the command line.
    label : str
        Name shown to people.
    make : callable
        ``make(seed, X)`` returns a new estimator for these coded rows.
    ours : bool
        Whether it belongs to this package.
    one_plane : bool
        Whether it predicts with one hyperplane (per class).
    default : bool
        Whether it is compared when no learners are named.
    rounds : str or None
        Parameter with the number of equal rounds of a fit, if there is one: the time of a single
        round gives an estimate for the whole fit.
    """

    name: str
    label: str
    make: Callable[[int, Any], Any]
    ours: bool = True
    one_plane: bool = True
    default: bool = True
    rounds: str | None = None


def _seeded(estimator: Any, **params: Any) -> Callable[[int, Any], Any]:
    return lambda seed, X: estimator(random_state=seed, **params)


def _second_order(seed: int, X: Any) -> Any:
    covariance = "full" if X.shape[1] <= MOST_FULL_FEATURES else "diagonal"
    return SecondOrderPerceptron(covariance=covariance, random_state=seed)


def _whitened(seed: int, X: Any) -> Any:
    return WhitenedPerceptron(AveragedPerceptron(), random_state=seed)


def _bagged(seed: int, X: Any) -> Any:
    return BaggedPerceptron(AveragedPerceptron(), random_state=seed)


LEARNERS: tuple[Learner, ...] = (
    Learner(MAJORITY, "majority class", lambda *_: DummyClassifier(), False, False),
    Learner("averaged", "averaged perceptron", _seeded(AveragedPerceptron)),
    Learner("margin", "margin perceptron", _seeded(AveragedPerceptron, margin=1.0)),
    Learner("pocket", "pocket perceptron", _seeded(PocketPerceptron)),
    Learner("passive_aggressive", "passive-aggressive", _seeded(PassiveAggressiveClassifier)),
    Learner("arow", "AROW", _seeded(AROW)),
    Learner("second_order", "second-order perceptron", _second_order),
    Learner("rcd", "RCD perceptron", _seeded(RCDPerceptron)),
    Learner("bagged", "bagged averaged", _bagged, rounds="n_estimators"),
    Learner("bagged_rcd", "bagged RCD", _seeded(BaggedRCDPerceptron), rounds="n_restarts"),
    Learner(
        "boosted",
        "boosted RCD",
        _seeded(AdaBoostPerceptron),
        one_plane=False,
        rounds="n_estimators",
    ),
    Learner("committee", "committee machine", _seeded(CommitteeMachine), one_plane=False),
    Learner(
        "discriminant",
        "discriminant parallel",
        _seeded(DiscriminantParallelPerceptron),
        one_plane=False,
    ),
    Learner("kernel", "kernel perceptron", _seeded(KernelPerceptron), one_plane=False),
    Learner("logistic", "logistic regression", _seeded(LogisticRegression, max_iter=1000), False),
    Learner("svm", "linear SVM", _seeded(LinearSVC), False),
    Learner(
        "parallel",
        "parallel perceptron",
        _seeded(ParallelPerceptron),
        one_plane=False,
        default=False,
    ),
    Learner("voted", "voted perceptron", _seeded(VotedPerceptron), True, False, False),
    Learner("scw", "soft confidence-weighted", _seeded(SCW), default=False),
    Learner("whitened", "whitened perceptron", _whitened, default=False),
    Learner("last", "last perceptron", _seeded(Perceptron, hypothesis="last"), default=False),
    Learner("hinge", "SGD, hinge", _seeded(GradientPerceptron, loss="hinge"), default=False),
)
BY_NAME = {learner.name: learner for learner in LEARNERS}


def choose_learners(names: Sequence[str] | None = None) -> list[Learner]:
    """Return the learners of these names; the default ones for None.

    The majority class is always included, as the baseline for all errors.

    TrainTestData
    --------
    >>> from rosenblatt.compare import choose_learners
    >>> [learner.name for learner in choose_learners(["averaged", "svm"])]
    ['majority', 'averaged', 'svm']
    """
    if names is None:
        return [learner for learner in LEARNERS if learner.default]
    for name in names:
        if name not in BY_NAME:
            near = get_close_matches(name, BY_NAME)
            hint = f"did you mean {near[0]}?" if near else f"choose one of {', '.join(BY_NAME)}."
            raise ValueError(f"the learner {name!r} is not known; {hint}")
    wanted = {MAJORITY, *names}
    return [learner for learner in LEARNERS if learner.name in wanted]
