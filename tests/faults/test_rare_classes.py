"""Rows of weight 0 teach nothing, but the class that they name stays a class."""

import numpy as np
import pytest
from public_classes import made, public_classes
from sklearn.ensemble import BaggingClassifier

from rosenblatt import (
    AdaBoostPerceptron,
    AveragedPerceptron,
    BaggedPerceptron,
    Perceptron,
    RCDPerceptron,
)
from rosenblatt.classifiers.classifier import Classifier

# The exact minimum for three classes takes half a minute, and is opened as all others are.
KINDS = [kind for kind in public_classes() if issubclass(kind, Classifier)]
QUICK = [kind for kind in KINDS if kind.__name__ != "ExactPerceptron"]


def three_clouds(n=120):
    """Three clouds in the corners of a triangle, each apart from both others."""
    y = np.arange(n) % 3
    corners = np.array([[0.0, 0.0, 4.0], [8.0, 0.0, -4.0], [4.0, 8.0, 0.0]])
    return np.random.default_rng(0).normal(size=(n, 3)) + corners[y] - 4.0, y


def named(kind):
    return kind.__name__


@pytest.mark.parametrize("kind", QUICK, ids=named)
def test_a_class_without_weight_keeps_its_place_and_costs_the_others_nothing(kind):
    X, y = three_clouds()
    weights = (y != 2).astype(float)
    model = made(kind).fit(X, y, sample_weight=weights)
    assert model.classes_.tolist() == [0, 1, 2]
    assert model.decision_function(X).shape == (len(y), 3)
    known = weights > 0
    assert (model.predict(X[known]) == y[known]).mean() > 0.9


@pytest.mark.parametrize("kind", KINDS, ids=named)
@pytest.mark.parametrize("present", [0, 1])
def test_rows_that_leave_one_class_with_weight_are_all_given_that_class(kind, present):
    X, y = three_clouds()
    y = (y > 0).astype(int)
    model = made(kind).fit(X, y, sample_weight=(y == present).astype(float))
    assert model.classes_.tolist() == [0, 1]
    assert (model.predict(X[y == present]) == present).all()


@pytest.mark.parametrize("n_classes", [2, 3])
def test_a_sigmoid_knows_the_class_without_weight(n_classes):
    X, y = three_clouds()
    y = np.minimum(y, n_classes - 1)
    weights = (y < n_classes - 1).astype(float)
    model = AveragedPerceptron(probability="sigmoid", random_state=0).fit(X, y, weights)
    probabilities = model.predict_proba(X)
    assert probabilities.shape == (len(y), n_classes)
    assert (probabilities[weights > 0, -1] < 0.5).all()


@pytest.mark.parametrize("learner", [AveragedPerceptron(max_iter=5), Perceptron(max_iter=5)])
@pytest.mark.parametrize("kind", [BaggedPerceptron, AdaBoostPerceptron])
def test_ensembles_pass_all_classes_on_to_their_learners(kind, learner):
    X, y = three_clouds()
    model = kind(learner, n_estimators=3, random_state=0).fit(X, y, sample_weight=1.0 * (y < 2))
    assert model.decision_function(X).shape == (len(y), 3)


@pytest.mark.parametrize(
    "learner", [RCDPerceptron(max_iter=20, n_restarts=1), Perceptron(max_iter=5)]
)
def test_rounds_of_boosting_draw_no_row_of_a_class_without_weight(learner):
    X, y = three_clouds()
    model = AdaBoostPerceptron(learner, n_estimators=3, weighting="resample", random_state=0)
    for absent in range(3):
        found = model.fit(X, y, sample_weight=1.0 * (y != absent))
        assert found.classes_.tolist() == [0, 1, 2]
        assert (found.predict(X) != absent).all()


@pytest.mark.parametrize("seed", range(20))
def test_bootstrap_samples_of_a_rare_class_can_be_learned(seed):
    X, _ = three_clouds(200)
    rare = (np.arange(200) < 3).astype(int)
    BaggingClassifier(AveragedPerceptron(), random_state=seed).fit(X, rare)


@pytest.mark.parametrize("seed", range(20))
def test_all_members_of_a_bag_have_a_column_for_every_class(seed):
    X, y = three_clouds(200)
    y = np.where(np.arange(200) < 3, 2, y % 2)
    bag = BaggingClassifier(AveragedPerceptron(), random_state=seed).fit(X, y)
    assert {len(member.classes_) for member in bag.estimators_} == {3}
    assert bag.decision_function(X).shape == (200, 3)


def test_a_class_of_factor_0_keeps_its_place():
    X, y = three_clouds()
    model = Perceptron(class_weight={2: 0.0}, random_state=0).fit(X, y)
    by_rows = Perceptron(random_state=0).fit(X, y, sample_weight=1.0 * (y < 2))
    assert model.classes_.tolist() == [0, 1, 2]
    np.testing.assert_array_equal(model.coef_, by_rows.coef_)


def test_weights_and_class_weights_that_leave_nothing_together_are_an_error():
    X, y = three_clouds()
    model = Perceptron(class_weight={0: 1.0, 1: 1.0, 2: 0.0})
    with pytest.raises(ValueError, match=r"sample_weight times class_weight.*zero for every row"):
        model.fit(X, y, sample_weight=1.0 * (y == 2))


@pytest.mark.parametrize("multi_class", ["ovr", "joint"])
def test_balanced_weights_are_the_same_for_copies_and_for_weights(multi_class):
    """As many copies of a class's rows as their weight says, for each class another number."""
    X, y = three_clouds()
    copies = np.array([1, 3, 7])[y]
    model = AveragedPerceptron(class_weight="balanced", multi_class=multi_class, random_state=0)
    weighted = model.fit(X, y, sample_weight=copies).coef_
    repeated = model.fit(np.repeat(X, copies, axis=0), np.repeat(y, copies)).coef_
    np.testing.assert_array_equal(repeated, weighted)
