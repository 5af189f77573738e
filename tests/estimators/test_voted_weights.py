"""coef_ of a voted model is its last hypothesis, and does not pass for its decision."""

import copy
import pickle
import warnings

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.datasets import make_classification

from rosenblatt import AveragedPerceptron, Perceptron, VotedPerceptron
from rosenblatt.models import load, save

X, y = make_classification(200, 6, flip_y=0.2, random_state=0)
THREE = np.random.default_rng(0).integers(0, 3, len(y))
VOTED = [VotedPerceptron(max_iter=3, random_state=0), Perceptron(hypothesis="voted", max_iter=3)]


@pytest.mark.parametrize("labels", [y, THREE], ids=["two classes", "three classes"])
@pytest.mark.parametrize("model", VOTED, ids=lambda model: type(model).__name__)
def test_asking_a_voted_model_for_its_weights_warns(model, labels):
    model = clone(model).fit(X, labels)
    with pytest.warns(UserWarning, match="last of many hypotheses that vote.*decision_function"):
        weights = model.coef_
    assert weights.shape == (1 if labels is y else 3, 6)


def test_the_weights_of_a_voted_model_are_those_of_the_last_hypothesis():
    settings = {"max_iter": 3, "random_state": 0}
    model = VotedPerceptron(**settings).fit(X, y)
    last = Perceptron(hypothesis="last", **settings).fit(X, y)
    with pytest.warns(UserWarning, match="last of many"):
        np.testing.assert_array_equal(model.coef_, last.coef_)
    assert np.any((X @ last.coef_.T + last.intercept_).ravel() != model.decision_function(X))


@pytest.mark.parametrize("hypothesis", ["last", "longest", "pocket", "averaged"])
def test_a_model_of_one_hyperplane_shows_its_weights_without_a_warning(hypothesis):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        model = Perceptron(hypothesis=hypothesis, random_state=0).fit(X, y)
        np.testing.assert_allclose(
            X @ model.coef_[0] + model.intercept_, model.decision_function(X)
        )


def test_nothing_that_is_done_with_a_voted_model_warns(tmp_path):
    pytest.importorskip("skops")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        model = VotedPerceptron(max_iter=3, probability="sigmoid", random_state=0).fit(X, y)
        scores = model.decision_function(X)
        save(model, tmp_path / "model")
        for other in (copy.deepcopy(model), pickle.loads(pickle.dumps(model))):
            np.testing.assert_array_equal(other.decision_function(X), scores)
            other.fit(X, y).predict_proba(X)
        load(tmp_path / "model").estimator.predict(X)
        VotedPerceptron().partial_fit(X, y).partial_fit(X, y).predict(X)
        assert "coef_" in dir(model)


def test_no_learner_has_weights_before_it_is_fitted():
    assert not hasattr(AveragedPerceptron(), "coef_") and not hasattr(VotedPerceptron(), "coef_")
    with pytest.raises(AttributeError, match="AveragedPerceptron has no coef_ before it is fitted"):
        _ = AveragedPerceptron().coef_
