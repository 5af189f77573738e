"""Boosting: the bookkeeping by a slow truth, compiled rounds by those of the estimators."""

import pickle
import warnings

import numpy as np
import pytest
import scipy.sparse as sp
from children import in_child, seconds_to_stop
from long_fits import FOREVER, SOON, hopeless
from reference_boost import Stump, adaboost
from sklearn.calibration import CalibratedClassifierCV
from sklearn.datasets import load_breast_cancer, load_iris
from sklearn.ensemble import (
    AdaBoostClassifier,
    BaggingClassifier,
    VotingClassifier,
)
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from rosenblatt import (
    AdaBoostPerceptron,
    AveragedPerceptron,
    Perceptron,
    PocketPerceptron,
    RCDPerceptron,
    VotedPerceptron,
    _core,
    datasets,
)
from rosenblatt.ensembles.hypotheses import Fitted, Hyperplanes


class Descent(RCDPerceptron):
    """Boosting takes a class of its own for a stranger: its rounds are not compiled."""


class Online(Perceptron):
    """Likewise."""


class Coin(Stump):
    """Predicts the second class whatever it is asked."""

    def predict(self, X):
        return np.full(len(X), self.classes_[-1])


def wavy(n=120, n_classes=2):
    """A hyperplane tells something about these, but separates nothing; all rows differ."""
    X = np.random.default_rng(5).normal(size=(n, 3))
    scores = X @ [1.0, 0.5, 0.0] + np.sin(3 * X[:, 0])
    return X, np.digitize(scores, np.quantile(scores, np.arange(1, n_classes) / n_classes))


def weighted(X):
    return np.random.default_rng(5).integers(1, 5, size=len(X)) / 2.0


# ---------------------------------------------------------------- the bookkeeping


@pytest.mark.parametrize("n_classes", [2, 3, 4])
@pytest.mark.parametrize("weights", [lambda X: None, weighted], ids=["unit", "weighted"])
def test_errors_and_votes_are_those_of_the_slow_truth(n_classes, weights):
    X, y = wavy(60, n_classes)
    w = weights(X)
    errors, alphas, _, votes = adaboost(X, y, 12, w)
    model = AdaBoostPerceptron(Stump(), n_estimators=12).fit(X, y, w)
    np.testing.assert_allclose(model.estimator_errors_, errors, rtol=1e-9)
    np.testing.assert_allclose(model.estimator_weights_, alphas, rtol=1e-9)
    scores = votes[:, 1] - votes[:, 0] if n_classes == 2 else votes
    np.testing.assert_allclose(model.decision_function(X), scores, atol=1e-9)


def test_learners_get_weights_that_sum_up_to_the_number_of_rows():
    X, y = wavy(60)
    seen = []

    class Watched(Stump):
        def fit(self, X, y, sample_weight=None):
            seen.append((X, sample_weight))
            return super().fit(X, y, sample_weight)

    AdaBoostPerceptron(Watched(), n_estimators=5).fit(X, y)
    for (rows, found), wanted in zip(seen, adaboost(X, y, 5)[2], strict=True):
        place = {tuple(row): k for k, row in enumerate(X)}
        np.testing.assert_allclose(found, wanted[[place[tuple(row)] for row in rows]], rtol=1e-9)
        assert found.sum() == pytest.approx(len(y))


@pytest.mark.parametrize("learner", [RCDPerceptron(init="zero"), Stump()], ids=["ours", "other"])
def test_rounds_without_error_weigh_half_the_log_of_a_thousand_and_go_on(learner):
    X = np.arange(10.0)[:, None]
    model = AdaBoostPerceptron(learner, n_estimators=7).fit(X, X[:, 0] > 4.5)
    np.testing.assert_array_equal(model.estimator_errors_, np.zeros(7))
    np.testing.assert_allclose(model.estimator_weights_, np.full(7, 0.5 * np.log(1000)))


def test_a_learner_no_better_than_chance_ends_boosting_and_is_left_out():
    X, y = np.arange(4.0)[:, None], np.array([0, 1, 1, 1])
    model = AdaBoostPerceptron(Coin(), n_estimators=50).fit(X, y)
    # A quarter wrong, then, reweighted, one half.
    assert (model.n_rounds_, len(model.estimators_)) == (1, 1)
    assert model.stop_reason_ == "error at least a half"


@pytest.mark.parametrize("learner", [Coin(), RCDPerceptron(init="zero", max_iter=1)])
def test_a_first_learner_no_better_than_chance_is_kept_alone(learner):
    X, y = np.array([[0.0, 0.0], [1.0, 1.0], [0.0, 1.0], [1.0, 0.0]]), np.array([0, 0, 1, 1])
    with pytest.warns(UserWarning, match="nothing to boost"):
        model = AdaBoostPerceptron(learner, random_state=4).fit(X, y)
    assert (model.n_rounds_, len(model.estimators_)) == (0, 1)
    np.testing.assert_array_equal(model.predict(X), model.estimators_[0].predict(X))


def test_a_tied_vote_counts_as_a_training_error():
    # Weights for which two learners have the same error, a quarter, one right where one is wrong.
    books = _core.Boosting(np.array([0, 1, 1], dtype=np.int32), 2, np.array([2.0, 3.0, 3.0]))
    assert books.take(np.array([1, 1, 1], dtype=np.int32))
    assert books.take(np.array([0, 0, 1], dtype=np.int32))
    assert books.alphas[0] == books.alphas[1]
    assert books.vote_errors.tolist() == [2 / 8, 5 / 8]


@pytest.mark.parametrize("learner", [
    RCDPerceptron(init="zero", max_iter=30), PocketPerceptron(max_iter=5), Stump(),
], ids=lambda e: type(e).__name__)  # fmt: skip
def test_the_training_error_of_the_vote_stays_below_its_bound(learner):
    X, y = wavy()
    model = AdaBoostPerceptron(learner, n_estimators=40, random_state=0).fit(X, y)
    e = model.estimator_errors_
    assert model.n_rounds_ > 1
    bound = np.cumprod(2 * np.sqrt(np.maximum(e, 1e-3) * (1 - e)))
    assert np.all(model.history_["error"] <= bound + 1e-12)


def test_the_history_is_the_error_of_the_staged_vote():
    X, y = wavy()
    w = weighted(X)
    model = AdaBoostPerceptron(n_estimators=30, random_state=0).fit(X, y, w)
    staged = [
        w[np.where(y == 1, scores, -scores) <= 0].sum() / w.sum()
        for scores in model.staged_decision_function(X)
    ]
    np.testing.assert_allclose(model.history_["error"], staged, atol=1e-12)


# ---------------------------------------------------------------- compiled rounds

ORDERS = ("content", "shuffled", "cyclic", "random")
HYPOTHESES = ("last", "longest", "pocket", "averaged")
PAIRS = [
    *((RCDPerceptron, Descent, {"init": "zero", "max_iter": 40, "scale": None, **m}) for m in (
        {}, {"bias_direction": False}, {"directions": "coordinate"}, {"two_sided": True},
        {"directions": "gaussian", "orthogonal": True}, {"fit_intercept": False},
    )),
    *((Perceptron, Online, {"hypothesis": h, "order": o, "max_iter": 5})
      for h in HYPOTHESES for o in ORDERS),
    *((Perceptron, Online, {"max_iter": 5, **more}) for more in (
        {"margin": 0.2, "lam": 0.1, "alpha_bound": 3}, {"intercept_scaling": 1.0},
        {"fit_intercept": False}, {"order": "random", "weighting": "resample"}, {"eta0": 0.1},
        {"multi_class": "joint"},
    )),
]  # fmt: skip


@pytest.mark.parametrize("weighting", ["reweight", "resample"])
@pytest.mark.parametrize("n_classes", [2, 3])
@pytest.mark.parametrize(("kind", "stranger", "settings"), PAIRS, ids=str)
def test_compiled_rounds_are_those_of_the_estimators(
    kind, stranger, settings, n_classes, weighting
):
    X, y = wavy(120, n_classes)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        compiled, plain = (
            AdaBoostPerceptron(
                learner(**settings), n_estimators=8, weighting=weighting, random_state=1
            ).fit(X, y, weighted(X))
            for learner in (kind, stranger)
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


def test_features_scaled_once_are_scaled_as_in_every_round():
    X, y = wavy()
    X = X * [1.0, 100.0, 0.01] + [5.0, 0.0, -1.0]
    settings = {"init": "zero", "max_iter": 40}
    ours, theirs = (
        AdaBoostPerceptron(kind(**settings), n_estimators=10, random_state=0).fit(X, y)
        for kind in (RCDPerceptron, Descent)
    )
    np.testing.assert_array_equal(ours.estimator_errors_, theirs.estimator_errors_)


@pytest.mark.parametrize("kind", [np.float32, sp.csr_array, np.asfortranarray], ids=str)
@pytest.mark.parametrize("learner", [RCDPerceptron(init="zero", scale=None), AveragedPerceptron()])
def test_other_kinds_of_rows_give_the_errors_of_their_estimators(kind, learner):
    X, y = wavy()
    X = np.round(X, 2).astype(np.float32) if kind is np.float32 else kind(X)
    model = AdaBoostPerceptron(learner, n_estimators=5, random_state=0).fit(X, y)
    assert isinstance(model._hypotheses, Hyperplanes)
    first = model.estimators_[0]
    assert model.estimator_errors_[0] == pytest.approx(1 - first.score(X, y))


@pytest.mark.parametrize("learner", [
    RCDPerceptron(), RCDPerceptron(init="zero", scale="standard"), VotedPerceptron(),
    RCDPerceptron(init="zero", n_restarts=2), RCDPerceptron(init="zero", directions="mixed"),
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
    learner = RCDPerceptron(init="zero", max_iter=2)
    long = AdaBoostPerceptron(learner, n_estimators=1100, random_state=0).fit(X, y)
    plain = Descent(init="zero", max_iter=2)
    other = AdaBoostPerceptron(plain, n_estimators=1100, random_state=0).fit(X, y)
    assert long.n_rounds_ == other.n_rounds_
    np.testing.assert_array_equal(long.estimator_errors_, other.estimator_errors_)


def test_very_long_boosting_never_loses_a_row():
    X, y = wavy(40)
    model = AdaBoostPerceptron(PocketPerceptron(max_iter=20), n_estimators=3000, random_state=0)
    assert model.fit(X.astype(np.float32), y).n_rounds_ > 1


# ---------------------------------------------------------------- order, weights, samples


@pytest.mark.parametrize("weighting", ["reweight", "resample"])
def test_a_row_of_weight_k_equals_k_rows_in_any_order(weighting):
    X, y = wavy(60)
    counts = np.random.default_rng(1).integers(0, 4, size=len(y))
    rows = np.random.default_rng(2).permutation(np.repeat(np.arange(len(y)), counts))
    model = AdaBoostPerceptron(n_estimators=10, weighting=weighting, random_state=0)
    once = model.fit(X, y, counts).decision_function(X)
    np.testing.assert_array_equal(once, model.fit(X[rows], y[rows]).decision_function(X))


def test_samples_follow_the_weights():
    weights = np.array([1.0, 2.0, 3.0, 4.0])
    books = _core.Boosting(np.array([0, 1, 0, 1], dtype=np.int32), 2, weights)
    drawn = np.concatenate([books.sample(seed) for seed in range(3000)])
    np.testing.assert_allclose(np.bincount(drawn) / 3000, weights, rtol=0.1)


def test_no_sample_loses_a_class():
    books = _core.Boosting(np.array([0, 1], dtype=np.int32), 2, np.array([1e-9, 1.0]))
    assert all(set(books.sample(seed)) == {0, 1} for seed in range(20))


def test_a_learner_without_weights_is_told_to_be_resampled():
    X, y = wavy()
    with pytest.raises(ValueError, match="weighting='resample'"):
        AdaBoostPerceptron(KNeighborsClassifier()).fit(X, y)
    model = AdaBoostPerceptron(
        KNeighborsClassifier(3), n_estimators=3, weighting="resample", random_state=0
    )
    assert model.fit(X, y).score(X, y) > 0.85


# ---------------------------------------------------------------- prediction


@pytest.mark.parametrize("n_classes", [2, 4])
def test_the_last_stage_is_the_model(n_classes):
    X, y = wavy(n_classes=n_classes)
    model = AdaBoostPerceptron(n_estimators=9, random_state=0).fit(X, y)
    np.testing.assert_array_equal(
        list(model.staged_decision_function(X))[-1], model.decision_function(X)
    )
    np.testing.assert_array_equal(list(model.staged_predict(X))[-1], model.predict(X))
    stages = list(model.staged_score(X, y))
    assert len(stages) == model.n_rounds_
    assert stages[-1] == model.score(X, y)


@pytest.mark.parametrize("n_classes", [2, 3])
def test_the_vote_is_that_of_the_estimators(n_classes):
    X, y = wavy(n_classes=n_classes)
    model = AdaBoostPerceptron(AveragedPerceptron(), n_estimators=9, random_state=0).fit(X, y)
    votes = np.zeros((len(y), n_classes))
    for weight, estimator in zip(model.estimator_weights_, model.estimators_, strict=True):
        votes += weight * (estimator.predict(X)[:, None] == model.classes_)
    scores = votes[:, 1] - votes[:, 0] if n_classes == 2 else votes
    np.testing.assert_allclose(model.decision_function(X), scores, atol=1e-12)


def test_many_rounds_over_many_rows_are_scored_in_parts(monkeypatch):
    X, y = wavy()
    model = AdaBoostPerceptron(n_estimators=9, random_state=0).fit(X, y)
    whole = model.decision_function(X)
    monkeypatch.setattr("rosenblatt.ensembles.hypotheses.MOST_SCORES", 2 * len(y))
    np.testing.assert_array_equal(model.decision_function(X), whole)


def test_a_stored_model_predicts_as_before():
    X, y = wavy()
    model = AdaBoostPerceptron(n_estimators=5, random_state=0).fit(X, y)
    again = pickle.loads(pickle.dumps(model))
    np.testing.assert_array_equal(again.decision_function(X), model.decision_function(X))
    np.testing.assert_array_equal(again.estimators_[3].predict(X), model.estimators_[3].predict(X))


def test_a_failed_fit_leaves_the_model_as_it_was():
    X, y = wavy()
    model = AdaBoostPerceptron(n_estimators=5, random_state=0).fit(X, y)
    before = model.decision_function(X)
    with pytest.raises(ValueError, match="one class only"):
        model.fit(X[:, :2], np.zeros(len(y)))
    np.testing.assert_array_equal(model.decision_function(X), before)


# ---------------------------------------------------------------- company


@pytest.fixture(scope="module")
def cancer():
    return load_breast_cancer(return_X_y=True)


def test_boosting_works_in_a_pipeline(cancer):
    model = make_pipeline(StandardScaler(), AdaBoostPerceptron(n_estimators=10, random_state=0))
    assert model.fit(*cancer).score(*cancer) > 0.98


def test_a_pipeline_can_be_boosted_by_samples(cancer):
    learner = make_pipeline(StandardScaler(), Perceptron(max_iter=2))
    model = AdaBoostPerceptron(learner, n_estimators=5, weighting="resample", random_state=0)
    assert model.fit(*cancer).score(*cancer) > 0.95


def test_any_classifier_with_weights_can_be_boosted(cancer):
    model = AdaBoostPerceptron(GaussianNB(), n_estimators=5).fit(*cancer)
    assert model.score(*cancer) > 0.9


@pytest.mark.parametrize("learner", [
    RCDPerceptron(max_iter=50, random_state=0), AdaBoostPerceptron(n_estimators=3, random_state=0),
], ids=lambda e: type(e).__name__)  # fmt: skip
@pytest.mark.parametrize("wrap", [
    lambda e: AdaBoostClassifier(e, n_estimators=3, random_state=0),
    lambda e: BaggingClassifier(e, n_estimators=3, random_state=0),
    lambda e: VotingClassifier([("a", e), ("b", Perceptron(random_state=0))]),
    lambda e: CalibratedClassifierCV(e, cv=2),
], ids=["boosting", "bagging", "voting", "calibration"])  # fmt: skip
def test_our_learners_work_inside_scikit_learns_ensembles(learner, wrap, cancer):
    assert wrap(learner).fit(*cancer).score(*cancer) > 0.9


def test_several_classes_are_boosted_by_samme():
    X, y = load_iris(return_X_y=True)
    model = AdaBoostPerceptron(n_estimators=20, random_state=0).fit(X, y)
    assert model.score(X, y) == 1.0


# ---------------------------------------------------------------- Ctrl-C, and the paper


@pytest.mark.parametrize("learner", [
    RCDPerceptron(init="zero", max_iter=FOREVER), RCDPerceptron(init="zero", max_iter=2),
    PocketPerceptron(max_iter=FOREVER), AveragedPerceptron(max_iter=1),
], ids=str)  # fmt: skip
def test_ctrl_c_stops_boosting_within_a_second(learner):
    X, y = hopeless()
    if learner.max_iter < 3:  # rounds without error go on for ever
        y = (X[:, 0] > 0).astype(int)
        X = X[:, :1] + 5 * np.sign(X[:, :1])
    model = AdaBoostPerceptron(learner, n_estimators=FOREVER, random_state=0)
    assert in_child(lambda: seconds_to_stop(lambda: model.fit(X, y)), timeout=5.5) < SOON


def test_boosted_descents_learn_pima_by_heart_in_two_hundred_rounds(data_home):
    X, y = datasets.load("pima_diabetes", paper="li", data_home=data_home, return_X_y=True)
    model = AdaBoostPerceptron(random_state=0).fit(X, y)
    assert (model.n_rounds_, model.stop_reason_) == (200, "n_estimators")
    assert model.history_["error"][-1] == 0
    assert model.score(X, y) == 1.0
