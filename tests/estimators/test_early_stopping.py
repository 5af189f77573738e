"""Early stopping keeps the best model, and whatever follows goes on from it."""

import numpy as np
import pytest
from sklearn.datasets import load_breast_cancer
from streams import IN_STREAMS, assert_same, signs

from rosenblatt import Perceptron
from rosenblatt.training.groups import GROUPS


def stopped(X, y, **params):
    """A model whose best pass was not the last; and how many passes that took."""
    params = {"early_stopping": True, "n_iter_no_change": 3, "order": "cyclic", **params}
    model = Perceptron(random_state=0, **params).fit(X, y)
    best = int(model.history_["validation_score"].argmax()) + 1
    assert best < model.n_iter_
    return model, best


def learned_rows(X, y):
    """The rows early stopping did not hold out."""
    model = Perceptron(early_stopping=True, order="cyclic", random_state=0)
    data = model._open(X, y, None)
    model._hold_out(data)
    return data.subset


def test_a_batch_that_is_right_already_changes_nothing():
    X, y = load_breast_cancer(return_X_y=True)
    model, _ = stopped(X, y, hypothesis="last")
    before, updates = model.coef_, model.n_updates_
    right = np.flatnonzero(model.predict(X) == y)[:1]
    model.set_params(early_stopping=False).partial_fit(X[right], y[right])
    assert model.n_updates_ == updates
    np.testing.assert_array_equal(model.coef_, before)


@pytest.mark.parametrize("n_classes", [2, 3])
@pytest.mark.parametrize("multi_class", sorted(GROUPS))
@pytest.mark.parametrize("hypothesis", IN_STREAMS)
def test_batches_go_on_from_the_best_pass(hypothesis, multi_class, n_classes):
    X, y = signs(n_classes=n_classes, seed=3)
    params = {"hypothesis": hypothesis, "multi_class": multi_class}
    model, best = stopped(X, y, **params)
    rows = learned_rows(X, y)
    short = Perceptron(order="cyclic", max_iter=best, **params).fit(X[rows], y[rows])
    model.set_params(early_stopping=False)
    assert_same(model.partial_fit(X, y), short.partial_fit(X, y), X)


@pytest.mark.parametrize("hypothesis", [*IN_STREAMS, "pocket"])
def test_warm_starts_go_on_from_the_best_pass(hypothesis):
    X, y = signs(seed=3)
    params = {"hypothesis": hypothesis, "warm_start": True}
    model, best = stopped(X, y, **params)
    rows = learned_rows(X, y)
    short = Perceptron(order="cyclic", max_iter=best, **params).fit(X[rows], y[rows])
    model.set_params(early_stopping=False, max_iter=1)
    short.set_params(max_iter=1)
    assert_same(model.fit(X, y), short.fit(X, y), X)
