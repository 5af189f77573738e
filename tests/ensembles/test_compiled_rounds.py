"""Compiled rounds of boosting are those of the estimators' own fits."""

import warnings

import numpy as np
import pytest
import scipy.sparse as sp
from boosts import stranger, wavy, weighted

from rosenblatt import (
    ALMA,
    AROW,
    NORMA,
    ROMMA,
    SCW,
    AdaBoostPerceptron,
    AveragedPerceptron,
    Ballseptron,
    ConfidenceWeighted,
    GradientPerceptron,
    PassiveAggressiveClassifier,
    Perceptron,
    RCDPerceptron,
    VotedPerceptron,
    _core,
)
from rosenblatt._sklearn import StrOptions
from rosenblatt.ensembles.hypotheses import Fitted, Hyperplanes
from rosenblatt.training.groups import GROUPS, majority_of
from rosenblatt.training.keepers import HYPOTHESES


class InCommittees(Perceptron):
    """A learner of any rule may be a committee; this one starts all perceptrons at zero."""

    _parameter_constraints = {
        **Perceptron._parameter_constraints,
        "multi_class": [StrOptions({majority_of(3)})],
    }


BLIND = {"directions": "uniform"}
ORDERS = ("content", "shuffled", "cyclic", "random")
COMPILED = sorted(HYPOTHESES - {"voted"})
PAIRS = [
    *((RCDPerceptron, BLIND | {"init": "zero", "max_iter": 40, "scale": None, **m}) for m in (
        {}, {"bias_direction": False}, {"directions": "coordinate"}, {"two_sided": True},
        {"directions": "gaussian", "orthogonal": True}, {"fit_intercept": False},
    )),
    *((Perceptron, {"hypothesis": h, "order": o, "max_iter": 5})
      for h in COMPILED for o in ORDERS),
    *((Perceptron, {"max_iter": 5, **more}) for more in (
        {"margin": 0.2, "lam": 0.1, "alpha_bound": 3}, {"intercept_scaling": 1.0},
        {"intercept_scaling": "norm"},
        {"fit_intercept": False}, {"order": "random", "weighting": "resample"}, {"eta0": 0.1},
        *({"multi_class": name} for name in GROUPS),
    )),
    *((InCommittees, {"multi_class": majority_of(3), "max_iter": 5, "hypothesis": h})
      for h in ("last", "averaged")),
    *((kind, {"max_iter": 5, **more}) for kind, more in (
        (GradientPerceptron, {}), (GradientPerceptron, {"loss": "modified_least_squares"}),
        (GradientPerceptron, {"decay": 0.5, "eta0": 0.1}), (PassiveAggressiveClassifier, {}),
        (PassiveAggressiveClassifier, {"loss": "squared_hinge", "hypothesis": "last"}),
        (ROMMA, {"intercept_scaling": "norm"}), (ALMA, {}), (NORMA, {}),
        (NORMA, {"nu": 0.3}), (Ballseptron, {"radius": 0.1}), (AROW, {"r": 0.3}),
        (SCW, {"C": 0.3}), (ConfidenceWeighted, {}),
    )),
]  # fmt: skip


def test_a_learner_that_only_brings_a_rule_is_compiled():
    class Cautious(Perceptron):
        def _rule(self):
            return _core.Perceptron(tau=1.0)

    X, y = wavy(120)
    model = AdaBoostPerceptron(Cautious(max_iter=2), n_estimators=2, random_state=0).fit(X, y)
    assert isinstance(model._hypotheses, Hyperplanes)


@pytest.mark.parametrize("weighting", ["reweight", "resample"])
@pytest.mark.parametrize("n_classes", [2, 3])
@pytest.mark.parametrize(("kind", "settings"), PAIRS, ids=str)
def test_compiled_rounds_are_those_of_the_estimators(kind, settings, n_classes, weighting):
    X, y = wavy(120, n_classes)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        compiled, plain = (
            AdaBoostPerceptron(
                learner(**settings), n_estimators=8, weighting=weighting, random_state=1
            ).fit(X, y, weighted(X))
            for learner in (kind, stranger(kind))
        )
    assert compiled.n_rounds_ > 1
    assert isinstance(compiled._hypotheses, Hyperplanes)
    assert isinstance(plain._hypotheses, Fitted)
    np.testing.assert_array_equal(compiled.estimator_errors_, plain.estimator_errors_)
    np.testing.assert_array_equal(compiled.estimator_weights_, plain.estimator_weights_)
    for ours, theirs in zip(compiled.estimators_, plain.estimators_, strict=True):
        np.testing.assert_allclose(ours.coef_, theirs.coef_, rtol=1e-9, atol=1e-12)
        np.testing.assert_allclose(ours.intercept_, theirs.intercept_, rtol=1e-9, atol=1e-12)
        assert ours.n_iter_ == theirs.n_iter_


@pytest.mark.parametrize("hypothesis", ["last", "averaged", "pocket"])
def test_rounds_held_out_draw_the_same_seeds_compiled_or_not(hypothesis):
    """They end where a learner is no better than chance, which must not shift later seeds."""
    X, y = wavy(120, 2)
    compiled, plain = (
        AdaBoostPerceptron(
            kind(hypothesis=hypothesis, max_iter=4), n_estimators=8, early_stopping=True,
            random_state=0,
        ).fit(X, y)
        for kind in (Perceptron, stranger(Perceptron))
    )  # fmt: skip
    assert isinstance(compiled._hypotheses, Hyperplanes)
    assert isinstance(plain._hypotheses, Fitted)
    np.testing.assert_array_equal(compiled.estimator_errors_, plain.estimator_errors_)
    for ours, theirs in zip(compiled.estimators_, plain.estimators_, strict=True):
        np.testing.assert_array_equal(ours.coef_, theirs.coef_)


def test_features_scaled_once_are_scaled_as_in_every_round():
    X, y = wavy()
    X = X * [1.0, 100.0, 0.01] + [5.0, 0.0, -1.0]
    settings = BLIND | {"init": "zero", "max_iter": 40, "scale": "range"}
    ours, theirs = (
        AdaBoostPerceptron(kind(**settings), n_estimators=10, random_state=0).fit(X, y)
        for kind in (RCDPerceptron, stranger(RCDPerceptron))
    )
    np.testing.assert_array_equal(ours.estimator_errors_, theirs.estimator_errors_)


@pytest.mark.parametrize("kind", [np.float32, sp.csr_array, np.asfortranarray], ids=str)
@pytest.mark.parametrize(
    "learner", [RCDPerceptron(**BLIND, init="zero", scale=None), AveragedPerceptron()]
)
def test_other_kinds_of_rows_give_the_errors_of_their_estimators(kind, learner):
    X, y = wavy()
    X = np.round(X, 2).astype(np.float32) if kind is np.float32 else kind(X)
    model = AdaBoostPerceptron(learner, n_estimators=5, random_state=0).fit(X, y)
    assert isinstance(model._hypotheses, Hyperplanes)
    first = model.estimators_[0]
    assert model.estimator_errors_[0] == pytest.approx(1 - first.score(X, y))


@pytest.mark.parametrize("learner", [
    RCDPerceptron(), RCDPerceptron(**BLIND, init="zero", scale="standard"), VotedPerceptron(),
    RCDPerceptron(**BLIND, init="zero", scale=None, n_restarts=2),
    RCDPerceptron(init="zero", directions="mixed", scale=None),
    Perceptron(init="fisher"), Perceptron(early_stopping=True), Perceptron(class_weight="balanced"),
    Perceptron(time_limit=9.0),
], ids=str)  # fmt: skip
def test_settings_that_need_more_are_fitted_round_by_round(learner):
    X, y = wavy()
    model = AdaBoostPerceptron(learner.set_params(max_iter=3), n_estimators=3, random_state=0)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        assert isinstance(model.fit(X, y)._hypotheses, Fitted)


def test_more_rounds_than_are_drawn_ahead_go_on_where_they_were():
    X = np.arange(6.0)[:, None]
    y = np.array([0, 1, 0, 1, 0, 1])
    learner = RCDPerceptron(**BLIND, scale="range", init="zero", max_iter=2)
    long = AdaBoostPerceptron(learner, n_estimators=1100, random_state=0).fit(X, y)
    plain = stranger(RCDPerceptron)(**BLIND, scale="range", init="zero", max_iter=2)
    other = AdaBoostPerceptron(plain, n_estimators=1100, random_state=0).fit(X, y)
    assert long.n_rounds_ == other.n_rounds_
    np.testing.assert_array_equal(long.estimator_errors_, other.estimator_errors_)
