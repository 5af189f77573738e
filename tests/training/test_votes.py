"""Votes of a fitted model: every rule, kind of rows and group, and what is stored of them."""

import pickle
from fractions import Fraction

import numpy as np
import pytest
import scipy.sparse as sp
from sklearn.base import clone

import rosenblatt.training.votes as votes_module
from rosenblatt import (
    ALMA,
    ROMMA,
    Ballseptron,
    GradientPerceptron,
    PassiveAggressiveClassifier,
    Perceptron,
    VotedPerceptron,
)
from rosenblatt.models.voted_formula import lane, walk

LEARNERS = {
    "perceptron": Perceptron(hypothesis="voted", max_iter=5),
    "margins": Perceptron(hypothesis="voted", margin=0.3, lam=0.5, max_iter=5),
    "fisher": Perceptron(hypothesis="voted", init="fisher", max_iter=5),
    "no intercept": Perceptron(hypothesis="voted", fit_intercept=False, max_iter=5),
    "passive-aggressive": PassiveAggressiveClassifier(hypothesis="voted", max_iter=3),
    "gradient": GradientPerceptron(hypothesis="voted", max_iter=3),
    "romma": ROMMA(hypothesis="voted", max_iter=3),
    "alma": ALMA(hypothesis="voted", max_iter=3),
    "ballseptron": Ballseptron(hypothesis="voted", max_iter=3),
}
KINDS = {
    "float64": lambda X: X,
    "float32": lambda X: X.astype(np.float32),
    "csr": sp.csr_array,
    "csr float32": lambda X: sp.csr_array(X.astype(np.float32)),
}


def made_rows(n=150, classes=2, seed=0):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, 4)) * (rng.random((n, 4)) < 0.8) + 0.5
    scores = X @ rng.normal(size=(4, classes)) + rng.normal(size=(n, classes))
    return X, scores.argmax(axis=1), rng.integers(1, 4, size=n).astype(float)


def bounds(model, X):
    """The lowest and highest sums of votes, scores near a tie counted against and for a lane."""
    votes, rows = model._votes, np.column_stack([X, np.ones(len(X))])
    tolerance = 1e-9 if votes.rows.dtype == np.float64 else 1e-3
    together = votes.group == "joint"
    groups = [votes] if together else [lane(votes, k) for k in range(len(votes.start))]
    found = []
    for group in groups:
        lines, runs = walk(group, group.lists[0])
        scores = np.einsum("hlj,pj->hlp", lines, rows)
        slack = tolerance * np.abs(lines).sum(axis=2)[:, :, None] * np.abs(rows).max()
        if together:
            best = scores.max(axis=1, keepdims=True)
            sure = scores == best
            others = np.where(sure, -np.inf, scores).max(axis=1, keepdims=True)
            high = scores + slack >= best
            low = sure & (best - slack > others)
        else:
            low, high = (2.0 * (scores + d >= 0) - 1 for d in (-slack, slack))
        found.append([np.einsum("h,hlp->pl", runs, side) for side in (low, high)])
    return (np.concatenate(sides, axis=1) for sides in zip(*found, strict=True))


@pytest.mark.parametrize("name", LEARNERS)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("group", ["two", "ovr", "joint"])
@pytest.mark.parametrize("weighted", [False, True], ids=["plain", "weighted"])
def test_sums_are_those_of_the_hypotheses_one_by_one(name, kind, group, weighted):
    X, y, weights = made_rows(classes=2 if group == "two" else 3)
    model = clone(LEARNERS[name]).set_params(random_state=0)
    if group != "two":
        model.set_params(multi_class=group)
    model.fit(KINDS[kind](X), y, weights / 3 if weighted else None)
    low, high = bounds(model, X)
    sums = model._votes.sums(KINDS[kind](X))
    rounding = 1e-9 * model._votes.most
    assert (low - rounding <= sums).all() and (sums <= high + rounding).all()
    if "32" not in kind:
        assert (low == high).mean() > 0.9  # otherwise nothing would be tested


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("group", ["ovr", "joint"])
def test_neither_chunks_nor_threads_change_a_sum(kind, group, monkeypatch):
    X, y, _ = made_rows(n=300, classes=3)
    X = KINDS[kind](np.rint(4 * X))  # whole numbers: products do not round, however they are summed
    model = VotedPerceptron(max_iter=100, multi_class=group, random_state=0).fit(X, y)
    assert model.n_updates_ * X.shape[0] > 2**20  # less is not worth a thread
    sums = model.decision_function(X)
    np.testing.assert_array_equal(model.set_params(n_jobs=3).decision_function(X), sums)
    monkeypatch.setattr(votes_module, "CHUNK_BYTES", 1)
    np.testing.assert_array_equal(model.decision_function(X), sums)
    np.testing.assert_array_equal(model.decision_function(X[:7]), sums[:7])


def test_rows_of_another_precision_can_be_predicted():
    X, y, _ = made_rows()
    X = np.rint(4 * X)
    model = VotedPerceptron(random_state=0).fit(X.astype(np.float32), y)
    ours = [model.decision_function(kind(X)) for kind in KINDS.values()]
    for sums in ours[1:]:
        np.testing.assert_array_equal(sums, ours[0])


def test_no_rows_have_no_votes():
    X, y, _ = made_rows(classes=3)
    votes = VotedPerceptron(random_state=0).fit(X, y)._votes
    assert votes.sums(X[:0]).shape == (0, 3)


def test_prediction_makes_no_pickle_larger():
    X, y, _ = made_rows()
    model = VotedPerceptron(random_state=0).fit(X, y)
    before = pickle.dumps(model)
    sums = model.decision_function(X)
    assert len(pickle.dumps(model)) == len(before)
    copy = pickle.loads(pickle.dumps(model))
    np.testing.assert_array_equal(copy.decision_function(X), sums)


def test_ties_of_whole_rows_are_those_of_fractions():
    """An intercept that has come back to 0 is 0, not what rounding left of it."""
    rng = np.random.default_rng(0)
    X = rng.integers(-2, 3, size=(120, 4))
    y = np.where(X.sum(axis=1) + rng.integers(-2, 3, size=120) > 0, 1, -1)
    model = VotedPerceptron(order="shuffled", max_iter=6, random_state=0).fit(X.astype(float), y)
    (updates,), rows = model._votes.lists, model._votes.rows.astype(int)
    constant2 = Fraction(int(np.square(X).sum()), int(np.count_nonzero(X)))
    expected = []
    for x in X:
        score, votes = Fraction(0), 0
        for row, step, run in zip(updates.row, updates.step, updates.run, strict=True):
            score += int(step) * (int(rows[row] @ x) + constant2)
            votes += int(run) * (1 if score >= 0 else -1)
        expected.append(votes)
    assert model.decision_function(X.astype(float)).tolist() == expected
