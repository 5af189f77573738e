"""``scale`` of the linear learners: scaled in training, weights for the rows as given."""

import warnings

import numpy as np
import pytest
import scipy.sparse as sp
from numpy.testing import assert_allclose, assert_array_equal
from public_classes import public_classes
from sklearn.model_selection import GridSearchCV
from sklearn.preprocessing import MaxAbsScaler, MinMaxScaler, StandardScaler

from rosenblatt import (
    AdaBoostPerceptron,
    AveragedPerceptron,
    BaggedPerceptron,
    CommitteeMachine,
    KernelPerceptron,
    Perceptron,
    VotedPerceptron,
)
from rosenblatt.ensembles.hypotheses import Fitted
from rosenblatt.estimators.base import BasePerceptron
from rosenblatt.models.learner_formulas import formula_of
from rosenblatt.selection import LaneSearchCV

SCALERS = {
    "range": lambda: MinMaxScaler((-1, 1)),
    "standard": StandardScaler,
    "maxabs": MaxAbsScaler,
}
LEARNERS = [kind for kind in public_classes() if issubclass(kind, BasePerceptron)]
HYPOTHESES = ("last", "longest", "pocket", "averaged", "voted")


def spreadsheet(n=120, classes=2, seed=0):
    """Columns of very different sizes and origins, whole numbers among them."""
    rng = np.random.default_rng(seed)
    Z = rng.normal(size=(n, 4))
    y = (Z @ rng.normal(size=(4, classes)) + 0.3 * rng.normal(size=(n, classes))).argmax(axis=1)
    return np.round(Z * [1, 50, 1000, 3] + [5, -200, 1e4, 0], 1), y


def weights_of(model):
    return np.column_stack([model.coef_, model.intercept_])


def made(kind, **more):
    return kind(random_state=0, **{"max_iter": 6} | more)


@pytest.mark.parametrize("classes", [2, 3])
@pytest.mark.parametrize("scale", SCALERS)
@pytest.mark.parametrize("kind", LEARNERS, ids=lambda kind: kind.__name__)
def test_a_scaled_fit_decides_as_a_fit_to_rows_scaled_before(kind, scale, classes):
    X, y = spreadsheet(classes=classes)
    scaler = SCALERS[scale]().fit(X)
    # "auto" counts the values that are not 0: whose, if 0 is rounded?
    settings = {"order": "cyclic", "intercept_scaling": 1.0}
    ours = made(kind, scale=scale, **settings).fit(X, y)
    theirs = made(kind, **settings).fit(scaler.transform(X), y)
    assert_allclose(
        ours.decision_function(X), theirs.decision_function(scaler.transform(X)),
        rtol=1e-6, atol=1e-6 * theirs._unit(),
    )  # fmt: skip


@pytest.mark.parametrize("hypothesis", HYPOTHESES)
def test_every_hypothesis_is_folded_back(hypothesis):
    X, y = spreadsheet(classes=3)
    scaler = StandardScaler().fit(X)
    ours = made(Perceptron, hypothesis=hypothesis, scale="standard", order="cyclic").fit(X, y)
    theirs = made(Perceptron, hypothesis=hypothesis, order="cyclic").fit(scaler.transform(X), y)
    assert np.mean(ours.predict(X) == theirs.predict(scaler.transform(X))) > 0.99
    back = theirs.coef_ / scaler.scale_
    assert_allclose(ours.coef_, back, rtol=1e-6)
    assert_allclose(ours.intercept_, theirs.intercept_ - back @ scaler.mean_, rtol=1e-6)


def test_raw_spreadsheets_are_learned():
    X, y = spreadsheet(400)
    raw, scaled = (
        AveragedPerceptron(scale=s, random_state=0).fit(X, y) for s in (None, "standard")
    )
    assert scaled.score(X, y) > raw.score(X, y) + 0.05


@pytest.mark.parametrize("scale", ["range", "standard", "maxabs", "robust"])
@pytest.mark.parametrize("kind", LEARNERS, ids=lambda kind: kind.__name__)
def test_neither_order_nor_copies_of_rows_matter(kind, scale):
    X, y = spreadsheet()
    rng = np.random.default_rng(1)
    k, order = rng.integers(1, 4, len(y)), rng.permutation(len(y))
    weighted = made(kind, scale=scale).fit(X, y, k)
    copies = made(kind, scale=scale).fit(X.repeat(k, axis=0), y.repeat(k))
    moved = made(kind, scale=scale).fit(X[order], y[order], k[order])
    assert_array_equal(weights_of(weighted), weights_of(copies))
    assert_array_equal(weights_of(weighted), weights_of(moved))


@pytest.mark.parametrize("settings", [
    {"scale": "maxabs"}, {"scale": "range", "fit_intercept": False},
    {"scale": "standard", "fit_intercept": False},
], ids=str)  # fmt: skip
def test_sparse_rows_that_are_only_divided_stay_sparse_and_give_the_same(settings):
    rng = np.random.default_rng(2)
    X = 2.0 ** rng.integers(0, 8, size=6) * rng.integers(-1, 2, size=(90, 6))
    y = (X @ rng.normal(size=6) > 0).astype(int)
    dense, sparse = (made(Perceptron, **settings).fit(k(X), y) for k in (np.asarray, sp.csr_array))
    assert_allclose(weights_of(dense), weights_of(sparse), rtol=1e-12)
    if settings == {"scale": "maxabs"}:
        assert_array_equal(weights_of(dense), weights_of(sparse))


@pytest.mark.parametrize("scale", ["range", "standard"])
def test_a_scale_that_shifts_is_refused_for_sparse_rows(scale):
    X, y = spreadsheet()
    with pytest.raises(ValueError, match=f"scale='{scale}' shifts the features.*maxabs"):
        Perceptron(scale=scale).fit(sp.csr_array(X), y)


def test_streams_and_warm_starts_are_refused_by_name():
    X, y = spreadsheet()
    assert not hasattr(Perceptron(scale="standard"), "partial_fit")
    with pytest.raises(AttributeError) as refused:
        _ = Perceptron(scale="standard").partial_fit
    assert "scale='standard' has no partial_fit" in str(refused.value.__cause__)
    with pytest.raises(ValueError, match="scale='range' cannot be combined with warm_start"):
        Perceptron(scale="range", warm_start=True).fit(X, y)


def test_a_start_is_given_in_units_of_the_rows():
    X, y = spreadsheet()
    first = made(Perceptron, scale="standard", hypothesis="last").fit(X, y)
    init = weights_of(first)
    again = made(Perceptron, scale="standard", hypothesis="pocket", init=init, max_iter=1).fit(X, y)
    assert again.score(X, y) >= first.score(X, y)


def test_early_stopping_judges_by_rows_as_given_and_scales_by_the_others():
    X, y = spreadsheet(300)
    model = made(
        AveragedPerceptron, scale="standard", early_stopping=True, validation_fraction=0.3,
        max_iter=20,
    )  # fmt: skip
    best = model.fit(X, y).history_["validation_score"].max()
    assert best > 0.85 and abs(model.score(X, y) - best) < 0.1


def test_probabilities_follow_the_scaled_model():
    X, y = spreadsheet(300)
    model = made(AveragedPerceptron, scale="standard", probability="sigmoid").fit(X, y)
    assert_array_equal(model.predict_proba(X).argmax(axis=1), model.predict(X))


@pytest.mark.parametrize("factor", [1e200, 1e-200])
def test_extreme_values_are_scaled_like_others(factor):
    X, y = spreadsheet()
    one, other = (made(Perceptron, scale="standard").fit(Z, y) for Z in (X, X * factor))
    assert one.score(X, y) == other.score(X * factor, y)


@pytest.mark.parametrize("kind", [AveragedPerceptron, VotedPerceptron, CommitteeMachine])
def test_exported_formulas_are_those_of_the_rows_as_given(kind):
    X, y = spreadsheet()
    model = made(kind, scale="standard").fit(X, y)
    scores = np.ravel(formula_of(model, X.shape[1]).scores(X))
    assert_allclose(scores, model.decision_function(X), rtol=1e-6, atol=1e-9)


def test_searches_fit_scaled_settings_separately_and_find_the_same():
    X, y = spreadsheet()
    grid = {"margin": [0.0, 0.3], "scale": [None, "standard"]}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        lanes, separate = (
            search(made(AveragedPerceptron), grid, cv=3).fit(X, y)
            for search in (LaneSearchCV, GridSearchCV)
        )
    assert_array_equal(
        lanes.cv_results_["mean_test_score"], separate.cv_results_["mean_test_score"]
    )


def test_boosting_and_bagging_take_scaled_learners():
    X, y = spreadsheet()
    learner = made(AveragedPerceptron, scale="standard")
    boosted = AdaBoostPerceptron(learner, n_estimators=5, random_state=0).fit(X, y)
    assert isinstance(boosted._hypotheses, Fitted) and boosted.score(X, y) > 0.8
    bagged = BaggedPerceptron(learner, n_estimators=5, random_state=0).fit(X, y)
    assert bagged.score(X, y) > 0.8


def test_a_kernel_refuses_a_rule_that_is_to_be_scaled():
    X, y = spreadsheet()
    with pytest.raises(ValueError, match="scale='standard'"):
        KernelPerceptron(rule=Perceptron(scale="standard")).fit(X, y)


def test_the_warning_about_uneven_features_names_the_parameter():
    X, y = spreadsheet()
    with pytest.warns(UserWarning, match="scale='standard'") as caught:
        Perceptron().fit(X * [1, 1, 1e7, 1], y)
    assert caught[0].filename == __file__
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        Perceptron(scale="standard").fit(X * [1, 1, 1e7, 1], y)
