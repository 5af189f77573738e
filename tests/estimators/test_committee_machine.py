"""The committee machine: Nilsson's rule, what its scores are, and what it refuses."""

import numpy as np
import pytest
import scipy.sparse as sp
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.datasets import make_circles, make_classification
from sklearn.preprocessing import scale
from streams import IN_STREAMS

from rosenblatt import (
    AdaBoostPerceptron,
    BaggedPerceptron,
    CommitteeMachine,
    KernelPerceptron,
    Perceptron,
)
from rosenblatt.models.voted_formula import walk
from rosenblatt.training.keepers import HYPOTHESES

XOR = np.array([[0.0, 0], [1, 1], [0, 1], [1, 0]]), np.array([0, 0, 1, 1])


def noisy(n=150, n_classes=2, d=5):
    X, y = make_classification(
        n, n_features=d, n_informative=4, n_redundant=0, n_classes=n_classes, flip_y=0.1,
        n_clusters_per_class=1, random_state=1,
    )  # fmt: skip
    return scale(X), y


def fitted(X, y, weights=None, **params):
    return CommitteeMachine(**{"random_state": 0, "max_iter": 5} | params).fit(X, y, weights)


def assert_same(one, other, **tolerance):
    assert_allclose(one.coef_, other.coef_, **{"rtol": 0, "atol": 0} | tolerance)
    assert_allclose(one.intercept_, other.intercept_, **{"rtol": 0, "atol": 0} | tolerance)
    assert one.n_updates_ == other.n_updates_


# ---------------------------------------------------------------- the rule


def nilsson(W, X, y, passes, eta):
    """As the paper says it: rows with a constant feature, labels -1 and +1."""
    W = W.copy()
    for k in np.tile(np.arange(len(y)), passes):
        act = W @ X[k]
        votes = np.sign(act).sum()
        if y[k] * votes > 0:
            continue
        wrong = np.flatnonzero(y[k] * act < 0)
        chosen = wrong[np.argsort(np.abs(act[wrong]))[: int((1 + abs(votes)) / 2)]]
        W[chosen] += eta * y[k] * X[k]
    return W


@pytest.mark.parametrize("members", [1, 3, 5, 9])
@pytest.mark.parametrize("eta0", [1.0, 0.3])
def test_the_steps_are_those_of_the_paper(members, eta0):
    X, y = noisy()
    start = np.random.default_rng(2).normal(size=(members, 6))
    expected = nilsson(start, np.column_stack([X, np.ones(len(y))]), 2 * y - 1, 4, eta0)
    model = fitted(
        X, y, n_perceptrons=members, eta0=eta0, init=start, order="cyclic", max_iter=4,
        intercept_scaling=1.0, hypothesis="last",
    )  # fmt: skip
    assert np.abs(expected - start).max() > 1
    assert_allclose(np.column_stack([model.coef_, model.intercept_]), expected, rtol=1e-9)


@pytest.mark.parametrize("n_classes", [2, 3])
@pytest.mark.parametrize("hypothesis", sorted(HYPOTHESES))
def test_a_committee_of_one_is_the_perceptron(hypothesis, n_classes):
    X, y = noisy(n_classes=n_classes)
    start = np.random.default_rng(2).normal(size=(1 if n_classes == 2 else 3, 6))
    one = fitted(X, y, n_perceptrons=1, init=start, hypothesis=hypothesis)
    perceptron = Perceptron(init=start, hypothesis=hypothesis, random_state=0, max_iter=5)
    perceptron.fit(X, y)
    assert_same(one, perceptron)
    assert_array_equal(one.decision_function(X), perceptron.decision_function(X))


@pytest.mark.parametrize("hypothesis", ["last", "longest", "pocket"])
def test_exclusive_or_is_separated_from_any_start(hypothesis):
    for seed in range(20):
        model = CommitteeMachine(
            n_perceptrons=3, hypothesis=hypothesis, max_iter=1000, random_state=seed
        ).fit(*XOR)
        assert (model.stop_reason_, model.separable_) == ("separated", True)
        assert model.score(*XOR) == 1.0


def test_a_committee_bends_its_boundary():
    X, y = make_circles(400, noise=0.1, factor=0.5, random_state=0)
    assert Perceptron(random_state=0).fit(X, y).score(X, y) < 0.7
    assert CommitteeMachine(random_state=0).fit(X, y).score(X, y) > 0.85


# ---------------------------------------------------------------- scores


@pytest.mark.parametrize("n_classes", [2, 3])
def test_scores_are_medians_which_have_the_sign_of_the_majority(n_classes):
    X, y = noisy(n_classes=n_classes)
    model = fitted(X, y)
    lanes = (X @ model.coef_.T + model.intercept_).reshape(len(y), -1, 5)
    found = model.decision_function(X).reshape(len(y), -1)
    assert_allclose(found, np.sort(lanes, axis=2)[:, :, 2], rtol=1e-12)
    assert_array_equal(found > 0, np.sign(lanes).sum(axis=2) > 0)
    assert model.coef_.shape == (5 if n_classes == 2 else 15, 5)


@pytest.mark.parametrize("n_classes", [2, 3])
def test_a_voted_committee_counts_the_majorities_of_all_that_it_was(n_classes):
    X, y = noisy(n_classes=n_classes)
    model = fitted(X, y, hypothesis="voted")
    rows, found = np.column_stack([X, np.ones(len(y))]), []
    for number, updates in enumerate(model._votes.lists):
        lanes = list(range(5 * number, 5 * number + 5))
        lines, runs = walk(model._votes.with_lists([updates], lanes), updates)
        yes = np.sign(np.sign(rows @ lines.transpose(0, 2, 1)).sum(axis=2))
        found.append(runs @ yes)
    assert_allclose(model._votes.sums(X)[:, ::5], np.array(found).T, rtol=1e-12)
    probabilities = model.predict_proba(X)
    assert_allclose(probabilities.sum(axis=1), 1.0)
    assert_array_equal(probabilities.argmax(axis=1), model.predict(X))


def test_more_classes_are_committees_against_the_rest():
    X, y = noisy(n_classes=3)
    model, alone = fitted(X, y), fitted(X, y == 1)
    assert_array_equal(model.coef_[5:10], alone.coef_)
    assert_array_equal(model.decision_function(X)[:, 1], alone.decision_function(X))
    assert_array_equal(model.predict(X), model.decision_function(X).argmax(axis=1))


# ---------------------------------------------------------------- the start


def test_perceptrons_start_apart_and_the_seed_decides():
    X, y = noisy()
    model = fitted(X, y)
    assert np.unique(model.coef_.round(9), axis=0).shape == (5, 5)
    assert_same(model, fitted(X, y))
    assert np.abs(model.coef_ - fitted(X, y, random_state=1).coef_).max() > 0.01


@pytest.mark.parametrize("unit", [2.0**-30, 2.0**20])
def test_neither_the_unit_of_the_rows_nor_that_of_the_weights_matters(unit):
    X, y = noisy()
    for order in ("content", "cyclic"):
        plain = fitted(X, y, order=order)
        assert_allclose(fitted(X * unit, y, order=order).coef_, plain.coef_ * unit, rtol=1e-12)
    weighted = fitted(X, y, np.full(len(y), 2.0**-10))
    assert_allclose(weighted.coef_, fitted(X, y).coef_ * 2.0**-10, rtol=1e-12)


# ---------------------------------------------------------------- rows, weights, order


@pytest.mark.parametrize("hypothesis", sorted(HYPOTHESES))
def test_a_weight_of_k_equals_k_rows_in_any_order(hypothesis):
    X, y = noisy()
    rng = np.random.default_rng(3)
    times = rng.integers(0, 4, len(y))
    order = rng.permutation(times.sum())
    copies = X.repeat(times, axis=0)[order], y.repeat(times)[order]
    one, other = fitted(X, y, times, hypothesis=hypothesis), fitted(*copies, hypothesis=hypothesis)
    assert_same(one, other)
    assert_allclose(one.decision_function(X), other.decision_function(X), rtol=1e-12)


@pytest.mark.parametrize("index", [np.int32, np.int64])
def test_sparse_equals_dense(index):
    X, y = noisy(n_classes=3)
    X[np.abs(X) < 0.5] = 0.0
    sparse = sp.csr_array(X)
    sparse.indices, sparse.indptr = sparse.indices.astype(index), sparse.indptr.astype(index)
    dense = fitted(X, y)
    assert_same(fitted(sparse, y), dense, rtol=1e-9, atol=1e-12)
    assert_allclose(dense.decision_function(sparse), dense.decision_function(X), rtol=1e-12)


def test_any_number_of_threads_gives_the_same_model():
    X, y = noisy(n_classes=3)
    assert_same(fitted(X, y), fitted(X, y, n_jobs=3))


# ---------------------------------------------------------------- streams


@pytest.mark.parametrize("n_classes", [2, 3])
@pytest.mark.parametrize("hypothesis", IN_STREAMS)
def test_batches_give_what_one_cyclic_pass_gives(hypothesis, n_classes):
    X, y = noisy(n_classes=n_classes)
    X = np.sign(X)  # rows of one length, so that the first batch has the unit of all
    settings = {"hypothesis": hypothesis, "intercept_scaling": 1.0}
    whole = fitted(X, y, order="cyclic", max_iter=1, **settings)
    stream = CommitteeMachine(random_state=0, **settings)
    for part in np.array_split(np.arange(len(y)), 4):
        stream.partial_fit(X[part], y[part], classes=np.arange(n_classes))
    assert_same(stream, whole, rtol=1e-12)
    assert_allclose(stream.decision_function(X), whole.decision_function(X), rtol=1e-12)


def test_a_class_may_appear_late():
    X, y = noisy(n_classes=3)
    stream = CommitteeMachine(random_state=0, intercept_scaling=1.0)
    for known in (2, 3):
        stream.partial_fit(X[y < known], y[y < known])
        assert stream.coef_.shape == (5 if known == 2 else 15, 5)
    assert stream.score(X, y) > 0.5


def test_a_warm_start_goes_on():
    X, y = noisy()
    model = fitted(X, y, warm_start=True, hypothesis="last", max_iter=1)
    before = model.coef_.copy()
    model.fit(X, y)
    assert model.n_iter_ == 1 and np.abs(model.coef_ - before).max() > 0


# ---------------------------------------------------------------- refused by name


def test_committees_are_odd():
    with pytest.raises(ValueError, match=r"n_perceptrons=4 is even.*for example 5"):
        fitted(*noisy(), n_perceptrons=4)


@pytest.mark.parametrize("init", ["zero", "fisher", "threshold"])
def test_starts_that_are_alike_are_refused(init):
    with pytest.raises(ValueError, match="init"):
        fitted(*noisy(), init=init)


def test_another_size_cannot_go_on():
    X, y = noisy()
    stream = CommitteeMachine(random_state=0).partial_fit(X, y)
    with pytest.raises(ValueError, match=r"n_perceptrons=3 cannot go on where n_perceptrons=5"):
        stream.set_params(n_perceptrons=3).partial_fit(X, y)
    model = fitted(X, y, warm_start=True)
    with pytest.raises(ValueError, match=r"n_perceptrons=3 has 3 hyperplanes.*but 5 were learned"):
        model.set_params(n_perceptrons=3).fit(X, y)


def test_what_needs_one_hyperplane_refuses_committees():
    X, y = noisy()
    with pytest.raises(ValueError, match="n_perceptrons=5 has several hyperplanes for a class"):
        BaggedPerceptron(CommitteeMachine(), n_estimators=2).fit(X, y)
    with pytest.raises(ValueError, match=r"rule=CommitteeMachine.*several perceptrons"):
        KernelPerceptron(rule=CommitteeMachine()).fit(X, y)


def test_committees_can_be_boosted():
    X, y = noisy()
    model = AdaBoostPerceptron(CommitteeMachine(max_iter=3), n_estimators=5, random_state=0)
    assert model.fit(X, y).score(X, y) > 0.85
