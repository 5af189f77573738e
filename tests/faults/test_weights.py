"""Faults 7 and 8: rows and classes that weigh nothing, or less than nothing."""

import numpy as np
import pytest
from children import in_child

from rosenblatt import Perceptron


def easy(n=120, d=9):
    """Two clouds with a gap between them."""
    X = np.random.default_rng(1).uniform(0.5, 1.5, size=(n, d))
    y = np.arange(n) % 2
    X[:, 0] += np.where(y == 1, 2.0, -2.0)
    return X, y


@pytest.mark.parametrize("order", ["content", "cyclic", "shuffled", "random"])
@pytest.mark.parametrize("method", ["fit", "partial_fit"])
def test_a_negative_weight_is_an_error_that_names_its_row(method, order):
    """Fault 7."""
    X, y = easy()
    weights = np.ones(len(y))
    weights[17] = -0.5
    with pytest.raises(ValueError, match=r"negative weight \(-0\.5 at row 17\)"):
        getattr(Perceptron(order=order), method)(X, y, sample_weight=weights)


@pytest.mark.parametrize("bad", [np.nan, np.inf])
def test_a_weight_that_is_not_finite_is_an_error(bad):
    """Fault 7."""
    X, y = easy()
    weights = np.ones(len(y))
    weights[17] = bad
    with pytest.raises(ValueError, match="sample_weight"):
        Perceptron().fit(X, y, sample_weight=weights)


@pytest.mark.parametrize("factor", [-1.0, np.nan, np.inf])
@pytest.mark.parametrize("order", ["content", "cyclic"])
@pytest.mark.parametrize("method", ["fit", "partial_fit"])
def test_a_class_weight_below_zero_or_not_finite_is_an_error(method, order, factor):
    """Fault 7: a negative weight by another door."""
    X, y = easy()
    learn = getattr(Perceptron(class_weight={0: factor}, order=order), method)
    with pytest.raises(ValueError, match="class_weight"):
        in_child(lambda: learn(X, y))


def test_weights_that_are_all_zero_are_an_error():
    """Fault 8."""
    X, y = easy()
    with pytest.raises(ValueError, match=r"sample_weight.*zero"):
        Perceptron().fit(X, y, sample_weight=np.zeros(len(y)))


@pytest.mark.parametrize("class_weight", [{0: 0.0, 1: 0.0}, {0: 0.0}])
@pytest.mark.parametrize("order", ["content", "cyclic"])
def test_class_weights_that_leave_less_than_two_classes_are_an_error(order, class_weight):
    """Fault 8 by another door."""
    X, y = easy()
    model = Perceptron(class_weight=class_weight, order=order)
    with pytest.raises(ValueError, match=r"class_weight|one class"):
        in_child(lambda: model.fit(X, y).coef_)


def test_a_batch_of_a_class_that_weighs_nothing_changes_nothing():
    """Fault 8 by another door: such a batch has no rows to learn."""
    X, y = easy()

    def learn():
        model = Perceptron(class_weight={1: 0.0}).partial_fit(X, y)
        before = model.coef_.copy()
        return before, model.partial_fit(X[y == 1], y[y == 1]).coef_

    before, after = in_child(learn)
    np.testing.assert_array_equal(after, before)
