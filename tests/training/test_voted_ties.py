"""Classes that are voted on one by one: summed scores decide where votes do not."""

import numpy as np
import pytest
import scipy.sparse as sp

from rosenblatt import KernelPerceptron, Perceptron, VotedPerceptron
from rosenblatt.models.learner_formulas import formula_of
from rosenblatt.models.voted_formula import lane, walk
from rosenblatt.training.summed_votes import ties_broken

LEARNERS = {
    "plain": VotedPerceptron(max_iter=2, random_state=0),
    "started": Perceptron(hypothesis="voted", init="fisher", max_iter=2, random_state=0),
    "scaled": VotedPerceptron(scale="standard", max_iter=2, random_state=0),
    "kernel": KernelPerceptron(kernel="linear", hypothesis="voted", max_iter=2, random_state=0),
}


def many_classes(classes=12, width=6, n=240, seed=0):
    """Whole numbers, and classes that overlap, so that many rows are voted down by all."""
    rng = np.random.default_rng(seed)
    y = np.arange(n) % classes
    return np.rint(3 * (rng.normal(size=(classes, width))[y] + rng.normal(size=(n, width)))), y


def votes_and_sums(votes, X):
    """Votes and summed scores of every class, hypothesis by hypothesis."""
    rows = np.column_stack([X, np.ones(len(X))])
    found = [walk(lane(votes, k), votes.lists[k]) for k in range(len(votes.start))]
    counted = [np.where(rows @ lines[:, 0].T >= 0, 1, -1) @ runs for lines, runs in found]
    summed = [rows @ (runs @ lines[:, 0]) for lines, runs in found]
    return np.array(counted).T, np.array(summed).T


@pytest.mark.parametrize("name", LEARNERS)
def test_rows_voted_down_and_ties_are_decided_by_summed_scores(name):
    X, y = many_classes()
    model = LEARNERS[name].fit(X, y)
    linear = model.to_linear() if name == "kernel" else model
    votes, summed = votes_and_sums(linear._votes, X)
    best = votes.max(axis=1, keepdims=True)
    wanted = np.where((votes == best) | (best <= 0), summed, -np.inf).argmax(axis=1)
    assert (best <= 0).sum() > 20 and (votes.argmax(axis=1) != wanted).sum() > 5
    np.testing.assert_array_equal(model.predict(X), wanted)


@pytest.mark.parametrize("name", LEARNERS)
def test_prediction_scores_and_probabilities_agree(name):
    X, y = many_classes()
    model = LEARNERS[name].fit(X, y)
    codes = model.predict(X)
    np.testing.assert_array_equal(model.decision_function(X).argmax(axis=1), codes)
    np.testing.assert_array_equal(model.predict_proba(X).argmax(axis=1), codes)


def test_a_score_is_the_votes_and_less_than_one_more():
    X, y = many_classes()
    model = VotedPerceptron(max_iter=2, random_state=0).fit(X, y)
    scores, votes = model.decision_function(X), model._votes.sums(X)
    chosen = votes.max(axis=1) > 0
    more = (scores - votes)[chosen]
    assert chosen.any() and more.min() >= 0 and more.max() <= 0.5
    assert scores[~chosen].max() <= 0 and scores[~chosen].min() >= -model._votes.most


@pytest.mark.parametrize("kind", [VotedPerceptron, KernelPerceptron])
def test_sparse_rows_have_the_scores_of_dense_ones(kind):
    X, y = many_classes()
    settings = {} if kind is VotedPerceptron else {"hypothesis": "voted"}
    settings |= {"kernel": "linear"} if kind is KernelPerceptron else {}
    dense = kind(random_state=0, max_iter=3, **settings).fit(X, y).decision_function(X)
    rows = sp.csr_array(X)
    sparse = kind(random_state=0, max_iter=3, **settings).fit(rows, y).decision_function(rows)
    np.testing.assert_array_equal(sparse, dense)


def test_the_formula_of_exports_has_the_same_scores():
    X, y = many_classes()
    model = VotedPerceptron(max_iter=2, random_state=0).fit(X, y)
    found = formula_of(model, X.shape[1]).scores(X)
    np.testing.assert_allclose(found, model.decision_function(X), rtol=1e-9, atol=1e-9)


def test_the_unit_of_x_changes_no_score():
    X, y = many_classes()
    scores = VotedPerceptron(max_iter=2, random_state=0).fit(X, y).decision_function(X)
    other = VotedPerceptron(max_iter=2, random_state=0).fit(1024 * X, y)
    np.testing.assert_array_equal(other.decision_function(1024 * X), scores)


def test_votes_that_tie_are_told_apart_and_others_are_not_overruled():
    votes = np.array([[4.0, 4.0, -6.0], [2.0, 4.0, -6.0], [-2.0, -6.0, -4.0], [-6.0, -6.0, -6.0]])
    summed = np.array([[1.0, 2.0, 3.0], [9.0, -9.0, 0.0], [-3.0, -2.0, -1.0], [0.0, 0.0, 0.0]])
    scores = ties_broken(votes, summed, most=6.0, smallest=1.0)
    assert scores.argmax(axis=1).tolist() == [1, 1, 2, 0]
    assert np.all(scores[2:] <= 0)


def test_many_classes_are_predicted_better_than_by_votes_alone():
    rng = np.random.default_rng(0)
    centres, y = rng.normal(size=(105, 100)), np.arange(4200) % 105
    X = centres[y] + 1.5 * rng.normal(size=(4200, 100))
    model = VotedPerceptron(random_state=0, max_iter=5).fit(X[:2100], y[:2100])
    alone = model._votes.sums(X[2100:]).argmax(axis=1)
    assert model.score(X[2100:], y[2100:]) > np.mean(alone == y[2100:]) + 0.005
