"""Probabilities: their arg max is the prediction, they are calibrated, and absent where absent."""

import warnings

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.base import BaseEstimator, ClassifierMixin, clone
from sklearn.calibration import CalibratedClassifierCV
from sklearn.exceptions import NotFittedError
from sklearn.frozen import FrozenEstimator
from sklearn.metrics import log_loss

from rosenblatt import (
    AdaBoostPerceptron,
    BaggedPerceptron,
    BaggedRCDPerceptron,
    PassiveAggressiveClassifier,
    Perceptron,
    PocketPerceptron,
    RCDPerceptron,
    VotedPerceptron,
)
from rosenblatt.classifiers.calibration import folds_of
from rosenblatt.classifiers.classifier import predicted_codes
from rosenblatt.classifiers.linear import LinearClassifier
from rosenblatt.classifiers.shares import for_prediction, vote_shares
from rosenblatt.classifiers.sigmoid import Held, LogLoss, fit_sigmoid, probabilities_of, targets
from rosenblatt.training.groups import GROUPS

SMALL = {"probability": "sigmoid", "random_state": 0, "max_iter": 3}
CALIBRATED = [
    Perceptron(**SMALL, hypothesis="last"), PocketPerceptron(**SMALL),
    *(Perceptron(**SMALL, multi_class=name) for name in GROUPS), VotedPerceptron(**SMALL),
    Perceptron(**SMALL, class_weight="balanced"), RCDPerceptron(**SMALL),
    BaggedRCDPerceptron(**SMALL, n_restarts=2),
    BaggedPerceptron(n_estimators=2, probability="sigmoid", random_state=0),
]  # fmt: skip
VOTING = [
    Perceptron(hypothesis="voted", random_state=0),
    *(VotedPerceptron(max_iter=3, multi_class=name, random_state=0) for name in GROUPS),
    AdaBoostPerceptron(n_estimators=4, random_state=0),
    AdaBoostPerceptron(Perceptron(max_iter=1), n_estimators=4, random_state=0),
]  # fmt: skip


def logistic(n, n_classes=2, seed=0):
    """Rows whose classes are drawn with the probabilities of a logistic model, which come along."""
    random = np.random.default_rng(seed)
    X = random.normal(size=(n, 4))
    logits = 1.5 * X @ np.random.default_rng(1).normal(size=(4, n_classes))
    logits[:, 0] += 1.0  # unequal classes
    P = np.exp(logits)
    P /= P.sum(axis=1, keepdims=True)
    return X, (P.cumsum(axis=1) > random.random((n, 1))).argmax(axis=1)


# ---------------------------------------------------------------- the arg max


def whole_tables(draw):
    """Small whole numbers, so that scores tie; every class twice; weights with zeros."""
    n_classes = draw(st.integers(2, 4))
    n = draw(st.integers(2 * n_classes, 20))
    cells = st.lists(st.integers(-2, 2), min_size=2 * n, max_size=2 * n)
    X = np.array(draw(cells), dtype=float).reshape(n, 2)
    X[:2] += [[5.0], [6.0]]  # so that some class has two different rows
    y = np.concatenate([[0, 0], np.arange(n - 2) % n_classes])
    halves = st.lists(st.integers(0, 3), min_size=n - 2 * n_classes, max_size=n - 2 * n_classes)
    return X, y, np.concatenate([np.ones(2 * n_classes), np.array(draw(halves)) / 2])


@pytest.mark.parametrize("model", [*CALIBRATED, *VOTING], ids=str)
@given(st.composite(whole_tables)())
@settings(max_examples=10, deadline=None)
def test_the_highest_probability_is_that_of_the_prediction(model, table):
    X, y, weights = table
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        model = clone(model).fit(X, y, weights)
    asked = np.vstack([X, np.zeros((1, 2)), 1e3 * X])
    found = model.predict_proba(asked)
    np.testing.assert_array_equal(model.classes_[found.argmax(axis=1)], model.predict(asked))
    np.testing.assert_allclose(found.sum(axis=1), 1.0, rtol=1e-12)
    assert found.min() >= 0


NUMBERS = st.one_of(
    st.sampled_from([0.0, -0.0, 1.0, 1e-320, 1e308, -1e308, np.inf, -np.inf]),
    st.floats(-10, 10),
)


@given(
    st.integers(1, 4).flatmap(lambda k: st.lists(NUMBERS, min_size=k, max_size=k)),
    st.one_of(st.just(0.0), st.floats(0, 1e308)),
    st.floats(-50, 50),
)
@settings(max_examples=300)
def test_no_sigmoid_changes_the_prediction(line, slope, offset):
    scores = np.array([line]) if len(line) > 1 else np.array(line)
    offsets = np.append(0.0, np.linspace(offset, -offset / 3, max(1, len(line) - 1)))
    found = probabilities_of(np.append(slope, offsets), scores)
    assert found.argmax(axis=1) == predicted_codes(scores)
    assert found.sum() == pytest.approx(1.0)


@given(st.lists(st.floats(0, 1e6), min_size=2, max_size=5), st.booleans())
@settings(max_examples=200)
def test_no_share_of_votes_changes_the_prediction(line, tied):
    votes = np.array([line])
    if tied:
        votes[0, -1] = votes.max()
    scores = votes[:, 1] - votes[:, 0] if len(line) == 2 else votes
    found = vote_shares(votes, predicted_codes(scores))
    assert found.argmax(axis=1) == predicted_codes(scores)


def nearest(row, code):
    """Slowly: the class takes one more partner as long as somebody is above their mean."""
    row, partners = np.array(row), [code]
    for other in sorted(set(range(len(row))) - {code}, key=lambda k: -row[k]):
        if row[other] > row[partners].mean():
            partners.append(other)
    row[partners] = row[partners].mean()
    return row


@given(st.lists(st.floats(0.01, 1), min_size=3, max_size=6), st.integers(0, 2))
def test_the_predicted_class_shares_with_no_more_classes_than_it_must(line, code):
    probabilities = np.array([line]) / np.sum(line)
    scores = np.eye(len(line))[[code]]
    found = for_prediction(probabilities, scores)
    np.testing.assert_allclose(found[0], nearest(probabilities[0], code), rtol=1e-12)


def test_a_tie_of_two_classes_goes_to_the_second_by_one_step_of_rounding():
    found = probabilities_of(np.array([1.0, 0.0, 0.0]), np.zeros(1))
    assert found[0, 0] == 0.5 and found[0, 1] == np.nextafter(0.5, 1)


# ---------------------------------------------------------------- the sigmoid


class Passed(ClassifierMixin, BaseEstimator):
    """A fitted classifier whose scores are its only feature."""

    def fit(self, X, y):
        self.classes_ = np.unique(y)
        return self

    def decision_function(self, X):
        return X[:, 0]

    def predict(self, X):
        return (X[:, 0] > 0).astype(int)


@pytest.mark.parametrize("weights", [None, np.arange(60) % 4 + 0.5], ids=["unit", "weighted"])
def test_for_two_classes_the_sigmoid_is_the_one_scikit_learn_fits(weights):
    random = np.random.default_rng(0)
    scores = random.normal(size=60)
    y = (scores + random.normal(size=60) > 0.5).astype(int)
    theirs = CalibratedClassifierCV(FrozenEstimator(Passed().fit(scores[:, None], y)))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # a frozen estimator takes no weights
        theirs.fit(scores[:, None], y, weights)
    both = np.column_stack([-scores / 2, scores / 2])
    slope, first, second = fit_sigmoid(Held(both, y, np.ones(60) if weights is None else weights))
    ours = 1 / (1 + np.exp(-slope * scores - second))
    assert first == 0
    np.testing.assert_allclose(ours, theirs.predict_proba(scores[:, None])[:, 1], atol=1e-5)


def test_no_other_slope_or_offset_has_a_lower_log_loss():
    random = np.random.default_rng(0)
    codes = random.integers(0, 3, size=90)
    scores = random.normal(size=(90, 3)) + np.eye(3)[codes]
    best = fit_sigmoid(Held(scores, codes, np.ones(90)))
    loss = LogLoss(scores, targets(Held(scores, codes, np.ones(90))), np.full(90, 1 / 90))
    lowest = loss.value(best[[0, 2, 3]])
    for shift in random.normal(size=(200, 3)) * np.logspace(-4, 0, 200)[:, None]:
        assert loss.value(best[[0, 2, 3]] + shift) > lowest


def test_scores_that_say_the_opposite_get_no_slope_and_the_share_of_the_class():
    scores = np.column_stack([-np.linspace(-1, 1, 50), np.linspace(-1, 1, 50)])
    slope, _, offset = fit_sigmoid(Held(scores, (np.arange(50) < 30).astype(int), np.ones(50)))
    assert slope == 0
    smoothed = (30 * 31 / 32 + 20 * 1 / 22) / 50  # the mean of Platt's targets
    assert 1 / (1 + np.exp(-offset)) == pytest.approx(smoothed, abs=1e-6)


@pytest.mark.parametrize("n_classes", [2, 3])
@pytest.mark.parametrize("model", CALIBRATED, ids=str)
def test_probabilities_say_more_than_the_shares_of_the_classes(model, n_classes):
    X, y = logistic(400, n_classes)
    asked, truth = logistic(4000, n_classes, seed=2)
    found = log_loss(truth, clone(model).fit(X, y).predict_proba(asked))
    shares = np.tile(np.bincount(y) / len(y), (len(truth), 1))
    assert found < 0.9 * log_loss(truth, shares)


@pytest.mark.parametrize("n_classes", [2, 3])
@pytest.mark.parametrize("kind", [Perceptron, PassiveAggressiveClassifier])
def test_what_is_called_seventy_percent_happens_in_seventy_percent(kind, n_classes):
    X, y = logistic(3000, n_classes)
    asked, truth = logistic(40_000, n_classes, seed=2)
    model = kind(probability="sigmoid", random_state=0).fit(X, y)
    for code, said in enumerate(model.predict_proba(asked).T):
        for low in np.arange(0, 1, 0.1):
            rows = (said >= low) & (said < low + 0.1)
            if rows.sum() > 500:  # 500 rows: a standard error of at most 0.023
                assert abs(said[rows].mean() - (truth[rows] == code).mean()) < 0.07


@pytest.mark.parametrize("model", [*CALIBRATED, *VOTING], ids=str)
def test_a_row_of_weight_k_equals_k_rows_in_any_order(model):
    X, y = logistic(60)
    counts = np.random.default_rng(1).integers(0, 4, size=len(y))
    rows = np.random.default_rng(2).permutation(np.repeat(np.arange(len(y)), counts))
    once = clone(model).fit(X, y, counts).predict_proba(X)
    np.testing.assert_allclose(once, clone(model).fit(X[rows], y[rows]).predict_proba(X), rtol=1e-9)


@pytest.mark.parametrize("model", CALIBRATED, ids=str)
def test_the_model_itself_is_the_one_without_a_sigmoid(model):
    X, y = logistic(80)
    plain = clone(model).set_params(probability=None).fit(X, y)
    fitted = clone(model).fit(X, y)
    np.testing.assert_array_equal(fitted.decision_function(X), plain.decision_function(X))


@pytest.mark.parametrize("model", CALIBRATED, ids=str)
def test_the_same_seed_gives_the_same_probabilities(model):
    X, y = logistic(80)
    first, second = (clone(model).fit(X, y).predict_proba(X) for _ in range(2))
    np.testing.assert_array_equal(first, second)


@pytest.mark.parametrize("model", CALIBRATED, ids=str)
def test_the_rows_of_a_fit_are_read_and_checked_once(model, monkeypatch):
    readers, read = [], LinearClassifier._read

    def noted(self, *args, **kwargs):
        readers.append(self)
        return read(self, *args, **kwargs)

    monkeypatch.setattr(LinearClassifier, "_read", noted)
    model = clone(model).fit(*logistic(80))
    assert readers.count(model) == 1


def test_probabilities_do_not_depend_on_the_unit_of_the_features():
    X, y = logistic(80)
    model = Perceptron(**SMALL)
    found = [clone(model).fit(unit * X, y).predict_proba(unit * X) for unit in (1.0, 2.0**300)]
    np.testing.assert_allclose(found[0], found[1], rtol=1e-6)


# ---------------------------------------------------------------- the folds


def test_every_class_is_spread_evenly_over_the_folds():
    codes = np.repeat([0, 1, 2], [10, 23, 2])
    folds = folds_of(codes, np.random.default_rng(0))
    for code in range(3):
        counts = np.bincount(folds[codes == code], minlength=5)
        assert counts.max() - counts.min() <= 1


def test_a_row_alone_in_its_class_is_never_held_out():
    assert folds_of(np.array([0, 0, 0, 1]), np.random.default_rng(0))[3] == -1


def test_rows_none_of_which_can_be_held_out_are_an_error_that_leaves_the_model_as_it_was():
    X, y = logistic(30)
    model = Perceptron(**SMALL).fit(X, y)
    before = model.predict_proba(X)
    with pytest.raises(ValueError, match="no class has two different rows"):
        model.fit([[0.0], [1.0], [1.0]], [0, 1, 1])
    np.testing.assert_array_equal(model.predict_proba(X), before)


def test_a_fit_without_sigmoid_forgets_the_one_before():
    X, y = logistic(30)
    model = Perceptron(**SMALL).fit(X, y).set_params(probability=None).fit(X, y)
    assert not hasattr(model, "sigmoid_")


# ---------------------------------------------------------------- votes


def test_two_classes_share_the_votes_cast():
    X, y = logistic(50)
    model = VotedPerceptron(order="cyclic", max_iter=4).fit(X, y)
    cast = len(y) * model.n_iter_ - model.n_updates_  # a new hypothesis begins with no votes
    shares = (1 + model.decision_function(X) / cast) / 2
    np.testing.assert_allclose(model.predict_proba(X)[:, 1], shares, rtol=1e-12)


def test_classes_trained_jointly_share_the_votes_cast():
    X, y = logistic(50, 3)
    model = VotedPerceptron(order="cyclic", max_iter=4, multi_class="joint").fit(X, y)
    cast = len(y) * model.n_iter_ - model.n_updates_
    np.testing.assert_allclose(model.predict_proba(X), model.decision_function(X) / cast)


@pytest.mark.parametrize("n_classes", [2, 3])
def test_the_learners_of_a_boosted_vote_share_by_their_weights(n_classes):
    X, y = logistic(80, n_classes)
    model = AdaBoostPerceptron(n_estimators=6, random_state=0).fit(X, y)
    votes = sum(
        weight * (learner.predict(X)[:, None] == model.classes_)
        for weight, learner in zip(model.estimator_weights_, model.estimators_, strict=True)
    )
    np.testing.assert_allclose(model.predict_proba(X), votes / model.estimator_weights_.sum())


def test_a_stream_shares_votes_from_the_first_class_on():
    X, y = logistic(40, 3)
    model = VotedPerceptron()
    np.testing.assert_array_equal(
        model.partial_fit(X[y == 0], y[y == 0]).predict_proba(X), np.ones((40, 1))
    )
    found = model.partial_fit(X, y).predict_proba(X)
    np.testing.assert_array_equal(found.argmax(axis=1), model.predict(X))


# ---------------------------------------------------------------- where there are none


@pytest.mark.parametrize("kind", [
    Perceptron, PocketPerceptron, PassiveAggressiveClassifier, RCDPerceptron, BaggedRCDPerceptron,
    BaggedPerceptron,
])  # fmt: skip
def test_hyperplanes_have_no_predict_proba_and_say_what_to_do(kind):
    assert not hasattr(kind(), "predict_proba")
    with pytest.raises(AttributeError) as caught:
        kind().predict_proba([[0.0]])
    told = f"{caught.value} {caught.value.__cause__}"
    assert kind.__name__ in told and "probability='sigmoid'" in told


def test_a_sigmoid_has_no_partial_fit_and_says_why():
    model = Perceptron(probability="sigmoid")
    assert not hasattr(model, "partial_fit")
    with pytest.raises(AttributeError) as caught:
        model.partial_fit([[0.0]], [0])
    assert "a stream never has them together" in str(caught.value.__cause__)


@pytest.mark.parametrize("setting", [{"probability": "sigmoid"}, {"hypothesis": "voted"}], ids=str)
def test_what_was_set_after_fit_asks_for_another_fit(setting):
    X, y = logistic(30)
    model = Perceptron().fit(X, y).set_params(**setting)
    with pytest.raises(NotFittedError, match="fit again"):
        model.predict_proba(X)


def test_a_sigmoid_is_asked_after_a_fit_only():
    with pytest.raises(NotFittedError):
        Perceptron(probability="sigmoid").predict_proba([[0.0]])
