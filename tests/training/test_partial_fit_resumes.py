"""partial_fit goes on after fit, after a pickle and after batches it had to refuse."""

import copy
import pickle

import numpy as np
import pytest
from streams import IN_STREAMS, KINDS, assert_same, batches, one_pass, signs, stream

from rosenblatt import AveragedPerceptron, Perceptron, PocketPerceptron, VotedPerceptron
from rosenblatt.training.groups import GROUPS


@pytest.mark.parametrize("n_classes", [2, 3])
@pytest.mark.parametrize("multi_class", sorted(GROUPS))
@pytest.mark.parametrize("hypothesis", IN_STREAMS)
def test_partial_fit_goes_on_where_fit_ended(hypothesis, multi_class, n_classes):
    X, y = signs(n_classes=n_classes)
    params = {"hypothesis": hypothesis, "multi_class": multi_class, "margin": 0.25}
    model = one_pass(X[:50], y[:50], **params)
    assert_same(model.partial_fit(X[50:], y[50:]), one_pass(X, y, **params), X)


def test_partial_fit_goes_on_from_the_last_weights_of_a_long_fit():
    X, y = signs()
    model = Perceptron(hypothesis="last", intercept_scaling=1.0, random_state=0).fit(X, y)
    start = np.column_stack([model.coef_, model.intercept_])
    model.partial_fit(X, y)
    params = {"hypothesis": "last", "intercept_scaling": 1.0, "init": start}
    assert_same(model, one_pass(X, y, **params), X)


def test_fit_forgets_the_stream():
    X, y = signs()
    model = stream(X, y, random_state=0).fit(X[:30], y[:30])
    assert_same(model, Perceptron(random_state=0).fit(X[:30], y[:30]), X)


@pytest.mark.parametrize("how", ["pickle", "deepcopy"])
@pytest.mark.parametrize("hypothesis", IN_STREAMS)
def test_a_pickled_stream_goes_on_identically(hypothesis, how):
    X, y = signs(n_classes=3)
    thaw = copy.deepcopy if how == "deepcopy" else lambda m: pickle.loads(pickle.dumps(m))
    undisturbed = Perceptron(hypothesis=hypothesis, class_weight="balanced")
    frozen = Perceptron(hypothesis=hypothesis, class_weight="balanced")
    for rows in batches(90):
        undisturbed.partial_fit(X[rows], y[rows])
        frozen = thaw(frozen.partial_fit(X[rows], y[rows]))
    assert_same(frozen, undisturbed, X)


@pytest.mark.parametrize("hypothesis", IN_STREAMS)
@pytest.mark.parametrize("kinds", [("float64", "csr"), ("csr", "float64"),
                                   ("float32", "float64"), ("csr float32", "float64")])  # fmt: skip
def test_batches_may_be_of_different_kinds(kinds, hypothesis):
    X, y = signs()
    params = {"hypothesis": hypothesis, "intercept_scaling": 2.0}
    model = Perceptron(**params).partial_fit(KINDS[kinds[0]](X[:40]), y[:40])
    model.partial_fit(KINDS[kinds[1]](X[40:]), y[40:])
    assert_same(model, one_pass(X, y, **params), X)


@pytest.mark.parametrize("hypothesis", IN_STREAMS)
def test_a_hypothesis_chosen_in_mid_stream_does_not_forget_the_weights(hypothesis):
    X = np.random.default_rng(0).normal(size=(60, 3))
    y = (X[:, 0] > 0).astype(int)
    X[:, 0] += np.where(y == 1, 1.0, -1.0)
    model = Perceptron(hypothesis="last")
    for _ in range(9):
        model.partial_fit(X, y)
    assert model.score(X, y) == 1.0
    assert model.set_params(hypothesis=hypothesis).partial_fit(X, y).score(X, y) == 1.0


@pytest.mark.parametrize("hypothesis", [*IN_STREAMS, "pocket"])
def test_a_warm_start_without_mistakes_predicts_as_before(hypothesis):
    X = np.random.default_rng(0).normal(size=(60, 3))
    y = (X[:, 0] > 0).astype(int)
    X[:, 0] += np.where(y == 1, 1.0, -1.0)
    model = Perceptron(hypothesis=hypothesis, warm_start=True, random_state=0).fit(X, y)
    assert model.score(X, y) == 1.0
    model.fit(X, y)
    assert model.n_updates_ == 0
    assert model.score(X, y) == 1.0


def test_what_fit_found_out_about_separability_does_not_outlive_new_rows():
    X, y = np.array([[1.0], [-1.0]]), [1, 0]
    model = Perceptron().fit(X, y)
    assert model.separable_ is True
    model.partial_fit(X, [0, 1])
    assert getattr(model, "separable_", None) is None


def test_a_stream_has_every_documented_attribute():
    X, y = signs()
    model = stream(X, y)
    for name in ("coef_", "intercept_", "classes_", "n_iter_", "n_updates_", "mistakes_",
                 "history_", "stop_reason_", "separable_", "n_features_in_"):  # fmt: skip
        assert hasattr(model, name), name


# ---------------------------------------------------------------- refusals


def test_the_pocket_has_no_partial_fit():
    assert not hasattr(Perceptron(hypothesis="pocket"), "partial_fit")
    assert not hasattr(PocketPerceptron(), "partial_fit")
    assert hasattr(AveragedPerceptron(), "partial_fit")
    assert hasattr(VotedPerceptron(), "partial_fit")


@pytest.mark.parametrize("model", [PocketPerceptron(), Perceptron(hypothesis="pocket")], ids=str)
def test_the_pocket_says_why_it_has_no_partial_fit(model):
    with pytest.raises(AttributeError) as caught:
        model.partial_fit([[1.0]], [1])
    told = f"{caught.value} {caught.value.__cause__}"
    assert "all rows" in told and "averaged" in told


NORM = {"intercept_scaling": "norm"}
CONSTANTS = [
    (NORM, {"fit_intercept": False}, "fit_intercept=False.*constant feature of 2.44949"),
    ({"fit_intercept": False}, {"fit_intercept": True}, "fit_intercept=True.*without an intercept"),
    ({}, NORM, "'norm'.*constant feature of 1,"),
    (NORM, {"intercept_scaling": 1.0}, "intercept_scaling=1.0.*constant feature of 2.44949"),
    ({"intercept_scaling": 2.0}, {"intercept_scaling": "auto"}, "'auto'.*constant feature of 2,"),
]


@pytest.mark.parametrize("method", ["fit", "partial_fit"])
@pytest.mark.parametrize(("before", "after", "message"), CONSTANTS, ids=str)
def test_weights_do_not_go_on_with_another_constant_feature(before, after, message, method):
    X, y = signs()
    model = getattr(Perceptron(warm_start=True, **before), method)(X, y).set_params(**after)
    learned = model.coef_
    with pytest.raises(ValueError, match=f"{message}.*new estimator"):
        getattr(model, method)(X, y)
    assert model.coef_ is learned


@pytest.mark.parametrize("after", CONSTANTS, ids=str)
def test_a_cold_start_may_change_the_constant_feature(after):
    X, y = signs()
    model = Perceptron(random_state=0, **after[0]).fit(X, y).set_params(**after[1])
    assert_same(model.fit(X, y), Perceptron(random_state=0, **after[1]).fit(X, y), X)


def test_the_scale_of_an_absent_intercept_may_change():
    X, y = signs()
    model = Perceptron(fit_intercept=False).partial_fit(X[:45], y[:45])
    model.set_params(intercept_scaling=1.0).partial_fit(X[45:], y[45:])
    assert_same(model, one_pass(X, y, fit_intercept=False), X)


@pytest.mark.parametrize("width", [1, 5, 7])
def test_a_batch_of_another_width_is_an_error_and_changes_nothing(width):
    X, y = signs()
    model = stream(X, y)
    before = dict(vars(model))
    with pytest.raises(ValueError, match=f"{width} features.* 6 features"):
        model.partial_fit(np.ones((90, width)), y)
    assert vars(model) == before


@pytest.mark.parametrize("bad", [np.nan, np.inf])
@pytest.mark.parametrize("hypothesis", IN_STREAMS)
def test_a_batch_with_a_bad_value_changes_nothing(hypothesis, bad):
    X, y = signs()
    model = stream(X, y, hypothesis=hypothesis)
    before = dict(vars(model))
    broken = X.copy()
    broken[50, 2] = bad
    with pytest.raises(ValueError, match="row 50, column 2"):
        model.partial_fit(broken, y)
    assert vars(model) == before
