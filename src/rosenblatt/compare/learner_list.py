"""The learners compared: perceptrons, scikit-learn's linear learners, the majority class."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from typing import Any

from sklearn.dummy import DummyClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV, StratifiedKFold
from sklearn.svm import LinearSVC

from rosenblatt.compare.reference_trees import ReferenceTrees
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
from rosenblatt.selection import LaneSearchCV

MOST_FULL_FEATURES = 500  # from there on a mistake of the full second order takes a millisecond
MAJORITY = "majority"
TUNING_FOLDS = 3


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
    grid : dict of str to tuple
        Values among which ``--tune`` chooses inside each training part; empty for learners that
        take part as they are.
    reference : bool
        Whether it is measured to compare with, but neither ranked nor kept.
    """

    name: str
    label: str
    make: Callable[[int, Any], Any]
    ours: bool = True
    one_plane: bool = True
    default: bool = True
    rounds: str | None = None
    grid: Mapping[str, Sequence[Any]] = field(default_factory=dict, hash=False)
    reference: bool = False

    def settings(self, X: Any) -> str:
        """The estimator as one would type it, without its seed."""
        estimator = self.make(0, X)
        estimator = getattr(estimator, "estimator", estimator) if self.grid else estimator
        if "random_state" in vars(estimator):
            estimator.set_params(random_state=None)
        return " ".join(repr(estimator).split())


def _seeded(estimator: Any, **params: Any) -> Callable[[int, Any], Any]:
    return lambda seed, X: estimator(random_state=seed, **params)


def _second_order(seed: int, X: Any) -> Any:
    covariance = "full" if X.shape[1] <= MOST_FULL_FEATURES else "diagonal"
    return SecondOrderPerceptron(covariance=covariance, random_state=seed)


def _whitened(seed: int, X: Any) -> Any:
    return WhitenedPerceptron(AveragedPerceptron(), random_state=seed)


def _bagged(seed: int, X: Any) -> Any:
    return BaggedPerceptron(AveragedPerceptron(), random_state=seed)


MARGINS = (0.0, 0.125, 0.25, 0.5, 1.0, 2.0)
COSTS = (0.01, 0.1, 1.0, 10.0)  # of logistic regression and SVM: the usual powers of ten
STEPS = (0.001, 0.01, 0.1, 1.0)
LEARNERS: tuple[Learner, ...] = (
    Learner(MAJORITY, "majority class", lambda *_: DummyClassifier(), False, False),
    Learner(
        "averaged",
        "averaged perceptron",
        _seeded(AveragedPerceptron),
        grid={"margin": MARGINS},
    ),
    Learner(
        "margin",
        "margin perceptron",
        _seeded(AveragedPerceptron, margin=1.0),
        grid={"margin": MARGINS, "lam": (0.0, 0.5)},
    ),
    Learner("pocket", "pocket perceptron", _seeded(PocketPerceptron), grid={"margin": MARGINS}),
    Learner(
        "passive_aggressive",
        "passive-aggressive",
        _seeded(PassiveAggressiveClassifier),
        grid={"C": STEPS},
    ),
    Learner("arow", "AROW", _seeded(AROW), grid={"r": (0.1, 1.0, 10.0)}),
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
    Learner(
        "logistic",
        "logistic regression",
        _seeded(LogisticRegression, max_iter=1000),
        False,
        grid={"C": COSTS},
    ),
    Learner("svm", "linear SVM", _seeded(LinearSVC), False, grid={"C": COSTS}),
    Learner(
        "trees",
        "gradient-boosted trees",
        _seeded(ReferenceTrees),
        False,
        one_plane=False,
        reference=True,
    ),
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

    Examples
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


def tuned(learner: Learner, scoring: str | None) -> Learner:
    """The learner with a search over its grid inside each fit; as it is if it has no grid.

    Ours are trained in lanes, which costs little more than one fit per fold.

    Parameters
    ----------
    learner : Learner
        Any.
    scoring : str or None
        What the search maximises; None for the accuracy.
    """
    if not learner.grid:
        return learner

    def make(seed: int, X: Any) -> Any:
        folds = StratifiedKFold(TUNING_FOLDS, shuffle=True, random_state=seed)
        search = LaneSearchCV if learner.ours else GridSearchCV
        grid = {name: list(values) for name, values in learner.grid.items()}
        return search(learner.make(seed, X), grid, scoring=scoring, cv=folds)

    return replace(learner, make=make)
