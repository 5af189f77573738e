"""Boosting: the bookkeeping by a reference and by theorems, order, samples, stages."""

import pickle

import numpy as np
import pytest
from boosts import wavy, weighted
from reference_boost import Stump, adaboost
from scipy.sparse import csr_array
from scipy.sparse import random_array as sparse_random
from sklearn.neighbors import KNeighborsClassifier

from rosenblatt import (
    AdaBoostPerceptron,
    AveragedPerceptron,
    PocketPerceptron,
    RCDPerceptron,
    _core,
)


class Coin(Stump):
    """Predicts the second class whatever it is asked."""

    def predict(self, X):
        return np.full(len(X), self.classes_[-1])


class Fickle(Stump):
    """Good at first; given unequal weights it names the next class."""

    def fit(self, X, y, sample_weight=None):
        self.turned_ = int(np.ptp(sample_weight) > 0)
        return super().fit(X, y, sample_weight)

    def predict(self, X):
        return self.classes_[(super().predict(X) + self.turned_) % len(self.classes_)]


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


def test_with_three_classes_a_learner_no_better_than_chance_ends_boosting():
    X, y = wavy(n_classes=3)
    model = AdaBoostPerceptron(Fickle(), n_estimators=50).fit(X, y)
    assert model.n_rounds_ == 1
    assert model.stop_reason_ == "error at least that of chance"


@pytest.mark.parametrize("n_classes", [2, 3])
def test_staged_scores_weigh_the_rows_they_are_asked_about(n_classes):
    X, y = wavy(n_classes=n_classes)
    model = AdaBoostPerceptron(n_estimators=5, random_state=0).fit(X, y)
    w = weighted(X)
    right = [w[labels == y].sum() / w.sum() for labels in model.staged_predict(X)]
    np.testing.assert_allclose(list(model.staged_score(X, y, w)), right)


@pytest.mark.parametrize("learner", [Coin(), RCDPerceptron(init="zero", max_iter=1)])
def test_a_first_learner_no_better_than_chance_is_kept_alone(learner):
    X, y = np.array([[0.0, 0.0], [1.0, 1.0], [0.0, 1.0], [1.0, 0.0]]), np.array([0, 0, 1, 1])
    with pytest.warns(UserWarning, match="nothing to boost"):
        model = AdaBoostPerceptron(learner, random_state=4).fit(X, y)
    assert (model.n_rounds_, len(model.estimators_)) == (0, 1)
    np.testing.assert_array_equal(model.predict(X), model.estimators_[0].predict(X))


def test_a_tied_vote_counts_as_a_training_error():
    # Weights for which two learners have the same error, a quarter, one right where one is wrong.
    boosting = _core.Boosting(np.array([0, 1, 1], dtype=np.int32), 2, np.array([2.0, 3.0, 3.0]))
    assert boosting.take(np.array([1, 1, 1], dtype=np.int32))
    assert boosting.take(np.array([0, 0, 1], dtype=np.int32))
    assert boosting.alphas[0] == boosting.alphas[1]
    assert boosting.vote_errors.tolist() == [2 / 8, 5 / 8]


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


def test_a_row_that_is_always_right_never_weighs_nothing():
    codes, wrong = np.array([0, 1, 0, 1], dtype=np.int32), np.eye(4, dtype=bool)
    boosting = _core.Boosting(codes, 2, np.ones(4))
    for number in range(4000):  # far beyond the smallest number of floating point
        assert boosting.take(np.where(wrong[number % 3], 1 - codes, codes).astype(np.int32))
    assert boosting.round_weights()[3] == 1e-24
    assert boosting.round_weights().sum() == pytest.approx(4.0)


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
    boosting = _core.Boosting(np.array([0, 1, 0, 1], dtype=np.int32), 2, weights)
    drawn = np.concatenate([boosting.sample(seed) for seed in range(3000)])
    np.testing.assert_allclose(np.bincount(drawn) / 3000, weights, rtol=0.1)


def test_no_sample_loses_a_class():
    boosting = _core.Boosting(np.array([0, 1], dtype=np.int32), 2, np.array([1e-9, 1.0]))
    assert all(set(boosting.sample(seed)) == {0, 1} for seed in range(20))


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
    model = AdaBoostPerceptron(n_estimators=5, early_stopping=False, random_state=0).fit(X, y)
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


# ---------------------------------------------------------------- rounds by rows held out


def noisy_line(n=400, seed=0):
    """A line with a quarter of the labels flipped: there is nothing to boost."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, 8))
    return X, ((X[:, 0] > 0) ^ (rng.random(n) < 0.25)).astype(int)


def test_by_default_noise_is_not_learned_by_heart():
    X, y = noisy_line()
    model = AdaBoostPerceptron(random_state=0).fit(X, y)
    assert model.n_rounds_ < 100 and model.stop_reason_ == "no_improvement"
    fresh, truth = noisy_line(4000, seed=1)
    every = AdaBoostPerceptron(early_stopping=False, random_state=0).fit(X, y)
    assert every.n_rounds_ == 200
    assert model.score(fresh, truth) > every.score(fresh, truth)


def test_rounds_that_help_are_kept():
    rng = np.random.default_rng(2)
    X = rng.uniform(-1, 1, size=(400, 2))
    y = X[:, 0] * X[:, 1] > 0
    model = AdaBoostPerceptron(random_state=0).fit(X, y)
    assert model.n_rounds_ > 5 and model.score(X, y) > 0.97


def test_the_model_is_that_of_so_many_rounds_on_all_rows():
    X, y = noisy_line()
    model = AdaBoostPerceptron(n_estimators=40, random_state=0).fit(X, y)
    errors = model.history_["validation_error"]
    assert len(errors) == 40 and len(model.history_["error"]) == model.n_rounds_
    smooth = [np.mean(np.pad(errors, 10, mode="edge")[k : k + 21]) for k in range(40)]
    assert model.n_rounds_ == np.argmin(np.round(smooth, 12)) + 1


def test_a_learner_that_was_given_makes_all_its_rounds():
    X, y = noisy_line()
    learner = RCDPerceptron(directions="uniform", init="zero", scale="range", max_iter=50)
    model = AdaBoostPerceptron(learner, n_estimators=30, random_state=0).fit(X, y)
    assert model.n_rounds_ == 30 and "validation_error" not in model.history_
    asked = AdaBoostPerceptron(learner, n_estimators=30, early_stopping=True, random_state=0)
    assert len(asked.fit(X, y).history_["validation_error"]) == 30


@pytest.mark.parametrize("kind", [np.asarray, csr_array])
def test_rounds_by_rows_held_out_feel_neither_order_nor_copies(kind):
    X, y = noisy_line(120)
    X = np.round(4 * X)
    rng = np.random.default_rng(3)
    k, order = rng.integers(1, 4, len(y)), rng.permutation(len(y))
    made = AdaBoostPerceptron(n_estimators=30, random_state=0)
    scores = [
        made.fit(kind(A), b, w).decision_function(X)
        for A, b, w in ((X, y, k), (X.repeat(k, axis=0), y.repeat(k), None),
                        (X[order], y[order], k[order]))
    ]  # fmt: skip
    np.testing.assert_array_equal(scores[0], scores[1])
    np.testing.assert_array_equal(scores[0], scores[2])


def test_classes_of_few_rows_make_all_rounds():
    X, y = [[-2.0], [-1.0], [1.0], [2.0]], [0, 0, 1, 1]
    assert AdaBoostPerceptron(n_estimators=7, random_state=0).fit(X, y).n_rounds_ == 7


def test_boosting_gives_one_model_for_sparse_and_dense_whole_numbers():
    X, y = noisy_line(150)
    X = np.round(3 * X + np.array([0, 0, 5, 0, 100, 0, 0, 0]))
    dense, sparse = (
        AdaBoostPerceptron(n_estimators=20, random_state=0).fit(kind(X), y)
        for kind in (np.asarray, csr_array)
    )
    np.testing.assert_array_equal(dense._hypotheses.lines, sparse._hypotheses.lines)
    np.testing.assert_array_equal(dense.estimator_weights_, sparse.estimator_weights_)


def test_many_features_are_boosted_with_averaged_perceptrons():
    X = sparse_random((200, 30_000), density=0.001, format="csr", random_state=0)
    y = np.asarray(X[:, :15_000].sum(axis=1) > X[:, 15_000:].sum(axis=1)).ravel().astype(int)
    model = AdaBoostPerceptron(n_estimators=10, random_state=0).fit(X, y)
    assert isinstance(model.estimators_[0], AveragedPerceptron) and model.score(X, y) > 0.9
