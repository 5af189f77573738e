"""Boosting among others: pipelines, scikit-learn's ensembles, Ctrl-C, the paper's data."""

import numpy as np
import pytest
from children import in_child, seconds_to_stop
from long_fits import FOREVER, SOON, hopeless
from sklearn.calibration import CalibratedClassifierCV
from sklearn.datasets import load_breast_cancer, load_iris
from sklearn.ensemble import AdaBoostClassifier, BaggingClassifier, VotingClassifier
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from rosenblatt import (
    AdaBoostPerceptron,
    AveragedPerceptron,
    Perceptron,
    PocketPerceptron,
    RCDPerceptron,
    datasets,
)


@pytest.fixture(scope="module")
def cancer():
    return load_breast_cancer(return_X_y=True)


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


@pytest.mark.parametrize("learner", [
    RCDPerceptron(max_iter=50, random_state=0), AdaBoostPerceptron(n_estimators=3, random_state=0),
], ids=lambda e: type(e).__name__)  # fmt: skip
@pytest.mark.parametrize("wrap", [
    lambda e: AdaBoostClassifier(e, n_estimators=3, random_state=0),
    lambda e: BaggingClassifier(e, n_estimators=3, random_state=0),
    lambda e: VotingClassifier([("a", e), ("b", Perceptron(random_state=0))]),
    lambda e: CalibratedClassifierCV(e, cv=2),
], ids=["boosting", "bagging", "voting", "calibration"])  # fmt: skip
def test_our_learners_work_inside_scikit_learns_ensembles(learner, wrap, cancer):
    assert wrap(learner).fit(*cancer).score(*cancer) > 0.9


def test_several_classes_are_boosted_by_samme():
    X, y = load_iris(return_X_y=True)
    model = AdaBoostPerceptron(n_estimators=20, random_state=0).fit(X, y)
    assert model.score(X, y) == 1.0


# ---------------------------------------------------------------- Ctrl-C, and the paper


@pytest.mark.parametrize("learner", [
    RCDPerceptron(init="zero", max_iter=FOREVER), RCDPerceptron(init="zero", max_iter=2),
    PocketPerceptron(max_iter=FOREVER), AveragedPerceptron(max_iter=1),
], ids=str)  # fmt: skip
def test_ctrl_c_stops_boosting_within_a_second(learner):
    X, y = hopeless()
    if learner.max_iter < 3:  # rounds without error go on for ever
        y = (X[:, 0] > 0).astype(int)
        X = X[:, :1] + 5 * np.sign(X[:, :1])
    model = AdaBoostPerceptron(learner, n_estimators=FOREVER, random_state=0)
    assert in_child(lambda: seconds_to_stop(lambda: model.fit(X, y)), timeout=5.5) < SOON


def test_boosted_descents_learn_pima_by_heart_in_two_hundred_rounds(data_home):
    X, y = datasets.load("pima_diabetes", paper="li", data_home=data_home, return_X_y=True)
    model = AdaBoostPerceptron(random_state=0).fit(X, y)
    assert (model.n_rounds_, model.stop_reason_) == (200, "n_estimators")
    assert model.history_["error"][-1] == 0
    assert model.score(X, y) == 1.0
