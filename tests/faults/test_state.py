"""Faults 18 to 20: shapes that do not fit, parameters that make no sense, models not yet fitted."""

import re

import numpy as np
import pytest
import scipy.sparse as sp
from children import in_child
from sklearn.exceptions import NotFittedError
from sklearn.model_selection import KFold, cross_val_score

from rosenblatt import (
    AveragedPerceptron,
    PassiveAggressiveClassifier,
    Perceptron,
    PocketPerceptron,
    RCDPerceptron,
    VotedPerceptron,
)

CLASSES = (Perceptron, AveragedPerceptron, VotedPerceptron, PocketPerceptron)
KINDS = {"dense": np.asarray, "csr": sp.csr_array}


def some(n=40, d=4):
    X = np.random.default_rng(5).normal(size=(n, d))
    return X, (X[:, 0] > 0).astype(int)


# ---------------------------------------------------------------- 18: shapes


@pytest.mark.parametrize("method", ["fit", "partial_fit"])
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("shape", [(0, 4), (4, 0), (0, 0)])
def test_a_table_without_rows_or_columns_is_an_error(shape, kind, method):
    """Fault 18."""
    with pytest.raises(ValueError, match=r"0 sample|0 feature"):
        getattr(Perceptron(), method)(KINDS[kind](np.zeros(shape)), np.arange(shape[0]) % 2)


@pytest.mark.parametrize("label", [3, "only", True, 2.0])
@pytest.mark.parametrize("model", CLASSES)
def test_one_class_is_an_error_that_names_it(model, label):
    """Fault 18."""
    X, _ = some()
    with pytest.raises(ValueError, match=rf"one class.*{label}"):
        model().fit(X, np.full(len(X), label))


@pytest.mark.parametrize("method", ["fit", "partial_fit"])
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("n_labels", [39, 41, 0, 1])
def test_labels_of_another_number_than_the_rows_are_an_error(n_labels, kind, method):
    """Fault 18."""
    X, _ = some()
    with pytest.raises(ValueError):
        getattr(Perceptron(), method)(KINDS[kind](X), np.arange(n_labels) % 2)


@pytest.mark.parametrize("method", ["fit", "partial_fit"])
@pytest.mark.parametrize("shape", [(39,), (41,), (40, 1), (1, 40), (40, 2)])
def test_weights_of_another_shape_than_the_rows_are_an_error(shape, method):
    """Fault 18."""
    X, y = some()
    with pytest.raises(ValueError, match="sample_weight"):
        getattr(Perceptron(), method)(X, y, sample_weight=np.ones(shape))


@pytest.mark.parametrize("width", [1, 3, 5, 4000])
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("method", ["predict", "decision_function", "partial_fit"])
@pytest.mark.parametrize("hypothesis", ["averaged", "voted"])
def test_another_width_than_that_of_fit_is_an_error(hypothesis, method, kind, width):
    """Fault 18."""
    X, y = some()
    model = Perceptron(hypothesis=hypothesis).fit(X, y)
    other = KINDS[kind](np.ones((40, width)))
    with pytest.raises(ValueError, match=f"{width} features.* 4 features"):
        getattr(model, method)(*((other, y) if method == "partial_fit" else (other,)))


@pytest.mark.parametrize("width", [2, 6, 200_000])
def test_a_warm_start_with_another_width_is_an_error(width):
    """Fault 18: weights of the old width must not be read as if they had the new one."""
    X, y = some()
    model = Perceptron(warm_start=True).fit(X, y)
    wider = np.random.default_rng(0).normal(size=(40, width))
    with pytest.raises(ValueError, match="warm_start"):
        in_child(lambda: model.fit(wider, y).coef_)


def test_a_single_row_of_numbers_is_an_error():
    """Fault 18."""
    with pytest.raises(ValueError, match="1D array"):
        Perceptron().fit([1.0, 2.0, 3.0], [0, 1, 0])


def test_three_dimensions_are_an_error():
    """Fault 18."""
    with pytest.raises(ValueError):
        Perceptron().fit(np.ones((4, 2, 2)), [0, 1, 0, 1])


def test_two_rows_are_enough():
    """Fault 18, its edge."""
    assert Perceptron().fit([[1.0], [-1.0]], ["b", "a"]).predict([[5.0]]).tolist() == ["b"]


def test_rows_of_zeros_are_enough():
    """Fault 18, its edge."""
    model = Perceptron(random_state=0).fit(np.zeros((4, 3)), [0, 0, 0, 1])
    assert np.isfinite(model.coef_).all() and np.isfinite(model.intercept_).all()


def test_no_rows_to_predict_are_an_error():
    """Fault 18."""
    X, y = some()
    with pytest.raises(ValueError, match="0 sample"):
        Perceptron().fit(X, y).predict(X[:0])


def test_early_stopping_with_too_few_rows_to_hold_out_is_an_error():
    """Fault 18."""
    with pytest.raises(ValueError, match="early_stopping"):
        Perceptron(early_stopping=True).fit([[1.0], [-1.0]], [0, 1])


# ---------------------------------------------------------------- 19: parameters


BAD = {
    "margin": [-0.1, np.nan, "wide", None],
    "lam": [-1.0, np.nan, np.inf, "x"],
    "alpha_bound": [0, -1, 1.5, "x", np.inf],
    "lam_form": ["steps", 1.0, None],
    "hypothesis": ["best", None, 3],
    "eta0": [0.0, -1.0, np.nan, np.inf, "x"],
    "fit_intercept": ["yes", 2.5],
    "intercept_scaling": [0.0, -1.0, np.nan, np.inf, "x"],
    "init": ["one", None, 3],
    "order": ["sorted", None],
    "weighting": ["none", None],
    "multi_class": ["ovo", None],
    "max_iter": [0, -5, 1.5, "x", None],
    "early_stopping": ["yes"],
    "scale": ["nowhere"],
    "validation_fraction": [0.0, 1.0, -0.1, 2.0, np.nan, "x"],
    "n_iter_no_change": [0, -1, 1.5],
    "time_limit": [0.0, -1.0, np.nan, "x"],
    "class_weight": ["even", 3],
    "probability": ["isotonic", True],
    "warm_start": ["yes"],
    "n_jobs": [1.5, "all"],
    "random_state": [-1, "x", 1.5],
    "verbose": [-1, "x"],
}  # fmt: skip


@pytest.mark.parametrize("method", ["fit", "partial_fit"])
@pytest.mark.parametrize(
    ("name", "value"), [(name, value) for name, values in BAD.items() for value in values]
)
def test_a_bad_parameter_is_an_error_that_names_it_and_its_value(name, value, method):
    """Fault 19: also the allowed values, which scikit-learn's own words list."""
    X, y = some()
    shown = re.escape(repr(value))
    with pytest.raises(ValueError, match=rf"'{name}' parameter of Perceptron must be .*{shown}"):
        getattr(Perceptron(**{name: value}), method)(X, y)


@pytest.mark.parametrize("model", CLASSES)
def test_every_parameter_of_every_class_is_checked(model):
    """Fault 19."""
    X, y = some()
    for name in model().get_params():
        value = BAD[name][0]
        with pytest.raises(ValueError, match=rf"'{name}' parameter of {model.__name__} must be"):
            model(**{name: value}).fit(X, y)


@pytest.mark.parametrize(("name", "value"), [("max_iter", 2**63), ("max_iter", 10**30),
                                             ("alpha_bound", 10**400), ("n_jobs", 2**70),
                                             ("n_iter_no_change", 10**30)])  # fmt: skip
def test_a_whole_number_of_any_size_works_or_is_an_error_that_names_the_parameter(name, value):
    """Fault 19."""
    X, y = some()
    try:
        model = Perceptron(**{name: value}).fit(X, y)
    except ValueError as error:
        assert name in str(error)
    else:
        assert model.stop_reason_ in ("separated", "max_iter")


@pytest.mark.parametrize("name", ["margin", "lam", "eta0", "intercept_scaling"])
@pytest.mark.parametrize("value", [1e200, 1e308, 1e-200, 5e-324])
def test_an_extreme_number_works_or_is_an_error_that_names_the_parameter(value, name):
    """Fault 19."""
    X, y = some()
    try:
        model = Perceptron(**{name: value}).fit(X, y)
    except ValueError as error:
        assert name in str(error)
    else:
        assert np.isfinite(model.decision_function(X)).all()


def test_no_jobs_is_an_error_that_names_the_parameter():
    """Fault 19."""
    X, y = some()
    with pytest.raises(ValueError, match="n_jobs"):
        Perceptron(n_jobs=0).fit(X, y)


@pytest.mark.parametrize("start", [
    np.ones(3), np.ones((2, 4)), np.ones((1, 6)), np.ones((1, 4, 2)), np.full((1, 4), np.nan),
    np.full((1, 4), np.inf), np.array([["a"] * 4]), np.ones((1, 4)) + 1j, np.ones((0, 4)), [[]],
], ids=["width", "lines", "wide", "three dimensions", "NaN", "inf", "words", "complex", "none",
        "empty"])  # fmt: skip
def test_a_start_that_does_not_fit_is_an_error_that_names_init(start):
    """Fault 19."""
    X, y = some()
    with pytest.raises(ValueError, match="init"):
        Perceptron(init=start).fit(X, y)


@pytest.mark.parametrize("class_weight", [{7: 2.0}, {0: 1.0, 7: 2.0}])
@pytest.mark.parametrize("kind", [Perceptron, RCDPerceptron])
def test_a_class_weight_that_is_misspelt_is_an_error_that_names_it(kind, class_weight):
    """Fault 19: it names a class that does not occur, and not one that does."""
    X, y = some()
    with pytest.raises(ValueError, match=r"class_weight.*7.*\[0, 1\]"):
        kind(class_weight=class_weight).fit(X, y)


@pytest.mark.parametrize("kind", [Perceptron, PassiveAggressiveClassifier, RCDPerceptron])
def test_class_weights_may_name_more_classes_than_occur_if_they_name_all_of_them(kind):
    X, y = some()
    one, other = (
        kind(class_weight=factors, random_state=0).fit(X, y)
        for factors in ({0: 2.0, 1: 0.5}, {0: 2.0, 1: 0.5, 7: 9.0})
    )
    np.testing.assert_array_equal(one.coef_, other.coef_)


def test_a_rare_class_that_a_fold_lacks_does_not_spoil_a_cross_validation():
    X, y = np.random.default_rng(0).normal(size=(40, 3)), np.arange(40) % 2
    y[3] = 2
    model = Perceptron(class_weight={0: 1.0, 1: 2.0, 2: 5.0}, random_state=0)
    assert np.isfinite(cross_val_score(model, X, y, cv=KFold(4), error_score="raise")).all()


def test_joint_streams_may_name_more_classes_than_were_announced():
    X, y = np.random.default_rng(0).normal(size=(30, 3)), np.arange(30) % 3
    params = {"multi_class": "joint", "random_state": 0}
    one, other = (
        Perceptron(class_weight=factors, **params).partial_fit(X, y)
        for factors in ({0: 1.0, 1: 2.0, 2: 3.0}, {0: 1.0, 1: 2.0, 2: 3.0, 3: 4.0})
    )
    np.testing.assert_array_equal(one.coef_, other.coef_)


@pytest.mark.parametrize("value", ["heavy", None, [1.0, 2.0], -1.0, np.nan])
@pytest.mark.parametrize("label", [0, 7])
def test_class_weights_that_are_no_factors_are_an_error_that_names_the_parameter(label, value):
    """Fault 19; also of a class that does not occur: a fault must not hang on the fold."""
    X, y = some()
    with pytest.raises(ValueError, match=r"class_weight.*holds a factor"):
        Perceptron(class_weight={0: 1.0, 1: 1.0, label: value}).fit(X, y)


def test_resampling_in_another_order_than_random_is_an_error_that_says_what_to_do():
    """Fault 19."""
    X, y = some()
    with pytest.raises(ValueError, match=r"weighting='resample'.*order='random'"):
        Perceptron(weighting="resample", order="cyclic").fit(X, y)


def test_an_unknown_parameter_is_an_error():
    """Fault 19."""
    with pytest.raises(TypeError, match="margins"):
        AveragedPerceptron(margins=1.0)


def test_a_fixed_hypothesis_cannot_be_set():
    """Fault 19."""
    with pytest.raises((TypeError, ValueError), match="hypothesis"):
        AveragedPerceptron().set_params(hypothesis="last")


# ---------------------------------------------------------------- 20: not fitted


@pytest.mark.parametrize("method", ["predict", "decision_function"])
@pytest.mark.parametrize("model", CLASSES)
def test_prediction_before_fit_is_an_error(model, method):
    """Fault 20."""
    with pytest.raises(NotFittedError, match="fit"):
        getattr(model(), method)(some()[0])


@pytest.mark.parametrize("method", ["fit", "partial_fit"])
def test_a_fit_that_failed_leaves_a_fresh_model_not_fitted(method):
    """Fault 20."""
    X, y = some()
    model = Perceptron(class_weight={0: -1.0})
    with pytest.raises(ValueError):
        getattr(model, method)(X, y)
    with pytest.raises(NotFittedError):
        model.predict(X)


def test_a_batch_of_weight_zero_leaves_a_fresh_model_not_fitted():
    """Fault 20."""
    X, y = some()
    model = Perceptron().partial_fit(X, y, sample_weight=np.zeros(40))
    with pytest.raises(NotFittedError):
        model.predict(X)


def test_a_fit_that_failed_leaves_the_earlier_model_usable():
    """Fault 20."""
    X, y = some()
    model = Perceptron().fit(X, y)
    expected = model.predict(X)
    with pytest.raises(ValueError):
        model.fit(X[:, :2], np.zeros(40))
    np.testing.assert_array_equal(model.predict(X), expected)
