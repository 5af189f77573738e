"""Uneven margins: each side of the hyperplane has its own."""

import numpy as np
import pytest

from rosenblatt import Perceptron
from rosenblatt.training.keepers import HYPOTHESES


def table(n_classes=2):
    rng = np.random.default_rng(4)
    X = rng.normal(size=(200, 3))
    return X, (X @ rng.normal(size=(3, n_classes))).argmax(axis=1)


@pytest.mark.parametrize("hypothesis", sorted(HYPOTHESES))
@pytest.mark.parametrize("n_classes", [2, 3])
def test_two_equal_margins_are_one(n_classes, hypothesis):
    X, y = table(n_classes)
    params = {"hypothesis": hypothesis, "random_state": 0, "max_iter": 5}
    one = Perceptron(margin=0.25, **params).fit(X, y)
    two = Perceptron(margin=(0.25, 0.25), **params).fit(X, y)
    np.testing.assert_array_equal(one.decision_function(X), two.decision_function(X))


@pytest.mark.parametrize("margin", [(0.0, 2.0), (0.5, 0.1), [3, 0]])
def test_without_updates_every_row_has_the_margin_of_its_class(margin):
    X, y = table()
    X, y = X[np.abs(X[:, 0]) > 0.3], (X[:, 0] > 0).astype(int)[np.abs(X[:, 0]) > 0.3]
    model = Perceptron(margin=margin, hypothesis="last", max_iter=10_000, random_state=0)
    assert model.fit(X, y).stop_reason_ == "separated"
    wanted = np.array(margin)[y] * (X**2).sum(axis=1).mean()
    assert ((2 * y - 1) * model.decision_function(X) > wanted).all()


def test_the_hyperplane_leaves_more_room_to_the_larger_margin():
    """Li et al., Theorem 1: the gap is divided as the margins are."""
    X, y = np.array([[-1.0], [1.0]]), [0, 1]
    for margin in [(1.0, 3.0), (3.0, 1.0), (1.0, 9.0)]:
        model = Perceptron(margin=np.array(margin).tolist(), eta0=1e-3, max_iter=10**6)
        model.set_params(hypothesis="last", order="cyclic").fit(X, y)
        low, high = np.abs(model.decision_function(X))
        assert high / low == pytest.approx(margin[1] / margin[0], rel=0.01)


def test_a_mirrored_problem_swaps_the_margins():
    X, y = table()
    params = {"order": "cyclic", "hypothesis": "last", "max_iter": 5}
    one = Perceptron(margin=(0.1, 2.0), **params).fit(X, y)
    other = Perceptron(margin=(2.0, 0.1), **params).fit(X, 1 - y)
    np.testing.assert_array_equal(one.coef_, -other.coef_)


def test_of_many_classes_each_has_its_margin_against_the_rest():
    X, y = table(3)
    params = {"margin": (0.1, 2.0), "order": "cyclic", "hypothesis": "last", "max_iter": 5}
    model = Perceptron(**params, intercept_scaling=1.0).fit(X, y)
    for k in range(3):
        alone = Perceptron(**params, intercept_scaling=1.0).fit(X, y == k)
        np.testing.assert_array_equal(model.coef_[k], alone.coef_[0])


@pytest.mark.parametrize("margin", [(1.0,), (1, 2, 3), (-1.0, 1.0), ("a", 1.0), (np.nan, 1.0)])
def test_anything_but_a_pair_is_refused(margin):
    X, y = table()
    with pytest.raises(ValueError, match="pair of numbers from 0 up"):
        Perceptron(margin=margin).fit(X, y)


def test_joint_classes_have_no_sides():
    X, y = table(3)
    with pytest.raises(ValueError, match="multi_class='ovr'"):
        Perceptron(margin=(0.1, 1.0), multi_class="joint").fit(X, y)
