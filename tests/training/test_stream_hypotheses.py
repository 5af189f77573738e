"""A stream may change its hypothesis: what predicts then, and what it knows of the rows before."""

import numpy as np
import pytest
from streams import IN_STREAMS, assert_same, one_pass, signs

from rosenblatt import Perceptron

UNITS = {"intercept_scaling": 1.0}


def one_after_another(X, y, *choices):
    """Equal parts of the rows, each learned with its own hypothesis."""
    model, parts = Perceptron(**UNITS), np.array_split(np.arange(len(y)), len(choices))
    for rows, hypothesis in zip(parts, choices, strict=True):
        model.set_params(hypothesis=hypothesis).partial_fit(X[rows], y[rows])
    return model


def last_weights(X, y):
    model = one_pass(X, y, hypothesis="last", **UNITS)
    return np.column_stack([model.coef_, model.intercept_])


@pytest.mark.parametrize("n_classes", [2, 3])
@pytest.mark.parametrize("before", IN_STREAMS)
def test_the_last_weights_predict_once_they_are_chosen(before, n_classes):
    X, y = signs(n_classes=n_classes)
    model = one_after_another(X, y, before, "last")
    assert_same(model, one_pass(X, y, hypothesis="last", **UNITS), X)


@pytest.mark.parametrize("n_classes", [2, 3])
@pytest.mark.parametrize("after", ["last", "longest", "averaged"])
def test_scores_are_those_of_the_hyperplanes_once_nobody_votes(after, n_classes):
    X, y = signs(n_classes=n_classes)
    model = one_after_another(X, y, "voted", after)
    scores = X @ model.coef_.T + model.intercept_
    np.testing.assert_allclose(model.decision_function(X), np.squeeze(scores))


@pytest.mark.parametrize("after", IN_STREAMS)
@pytest.mark.parametrize("before", IN_STREAMS)
def test_a_new_hypothesis_does_not_depend_on_the_one_before(before, after):
    if before != after:
        X, y = signs(n_classes=3)
        expected = one_after_another(X, y, "last", after)
        assert_same(one_after_another(X, y, before, after), expected, X)


@pytest.mark.parametrize("hypothesis", ["longest", "averaged", "voted"])
def test_who_returns_to_a_hypothesis_begins_anew(hypothesis):
    X, y = signs(n_classes=3)
    returned = one_after_another(X, y, hypothesis, "last", hypothesis)
    assert_same(returned, one_after_another(X, y, "last", "last", hypothesis), X)


def test_votes_begin_with_the_weights_at_the_change():
    X, y = signs()
    model = one_after_another(X, y, "last", "voted")
    start = last_weights(X[:45], y[:45])
    run = one_pass(X[:45], y[:45], hypothesis="last", **UNITS).mistakes_[::-1].argmax()
    fitted = one_pass(X[45:], y[45:], hypothesis="voted", init=start, **UNITS)
    begin = np.where(X @ start[0, :-1] + start[0, -1] >= 0, 1, -1)
    expected = fitted.decision_function(X) + run * begin
    np.testing.assert_array_equal(model.decision_function(X), expected)


def test_the_weights_at_the_change_have_survived_the_rows_before():
    X, y = np.array([[1.0], [1.0], [1.0], [1.0], [-1.0], [-1.0]]), np.array([1, 1, 1, 1, 1, 1])
    model = Perceptron(hypothesis="last", fit_intercept=False)
    model.partial_fit(X[:4], y[:4], classes=[0, 1])  # one update, then a run of three
    model.set_params(hypothesis="longest").partial_fit(X[4:], y[4:])  # runs of none and of one
    assert model.coef_ == 1.0


def test_an_average_counts_the_weights_at_the_change_for_all_rows_before():
    X, y = signs()
    model = one_after_another(X, y, "last", "averaged")
    start = last_weights(X[:45], y[:45])
    later = one_pass(X[45:], y[45:], hypothesis="averaged", init=start, **UNITS)
    np.testing.assert_allclose(model.coef_, (start[:, :-1] + later.coef_) / 2)
    np.testing.assert_allclose(model.intercept_, (start[:, -1] + later.intercept_) / 2)
