"""Random coordinate descent with bad input, extreme values and Ctrl-C."""

import warnings

import numpy as np
import pytest
import scipy.sparse as sp
from children import in_child, seconds_to_stop
from descents import noisy
from long_fits import FOREVER, SOON, hopeless

from rosenblatt import BaggedRCDPerceptron, RCDPerceptron


def test_partial_fit_is_not_there_and_says_why():
    with pytest.raises(AttributeError, match="counts the errors on all rows"):
        _ = RCDPerceptron().partial_fit
    assert not hasattr(BaggedRCDPerceptron(), "partial_fit")


@pytest.mark.parametrize("bad", [
    {"directions": "sideways"}, {"init": "somewhere"}, {"scale": "log"}, {"max_iter": 0},
    {"n_restarts": 0}, {"combine": "median"}, {"perturb": 3}, {"time_limit": 0},
    {"bootstrap": "no"}, {"orthogonal": 2}, {"two_sided": "yes"}, {"n_jobs": 0.5},
], ids=str)  # fmt: skip
def test_a_bad_parameter_is_named_with_its_value(bad):
    X, y = noisy(20, 2, 0)
    [(name, value)] = bad.items()
    with pytest.raises(ValueError, match=name) as caught:
        RCDPerceptron(**bad).fit(X, y)
    assert repr(value) in str(caught.value)


@pytest.mark.parametrize("directions", ["gradient", "mixed"])
def test_orthogonal_directions_that_follow_the_data_are_refused(directions):
    X, y = noisy(20, 2, 0)
    with pytest.raises(ValueError, match="orthogonal"):
        RCDPerceptron(directions=directions, orthogonal=True).fit(X, y)


@pytest.mark.parametrize("init", [[1.0], np.ones((2, 3)), [np.nan, 1.0], ["a", "b"]], ids=str)
def test_a_start_that_does_not_fit_is_refused(init):
    X, y = noisy(20, 2, 0)
    with pytest.raises(ValueError, match="init"):
        RCDPerceptron(init=init).fit(X, y)


@pytest.mark.parametrize("value", [np.nan, np.inf])
@pytest.mark.parametrize("kind", [np.asarray, sp.csr_array])
def test_a_value_that_is_not_finite_is_named_by_row_and_column(kind, value):
    X, y = noisy(20, 3, 0)
    X[7, 2] = value
    with pytest.raises(ValueError, match="row 7, column 2"):
        RCDPerceptron().fit(kind(X), y)


def test_one_class_is_refused():
    with pytest.raises(ValueError, match="one class only"):
        RCDPerceptron().fit(np.ones((4, 1)), np.ones(4))


@pytest.mark.parametrize("weights", [np.zeros(20), np.full(20, -1.0)])
def test_weights_that_make_no_sense_are_refused(weights):
    X, y = noisy(20, 3, 0)
    with pytest.raises(ValueError, match="sample_weight"):
        RCDPerceptron().fit(X, y, weights)


@pytest.mark.parametrize("scale", ["range", "standard", None])
@pytest.mark.parametrize("init", ["fisher", "zero", "averaged", "lp"])
@pytest.mark.parametrize("factor", [1e200, 1e-200, 1e300, 1e-300])
def test_huge_and_tiny_values_are_learned_as_well_as_others(factor, init, scale):
    X, y = noisy(200, 4, 1)
    model = RCDPerceptron(init=init, scale=scale, random_state=0).fit(X, y)
    same = RCDPerceptron(init=init, scale=scale, random_state=0).fit(X * factor, y)
    assert abs(same.score(X * factor, y) - model.score(X, y)) < 0.03


@pytest.mark.parametrize("scale", ["range", "standard"])
def test_one_column_times_1e12_is_learned(scale):
    X, y = noisy(200, 4, 1)
    plain = RCDPerceptron(scale=scale, random_state=0).fit(X, y).score(X, y)
    X[:, 2] *= 1e12
    assert abs(RCDPerceptron(scale=scale, random_state=0).fit(X, y).score(X, y) - plain) < 0.02


def test_uneven_columns_bring_a_warning_if_they_are_not_scaled():
    X, y = noisy(200, 4, 1)
    X[:, 2] *= 1e12
    with pytest.warns(UserWarning, match="scale the features"):
        RCDPerceptron(scale=None).fit(X, y)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        RCDPerceptron().fit(X, y)


@pytest.mark.parametrize("spread", [1e-30, 1e-9, 1e9, 1e30])
def test_weights_of_very_different_size_are_learned(spread):
    X, y = noisy(200, 4, 2)
    weights = np.where(np.arange(200) < 100, spread, 1.0)
    heavy = weights == weights.max()
    model = RCDPerceptron(random_state=0).fit(X, y, weights)
    alone = RCDPerceptron(random_state=0).fit(X[heavy], y[heavy])
    assert model.score(X[heavy], y[heavy]) >= alone.score(X[heavy], y[heavy]) - 0.05


def test_too_many_features_for_fishers_discriminant_are_refused_with_advice():
    X = sp.csr_array((4, 20_000))
    with pytest.raises(ValueError, match="init='averaged'"):
        RCDPerceptron(init="fisher").fit(X, [0, 1, 0, 1])


def test_the_default_start_is_one_that_many_features_allow():
    X = sp.random_array((60, 20_000), density=0.001, format="csr", random_state=0)
    model = RCDPerceptron(random_state=0).fit(X, np.arange(60) % 2)
    assert model.init_ == ["averaged"]


def test_many_sparse_features_are_learned_without_becoming_dense():
    X = sp.random_array((300, 50_000), density=0.0005, format="csr", random_state=0)
    y = np.arange(300) % 2
    model = RCDPerceptron(init="averaged", max_iter=20, random_state=0).fit(X, y)
    assert model.score(X, y) > 0.9


def test_equal_rows_of_both_classes_end():
    model = RCDPerceptron(max_iter=50, random_state=0).fit(np.ones((6, 2)), [0, 1, 0, 1, 1, 1])
    assert model.history_["error"][-1:] == [2.0]


@pytest.mark.parametrize("settings", [
    {}, {"directions": "mixed", "perturb": True}, {"directions": "gradient"}, {"n_restarts": 4},
    {"n_restarts": 4, "n_jobs": 2}, {"orthogonal": True}, {"two_sided": True},
    {"init": "averaged", "bootstrap": True, "n_restarts": 3},
], ids=str)  # fmt: skip
def test_ctrl_c_stops_a_fit_within_a_second(settings):
    X, y = hopeless(n_classes=3)
    model = RCDPerceptron(max_iter=FOREVER, random_state=0, **settings)
    assert in_child(lambda: seconds_to_stop(lambda: model.fit(X, y)), timeout=6) < SOON


def test_ctrl_c_stops_few_long_epochs_within_a_second():
    X, y = hopeless(n=400_000, d=20)
    model = RCDPerceptron(max_iter=FOREVER, init="zero", random_state=0)
    stop = lambda: seconds_to_stop(lambda: model.fit(X, y), after=2.0)  # noqa: E731
    assert in_child(stop, timeout=20) < SOON


def test_an_interrupted_fit_leaves_the_estimator_as_it_was():
    X, y = hopeless()

    def changed():
        model = RCDPerceptron(max_iter=10, random_state=0).fit(X, y)
        before = model.coef_.copy()
        model.set_params(max_iter=FOREVER)
        seconds_to_stop(lambda: model.fit(X[::-1], 1 - y))
        return not np.array_equal(before, model.coef_)

    assert not in_child(changed)
