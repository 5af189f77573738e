"""What history_ tells of passes that a class was spared."""

import numpy as np
import pytest
from sklearn.datasets import load_iris

from rosenblatt import Perceptron


@pytest.fixture
def model():
    """Setosa is separated early; versicolor cannot learn more before virginica is done."""
    X, y = load_iris(return_X_y=True)
    params = {"alpha_bound": 1, "margin": 0.5, "order": "cyclic", "hypothesis": "last"}
    return Perceptron(**params).fit(X, y)


def test_a_class_that_can_learn_no_more_makes_its_mistakes_in_every_pass_left(model):
    X, y = load_iris(return_X_y=True)
    assert (model.history_["updates"][-1] == 0).all()
    wrong = np.where(y[:, None] == model.classes_, 1, -1) * model.decision_function(X) <= 0
    spared = np.flatnonzero(model.history_["updates"][:, 1])[-1] + 1
    assert spared < model.n_iter_ - 1
    later = model.history_["mistakes"][spared:, 1]
    np.testing.assert_array_equal(later, wrong[:, 1].sum())


def test_a_class_that_is_separated_makes_no_mistakes_in_the_passes_left(model):
    ended = np.flatnonzero(model.history_["updates"][:, 0])[-1] + 1
    assert not model.history_["mistakes"][ended:, 0].any()


def test_passes_that_a_class_was_spared_add_no_updates(model):
    assert model.n_updates_ == model.mistakes_.sum()
