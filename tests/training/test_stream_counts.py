"""What a stream counts equals what fit counts over the same rows."""

from itertools import permutations

import numpy as np
import pytest
from sklearn.datasets import load_iris
from streams import IN_STREAMS, batches, one_pass, signs, stream

from rosenblatt import Perceptron
from rosenblatt.training.groups import GROUPS


@pytest.fixture
def iris():
    """Rows sorted by class, and batches that bring one class each."""
    X, y = load_iris(return_X_y=True)
    return X, y, np.split(np.arange(150), 3)


@pytest.mark.parametrize("hypothesis", IN_STREAMS)
def test_updates_count_those_of_classes_before_they_appeared(hypothesis, iris):
    X, y, parts = iris
    params = {"hypothesis": hypothesis, "intercept_scaling": 1.0}
    streamed = stream(X, y, parts=parts, **params)
    assert streamed.n_updates_ == one_pass(X, y, **params).n_updates_


@pytest.mark.parametrize("name", ["updates", "mistakes"])
def test_late_classes_have_the_history_of_classes_named_at_once(name, iris):
    X, y, parts = iris
    surprised, told = stream(X, y, parts=parts), stream(X, y, parts=parts, classes=[0, 1, 2])
    np.testing.assert_array_equal(surprised.history_[name], told.history_[name])


@pytest.mark.parametrize("name", ["updates", "mistakes"])
@pytest.mark.parametrize("multi_class", sorted(GROUPS))
@pytest.mark.parametrize("n_classes", [2, 3])
def test_the_batches_of_a_history_add_up_to_the_pass_of_fit(n_classes, multi_class, name):
    X, y = signs(n_classes=n_classes)
    params = {"multi_class": multi_class}
    streamed = stream(X, y, classes=np.arange(n_classes), **params).history_[name]
    assert len(streamed) == len(batches(90))
    np.testing.assert_array_equal(streamed.sum(axis=0), one_pass(X, y, **params).history_[name][0])


@pytest.mark.parametrize("n_classes", [2, 3])
def test_a_history_goes_on_after_fit_with_a_line_per_batch(n_classes):
    X, y = signs(n_classes=n_classes)
    model = Perceptron(max_iter=4, random_state=0).fit(X, y)
    fitted = model.history_["updates"]
    grown = model.partial_fit(X, y).history_["updates"]
    np.testing.assert_array_equal(grown[:-1], fitted)
    assert grown.shape == (len(fitted) + 1, *fitted.shape[1:])


@pytest.mark.parametrize("n_classes", [2, 3])
def test_a_batch_of_one_row_has_mistakes_of_one_row(n_classes):
    X, y = signs(n_classes=n_classes)
    model = Perceptron().partial_fit(X, y).partial_fit(X[:1], y[:1])
    assert model.mistakes_.shape == ((1,) if n_classes == 2 else (1, 3))


@pytest.mark.parametrize(("before", "after"), list(permutations(GROUPS, 2)))
def test_classes_trained_apart_are_not_trained_together_later(before, after):
    X, y = signs(n_classes=3)
    model = Perceptron(multi_class=before).fit(X, y).set_params(multi_class=after)
    with pytest.raises(ValueError, match=f"multi_class='{after}'.*multi_class='{before}'"):
        model.partial_fit(X, y)
