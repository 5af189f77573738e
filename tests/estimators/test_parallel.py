"""Parallel perceptrons: what the model may depend on, and what it may not."""

import time

import numpy as np
import pytest
import scipy.sparse as sp
from children import in_child, seconds_to_stop
from long_fits import FOREVER, SOON, hopeless
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.datasets import load_breast_cancer, load_iris, make_classification
from sklearn.model_selection import StratifiedKFold
from sklearn.preprocessing import scale

from rosenblatt import DiscriminantParallelPerceptron, ParallelPerceptron, g_mean
from rosenblatt.datasets import load

BOTH = pytest.mark.parametrize("kind", [ParallelPerceptron, DiscriminantParallelPerceptron])
PASSES = pytest.mark.parametrize("passes", ["batch", "online"])


def noisy(n=120, n_classes=2):
    X, y = make_classification(
        n, n_features=6, n_informative=4, n_classes=n_classes, flip_y=0.1, random_state=1
    )
    return scale(X), y


def fitted(kind, X, y, weights=None, **params):
    return kind(**{"random_state": 0, "max_iter": 60} | params).fit(X, y, weights)


def assert_same(one, other):
    for name in ("perceptrons_", "gamma_", "output_weights_", "output_intercept_"):
        assert_array_equal(getattr(one, name, 0), getattr(other, name, 0))
    for name, values in one.history_.items():
        assert_array_equal(values, other.history_[name])


# ---------------------------------------------------------------- order and weights


@BOTH
@PASSES
def test_the_order_of_the_rows_leaves_no_trace(kind, passes):
    X, y = noisy()
    order = np.random.default_rng(0).permutation(len(y))
    assert_same(
        fitted(kind, X, y, passes=passes, max_iter=20),
        fitted(kind, X[order], y[order], passes=passes, max_iter=20),
    )


@BOTH
@pytest.mark.parametrize("form", [np.asarray, sp.csr_array])
@pytest.mark.parametrize("class_weight", [None, "balanced"])
def test_a_weight_of_k_equals_k_rows_and_a_weight_of_zero_none(kind, form, class_weight):
    X, y = noisy()
    times = np.random.default_rng(2).integers(0, 4, len(y))
    assert_same(
        fitted(kind, form(X), y, times, class_weight=class_weight),
        fitted(kind, form(X.repeat(times, axis=0)), y.repeat(times), class_weight=class_weight),
    )


@BOTH
def test_class_weights_are_factors_of_sample_weights(kind):
    X, y = noisy()
    assert_same(
        fitted(kind, X, y, class_weight={0: 1, 1: 4}), fitted(kind, X, y, np.where(y, 4.0, 1.0))
    )


@BOTH
def test_by_default_steps_are_in_units_of_the_total_weight(kind):
    X, y = noisy(n=128)
    weights = np.random.default_rng(3).integers(1, 3, len(y)).astype(float)
    auto = fitted(kind, X, y, weights)
    assert_same(auto, fitted(kind, X, y, weights, eta0=1 / weights.sum()))
    heavy = fitted(kind, X, y, 1000 * weights, max_iter=5)
    plain = fitted(kind, X, y, weights, max_iter=5)
    assert_allclose(plain.perceptrons_, heavy.perceptrons_, rtol=1e-8)


@BOTH
def test_a_heavy_class_is_predicted_more_often(kind):
    X, y = noisy()
    shares = [
        (fitted(kind, X, y, class_weight={1: w}).predict(X) == 1).mean() for w in (0.05, 1, 20)
    ]
    assert shares[0] < shares[1] < shares[2]


# ---------------------------------------------------------------- forms of the rows


@BOTH
@PASSES
def test_sparse_equals_dense(kind, passes):
    X, y = noisy()
    X[np.abs(X) < 0.5] = 0.0
    params = {"passes": passes, "max_iter": 10}
    dense, sparse = (fitted(kind, form(X), y, **params) for form in (np.asarray, sp.csr_array))
    assert_allclose(dense.perceptrons_, sparse.perceptrons_, rtol=1e-8, atol=1e-10)
    assert_allclose(
        dense.decision_function(X), sparse.decision_function(sp.csr_array(X)), rtol=1e-6, atol=1e-8
    )


@BOTH
def test_stored_twice_means_added(kind):
    X, y = noisy()
    once = sp.csr_array(X)
    parts = (once.data / 2).repeat(2), once.indices.repeat(2), once.indptr * 2
    twice = sp.csr_array(parts, shape=X.shape)
    for passes in ("batch", "online"):
        params = {"passes": passes, "max_iter": 5}
        assert_allclose(
            fitted(kind, twice, y, **params).perceptrons_,
            fitted(kind, once, y, **params).perceptrons_,
            rtol=1e-8,
        )


@BOTH
def test_single_precision_is_computed_in_double(kind):
    X = noisy()[0].astype(np.float32)
    y = noisy()[1]
    single, double = fitted(kind, X, y), fitted(kind, X.astype(np.float64), y)
    assert single.perceptrons_.dtype == np.float64
    assert_allclose(single.history_["gamma"][:5], double.history_["gamma"][:5], rtol=1e-10)


# ---------------------------------------------------------------- what is learned


@BOTH
@PASSES
def test_perceptrons_are_unit_vectors_and_the_last_error_is_that_of_the_model(kind, passes):
    X, y = noisy()
    model = fitted(kind, X, y, passes=passes, max_iter=15)
    assert_allclose(np.linalg.norm(model.perceptrons_, axis=2), 1.0)
    assert model.perceptrons_.shape == (1, 5, 7)
    assert not hasattr(model, "coef_")
    assert model.history_["error"][-1] == (model.predict(X) != y).sum()
    assert model.n_iter_ == len(model.history_["gamma"]) == 15
    assert model.gamma_[0] == model.history_["gamma"][-1]


@BOTH
def test_more_classes_are_committees_against_the_rest(kind):
    X, y = noisy(n_classes=3, n=150)
    model = fitted(kind, X, y)
    alone = fitted(kind, X, y == 0)
    assert model.perceptrons_.shape == (3, 5, 7)
    assert_array_equal(model.perceptrons_[0], alone.perceptrons_[0])
    assert_array_equal(model.decision_function(X)[:, 0], alone.decision_function(X))
    assert_array_equal(model.history_["gamma"][:, 0], alone.history_["gamma"])
    assert_array_equal(model.predict(X), model.decision_function(X).argmax(axis=1))


@BOTH
def test_iris_is_learned(kind):
    X, y = load_iris(return_X_y=True)
    assert kind(random_state=0).fit(scale(X), y).score(scale(X), y) > 0.9


def test_votes_are_whole_but_for_the_fraction_that_breaks_ties():
    X, y = noisy()
    model = fitted(ParallelPerceptron, X, y)
    votes = np.sign(X @ model.perceptrons_[0, :, :-1].T + model.perceptrons_[0, :, -1]).sum(axis=1)
    scores = model.decision_function(X)
    assert np.abs(scores - votes).max() <= 0.5
    assert_array_equal(scores > 0, votes > 0)


def test_scores_are_those_of_the_formula():
    X, y = noisy()
    model = fitted(DiscriminantParallelPerceptron, X, y)
    act = X @ model.perceptrons_[0, :, :-1].T + model.perceptrons_[0, :, -1]
    outputs = np.clip(act / min(1, 2 * model.gamma_[0]), -1, 1)
    expected = outputs @ model.output_weights_[0] + model.output_intercept_[0]
    assert_allclose(model.decision_function(X), expected, rtol=1e-10, atol=1e-12)
    assert model.history_["J"].min() >= 1


def test_the_margin_settles_and_the_criterion_falls():
    X, y = load_breast_cancer(return_X_y=True)
    fits = [DiscriminantParallelPerceptron(random_state=k).fit(scale(X), y) for k in range(5)]
    last = np.mean([model.history_["gamma"][-100:] for model in fits], axis=0)
    assert np.ptp(last) < 0.1 * last.mean()
    assert all(model.history_["J"][-1] < model.history_["J"][0] for model in fits)


@BOTH
def test_the_seed_decides(kind):
    X, y = noisy()
    assert_same(fitted(kind, X, y), fitted(kind, X, y))
    other = fitted(kind, X, y, random_state=1)
    assert np.abs(fitted(kind, X, y).perceptrons_ - other.perceptrons_).max() > 0.01


@BOTH
def test_without_a_weight_for_margins_right_rows_teach_nothing(kind):
    X = np.array([[-2.0], [-1.0], [1.0], [2.0]])
    short, long = (
        fitted(kind, X, [0, 0, 1, 1], margin_weight=0.0, max_iter=m, n_perceptrons=3)
        for m in (200, 300)
    )
    assert not long.history_["error"][200:].any()
    assert_allclose(short.perceptrons_, long.perceptrons_, rtol=1e-14)


@BOTH
def test_probabilities(kind):
    X, y = noisy()
    model = fitted(kind, X, y, probability="sigmoid")
    found = model.predict_proba(X)
    assert_allclose(found.sum(axis=1), 1)
    assert_array_equal(found.argmax(axis=1), model.predict(X))


# ---------------------------------------------------------------- stopping, bad input


@BOTH
def test_a_time_limit_ends_the_fit(kind):
    X, y = hopeless(n_classes=3)
    begin = time.monotonic()
    model = kind(max_iter=FOREVER, time_limit=0.3).fit(X, y)
    assert time.monotonic() - begin < 0.3 + SOON
    assert model.stop_reason_ == "time_limit"
    assert model.history_["error"].shape == (model.n_iter_, 3)
    assert kind(max_iter=3, time_limit=1e-9).fit(X, y).n_iter_ == 1
    assert kind(max_iter=1, time_limit=1e-9).fit(X, y).stop_reason_ == "max_iter"


@BOTH
@PASSES
def test_ctrl_c_ends_a_fit_and_keeps_the_model(kind, passes):
    X, y = hopeless()

    def interrupted():
        model = kind(max_iter=2).fit(X[:, :3], y)
        before = dict(vars(model))
        model.set_params(max_iter=FOREVER, passes=passes)
        seconds = seconds_to_stop(lambda: model.fit(X, y))
        assert all(vars(model)[k] is v for k, v in before.items() if k.endswith("_"))
        return seconds

    assert in_child(interrupted) < SOON


@BOTH
def test_a_line_is_printed_for_every_pass(kind, capsys):
    X, y = noisy()
    fitted(kind, X, y, verbose=1, max_iter=3)
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 3
    assert lines[2].startswith(f"[{kind.__name__}] pass 3: gamma ")
    assert (", J " in lines[2]) == (kind is DiscriminantParallelPerceptron)


def test_lines_name_the_class_if_there_are_several(capsys):
    fitted(ParallelPerceptron, *noisy(n_classes=3), verbose=1, max_iter=1)
    lines = capsys.readouterr().out.splitlines()
    assert [line.partition(" against")[0][-1] for line in lines] == ["0", "1", "2"]


@BOTH
@pytest.mark.parametrize("params", [
    {"n_perceptrons": 0}, {"eta0": 0.0}, {"eta0": "fast"}, {"margin_weight": -1.0},
    {"passes": "both"}, {"max_iter": 0},
], ids=str)  # fmt: skip
def test_what_makes_no_sense_is_refused(kind, params):
    with pytest.raises(ValueError, match=next(iter(params))):
        fitted(kind, *noisy(), **params)


@BOTH
def test_values_beyond_all_bounds_are_an_error_and_large_ones_are_not(kind):
    X, y = noisy()
    assert fitted(kind, X * 1e200, y, max_iter=5).score(X * 1e200, y) > 0.5
    with pytest.raises(ValueError, match="scale the features"):
        fitted(kind, X * 1e307, y, eta0=1e10)


# ---------------------------------------------------------------- the paper


# Accuracy and g as printed, with standard deviations.
PRINTED = [
    ("breast_cancer_wisconsin", DiscriminantParallelPerceptron, 5, 0.001, (96.50, 2.16),
     (96.10, 2.22)),
    ("breast_cancer_wisconsin", ParallelPerceptron, 3, 0.001, (96.57, 2.15), (96.15, 2.22)),
    ("glass", DiscriminantParallelPerceptron, 5, 0.01, (96.91, 2.09), (92.12, 11.01)),
    ("glass", ParallelPerceptron, 3, 0.01, (94.26, 2.09), (84.29, 11.09)),
]  # fmt: skip


@pytest.mark.parametrize(("name", "kind", "size", "eta0", "accuracy", "g"), PRINTED)
def test_the_paper_is_reproduced_by_ten_folds(name, kind, size, eta0, accuracy, g, data_home):
    """One round of ten folds varies: its standard error is added to the tolerance."""
    X, y = load(name, paper="dpp", data_home=data_home, return_X_y=True)
    found = []
    for seed, (train, test) in enumerate(
        StratifiedKFold(10, shuffle=True, random_state=0).split(X, y)
    ):
        mean, spread = np.nanmean(X[train], axis=0), np.nanstd(X[train], axis=0)
        Z = np.nan_to_num((X - mean) / spread)
        model = kind(n_perceptrons=size, eta0=eta0, random_state=seed).fit(Z[train], y[train])
        guess = model.predict(Z[test])
        found.append((100 * np.mean(guess == y[test]), 100 * g_mean(y[test], guess)))
    found = np.array(found)
    error = found.std(axis=0, ddof=1) / np.sqrt(10)
    for value, se, (printed, deviation), least in zip(
        found.mean(axis=0), error, (accuracy, g), (1.0, 2.0), strict=True
    ):
        assert abs(value - printed) <= max(deviation, least) + se
