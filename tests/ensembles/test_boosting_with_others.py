"""Boosting among others: pipelines, scikit-learn's ensembles, Ctrl-C, the paper's data."""

from inspect import isclass

import numpy as np
import pytest
from children import in_child, seconds_to_stop
from long_fits import FOREVER, SOON, hopeless
from sklearn.base import clone
from sklearn.calibration import CalibratedClassifierCV
from sklearn.datasets import load_breast_cancer, load_iris
from sklearn.ensemble import AdaBoostClassifier, BaggingClassifier, VotingClassifier
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from rosenblatt import (
    ALMA,
    AROW,
    NORMA,
    ROMMA,
    SCW,
    AdaBoostPerceptron,
    AveragedPerceptron,
    BaggedPerceptron,
    BaggedRCDPerceptron,
    Ballseptron,
    CommitteeMachine,
    ConfidenceWeighted,
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
    datasets,
    estimators,
)
from rosenblatt.selection import LaneSearchCV


@pytest.fixture(scope="module")
def cancer():
    return load_breast_cancer(return_X_y=True)


@pytest.fixture(scope="module")
def standard(cancer):
    return StandardScaler().fit_transform(cancer[0]), cancer[1]


def test_boosting_works_in_a_pipeline(cancer):
    model = make_pipeline(StandardScaler(), AdaBoostPerceptron(n_estimators=10, random_state=0))
    assert model.fit(*cancer).score(*cancer) > 0.98


def test_a_pipeline_can_be_boosted_by_samples(cancer):
    learner = make_pipeline(StandardScaler(), Perceptron(max_iter=2))
    model = AdaBoostPerceptron(learner, n_estimators=5, weighting="resample", random_state=0)
    assert model.fit(*cancer).score(*cancer) > 0.95


def test_any_classifier_with_weights_can_be_boosted(cancer):
    model = AdaBoostPerceptron(GaussianNB(), n_estimators=5).fit(*cancer)
    assert model.score(*cancer) > 0.9


LEARNERS = [
    RCDPerceptron(max_iter=50, random_state=0), AdaBoostPerceptron(n_estimators=3, random_state=0),
    *(kind(max_iter=5, random_state=0) for kind in (
        AveragedPerceptron, VotedPerceptron, PocketPerceptron, GradientPerceptron,
        PassiveAggressiveClassifier, ROMMA, ALMA, NORMA, Ballseptron,
        AROW, SCW, CommitteeMachine, ConfidenceWeighted, KernelPerceptron, SecondOrderPerceptron,
    )),
    WhitenedPerceptron(random_state=0),
    ParallelPerceptron(max_iter=50, random_state=0),
    DiscriminantParallelPerceptron(max_iter=50, random_state=0),
    BaggedPerceptron(n_estimators=3, random_state=0),
    BaggedRCDPerceptron(n_restarts=3, random_state=0),
]  # fmt: skip


def test_every_public_learner_is_tried():
    names = {name for name in estimators.__all__ if isclass(getattr(estimators, name))}
    assert names - {"Perceptron"} <= {type(learner).__name__ for learner in LEARNERS}


@pytest.mark.parametrize("learner", LEARNERS, ids=lambda e: type(e).__name__)
@pytest.mark.parametrize("wrap", [
    lambda e: AdaBoostClassifier(e, n_estimators=3, random_state=0),
    lambda e: BaggingClassifier(e, n_estimators=3, random_state=0),
    lambda e: VotingClassifier([("a", e), ("b", Perceptron(random_state=0))]),
    lambda e: CalibratedClassifierCV(e, cv=2),
    lambda e: make_pipeline(StandardScaler(), e),
], ids=["boosting", "bagging", "voting", "calibration", "pipeline"])  # fmt: skip
def test_our_learners_work_inside_scikit_learns_ensembles(learner, wrap, standard):
    # ROMMA, which is not for noise, has 0.82 when boosted; of the others none is below 0.9.
    lowest = 0.8 if isinstance(learner, ROMMA) else 0.9
    assert wrap(learner).fit(*standard).score(*standard) > lowest


@pytest.mark.parametrize("learner", LEARNERS, ids=lambda e: type(e).__name__)
def test_probabilities_can_be_mixed_by_soft_voting(learner, standard):
    learner = clone(learner)
    if not hasattr(learner, "predict_proba"):
        learner.set_params(probability="sigmoid")
    model = VotingClassifier([("ours", learner), ("bayes", GaussianNB())], voting="soft")
    assert model.fit(*standard).score(*standard) > 0.9


def test_soft_voting_without_probabilities_is_an_error(standard):
    model = VotingClassifier([("ours", Perceptron()), ("bayes", GaussianNB())], voting="soft")
    with pytest.raises(AttributeError, match="predict_proba"):
        model.fit(*standard).predict(standard[0])


@pytest.mark.parametrize("scale", [False, True], ids=["plain", "pipeline"])
def test_log_loss_can_be_cross_validated(scale, standard):
    learner = AveragedPerceptron(probability="sigmoid", random_state=0)
    model = make_pipeline(StandardScaler(), learner) if scale else learner
    assert cross_val_score(model, *standard, scoring="neg_log_loss", cv=3).min() > -0.3


def test_a_search_in_lanes_scores_sigmoids_as_scikit_learns_search_does(standard):
    learner = Perceptron(probability="sigmoid", max_iter=3, random_state=0)
    grid = {"margin": [0.0, 0.5], "probability": [None, "sigmoid"]}
    ours, theirs = (
        search(learner, grid, scoring="accuracy", cv=2).fit(*standard)
        for search in (LaneSearchCV, GridSearchCV)
    )
    np.testing.assert_array_equal(
        ours.cv_results_["mean_test_score"], theirs.cv_results_["mean_test_score"]
    )
    assert hasattr(ours.best_estimator_, "predict_proba") == (
        ours.best_params_["probability"] == "sigmoid"
    )


def test_learners_with_a_sigmoid_keep_it_when_boosted(standard):
    learner = AveragedPerceptron(probability="sigmoid", max_iter=2)
    model = AdaBoostPerceptron(learner, n_estimators=2, random_state=0).fit(*standard)
    assert model.estimators_[0].predict_proba(standard[0]).shape == (len(standard[1]), 2)


def test_several_classes_are_boosted_by_samme():
    X, y = load_iris(return_X_y=True)
    model = AdaBoostPerceptron(n_estimators=20, random_state=0).fit(X, y)
    assert model.score(X, y) == 1.0


# ---------------------------------------------------------------- Ctrl-C, and the paper


@pytest.mark.parametrize("learner", [
    RCDPerceptron(init="zero", max_iter=FOREVER),
    RCDPerceptron(directions="uniform", init="zero", scale="range", max_iter=2),
    PocketPerceptron(max_iter=FOREVER), AveragedPerceptron(max_iter=1),
], ids=str)  # fmt: skip
def test_ctrl_c_stops_boosting_within_a_second(learner):
    X, y = hopeless()
    if learner.max_iter < 3:  # rounds without error go on for ever
        y = (X[:, 0] > 0).astype(int)
        X = X[:, :1] + 5 * np.sign(X[:, :1])
    model = AdaBoostPerceptron(learner, n_estimators=FOREVER, random_state=0)
    assert in_child(lambda: seconds_to_stop(lambda: model.fit(X, y)), timeout=5.5) < SOON


@pytest.mark.parametrize("bias_direction", [False, True], ids=["RCD", "RCD-bias"])
def test_boosted_descents_learn_pima_by_heart_in_two_hundred_rounds(bias_direction, data_home):
    X, y = datasets.load("pima_diabetes", paper="li", data_home=data_home, return_X_y=True)
    learner = RCDPerceptron(
        directions="uniform", init="zero", scale="range", bias_direction=bias_direction,
        max_iter=200,
    )  # fmt: skip
    model = AdaBoostPerceptron(learner, n_estimators=200, random_state=0).fit(X, y)
    assert (model.n_rounds_, model.stop_reason_) == (200, "n_estimators")
    assert model.history_["error"][-1] == 0
    assert model.score(X, y) == 1.0
