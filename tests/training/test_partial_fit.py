"""partial_fit over batches gives exactly what one cyclic pass of fit gives."""

from copy import copy

import numpy as np
import pytest
from children import in_child
from hypothesis import given, settings
from hypothesis import strategies as st
from streams import IN_STREAMS, KINDS, assert_same, batches, one_pass, quarters, signs, stream

from rosenblatt import AveragedPerceptron, Perceptron
from rosenblatt.training.groups import GROUPS

RULES = [{}, {"margin": 0.5}, {"lam": 0.25}, {"margin": 0.25, "lam": 0.5, "eta0": 0.5},
         {"alpha_bound": 1, "margin": 1.0}, {"fit_intercept": False},
         {"init": "threshold", "margin": 0.25}]  # fmt: skip


# ---------------------------------------------------------------- equal to one fit


@pytest.mark.parametrize("weighted", [False, True], ids=["plain", "weighted"])
@pytest.mark.parametrize("rule", RULES, ids=str)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("hypothesis", IN_STREAMS)
def test_batches_equal_one_cyclic_pass(hypothesis, kind, rule, weighted):
    X, y = signs()
    X, weights = KINDS[kind](X), quarters(len(y)) if weighted else None
    params = {"hypothesis": hypothesis, "intercept_scaling": 2.0, **rule}
    assert_same(stream(X, y, weights, **params), one_pass(X, y, weights, **params), X)


@pytest.mark.parametrize("weighted", [False, True], ids=["plain", "weighted"])
@pytest.mark.parametrize("multi_class", sorted(GROUPS))
@pytest.mark.parametrize("kind", ["float64", "csr float32"])
@pytest.mark.parametrize("hypothesis", IN_STREAMS)
def test_batches_of_three_classes_equal_one_cyclic_pass(hypothesis, kind, multi_class, weighted):
    X, y = signs(n_classes=3)
    X, weights = KINDS[kind](X), quarters(len(y)) if weighted else None
    params = {"hypothesis": hypothesis, "multi_class": multi_class, "margin": 0.25}
    streamed = stream(X, y, weights, classes=[0, 1, 2], **params)
    assert_same(streamed, one_pass(X, y, weights, **params), X)


@pytest.mark.parametrize("hypothesis", IN_STREAMS)
def test_joint_training_of_two_classes_equals_one_cyclic_pass(hypothesis):
    X, y = signs()
    params = {"hypothesis": hypothesis, "multi_class": "joint"}
    scores = in_child(lambda: stream(X, y, **params).decision_function(X))
    np.testing.assert_array_equal(scores, one_pass(X, y, **params).decision_function(X))


@pytest.mark.parametrize("n_classes", [2, 3])
def test_joint_votes_of_a_stream_are_counted_within_their_classes(n_classes):
    X, y = signs(n_classes=n_classes)
    model = Perceptron(hypothesis="voted", multi_class="joint")
    scores = in_child(lambda: model.partial_fit(X, y).partial_fit(X, y).decision_function(X))
    assert scores.shape == ((90,) if n_classes == 2 else (90, 3))


@pytest.mark.parametrize("n_classes", [2, 3])
@pytest.mark.parametrize("hypothesis", IN_STREAMS)
def test_batches_go_on_from_given_weights_like_fit(hypothesis, n_classes):
    X, y = signs(n_classes=n_classes)
    start = np.random.default_rng(0).integers(-3, 4, size=(1 if n_classes == 2 else 3, 7))
    params = {"hypothesis": hypothesis, "init": start, "intercept_scaling": 1.0}
    streamed = stream(X, y, classes=np.arange(n_classes), **params)
    assert_same(streamed, one_pass(X, y, **params), X)


@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_batches_of_any_sizes_equal_one_cyclic_pass(data):
    n = data.draw(st.integers(2, 40))
    X, y = signs(n=n, d=3, seed=data.draw(st.integers(0, 99)))
    y[:2] = [0, 1]
    cuts = sorted(data.draw(st.sets(st.integers(1, n - 1), max_size=6)))
    params = {
        "hypothesis": data.draw(st.sampled_from(IN_STREAMS)),
        "margin": data.draw(st.sampled_from([0.0, 0.25, 1.0, (np.inf, 0.0)])),
    }
    streamed = stream(X, y, parts=np.split(np.arange(n), cuts), **params)
    assert_same(streamed, one_pass(X, y, **params), X)


@pytest.mark.parametrize("hypothesis", IN_STREAMS)
def test_real_numbers_and_weights_in_batches_equal_one_pass_up_to_rounding(hypothesis):
    rng = np.random.default_rng(0)
    X = rng.normal(size=(90, 6))
    y, weights = (X[:, 0] + rng.normal(size=90) > 0).astype(int), rng.uniform(0.1, 2, size=90)
    params = {"hypothesis": hypothesis, "intercept_scaling": 1.0}
    streamed, whole = stream(X, y, weights, **params), one_pass(X, y, weights, **params)
    assert_same(streamed, whole, X, exact=False)


@pytest.mark.parametrize(("scaling", "found"), [("auto", 1.0), ("norm", 2.0)])
def test_the_scale_of_the_intercept_comes_from_the_first_batch(scaling, found):
    X, y = signs(d=4)  # rows of squared norm 4, the square of 2
    X[9:] *= 4
    parts, params = [np.arange(9), np.arange(9, 90)], {"hypothesis": "last"}
    model = stream(X, y, parts=parts, intercept_scaling=scaling, **params)
    assert_same(model, one_pass(X, y, intercept_scaling=found, **params), X)


@pytest.mark.parametrize("n_classes", [2, 3])
def test_updates_are_counted_like_those_of_fit(n_classes):
    X, y = signs(n_classes=n_classes)
    streamed, whole = stream(X, y, classes=np.arange(n_classes)), one_pass(X, y)
    assert streamed.n_updates_ == whole.n_updates_
    assert streamed.history_["updates"].sum() == whole.history_["updates"].sum()
    assert streamed.history_["mistakes"].sum() == whole.history_["mistakes"].sum()


@pytest.mark.parametrize("n_classes", [2, 3])
def test_mistakes_of_a_batch_have_the_shape_of_those_of_fit(n_classes):
    X, y = signs(n_classes=n_classes)
    model = Perceptron().partial_fit(X, y)
    np.testing.assert_array_equal(model.mistakes_, one_pass(X, y).mistakes_)


# ---------------------------------------------------------------- classes


@pytest.mark.parametrize("hypothesis", IN_STREAMS)
@pytest.mark.parametrize("late", [0, 1, 2, 3])
def test_a_class_that_appears_late_equals_one_declared_from_the_start(late, hypothesis):
    X, y = signs(n=120, n_classes=4)
    rows = np.concatenate([np.flatnonzero(y != late), np.flatnonzero(y == late)])
    X, y = X[rows], y[rows]
    parts = np.split(np.arange(120), [20, 50, (y != late).sum() + 2])
    surprised = stream(X, y, parts=parts, hypothesis=hypothesis, margin=0.25)
    declared = stream(X, y, parts=parts, hypothesis=hypothesis, margin=0.25, classes=[0, 1, 2, 3])
    assert_same(surprised, declared, X)
    assert_same(surprised, one_pass(X, y, hypothesis=hypothesis, margin=0.25), X)


@pytest.mark.parametrize("names", [["a", "b"], ["b", "a"], ["z", "a much longer name"]])
@pytest.mark.parametrize("hypothesis", IN_STREAMS)
def test_one_class_may_come_first(hypothesis, names):
    X, y = signs()
    rows = np.argsort(y, kind="stable")
    X, labels = X[rows], np.array(names)[y[rows]]
    alone = np.arange((y == 0).sum())
    model = Perceptron(hypothesis=hypothesis).partial_fit(X[alone], labels[alone])
    assert model.predict(X).tolist() == [names[0]] * 90
    model.partial_fit(X[len(alone) :], labels[len(alone) :])
    assert_same(model, one_pass(X, labels, hypothesis=hypothesis), X)


def test_a_declared_class_need_not_come():
    X, y = signs()
    model = stream(X, y, classes=[0, 1, 5])
    assert model.classes_.tolist() == [0, 1, 5]
    assert model.decision_function(X).shape == (90, 3)
    assert 5 not in model.predict(X)


def test_a_label_that_classes_does_not_name_is_an_error():
    X, y = signs(n_classes=3)
    with pytest.raises(ValueError, match=r"\[2\].*classes=\[0, 1\]"):
        Perceptron().partial_fit(X, y, classes=[0, 1])


def test_classes_declared_again_without_an_old_one_keep_it():
    X, y = signs(n_classes=3)
    model = Perceptron().partial_fit(X, y).partial_fit(X[y < 2], y[y < 2], classes=[0, 1])
    assert model.classes_.tolist() == [0, 1, 2]


def test_joint_training_needs_all_classes_in_the_first_call():
    X, y = signs(n_classes=4)
    model = Perceptron(multi_class="joint").partial_fit(X[y < 3], y[y < 3])
    with pytest.raises(ValueError, match=r"\[3\]"):
        model.partial_fit(X, y)


def test_a_new_class_after_fit_is_an_error_that_says_what_to_do():
    X, y = signs(n_classes=3)
    model = Perceptron().fit(X[y < 2], y[y < 2])
    with pytest.raises(ValueError, match=r"\[2\].*partial_fit"):
        model.partial_fit(X, y)


# ---------------------------------------------------------------- weights


def balanced_by_hand(y, parts, weights):
    """Weights that give the classes seen so far equal shares, batch by batch."""
    made = weights.copy()
    for k, rows in enumerate(parts):
        seen = np.concatenate(parts[: k + 1])
        counts = np.bincount(y[seen], weights=weights[seen], minlength=3)
        factors = counts.sum() / ((counts > 0).sum() * np.where(counts > 0, counts, np.nan))
        made[rows] = weights[rows] * np.where(weights[rows] > 0, factors[y[rows]], 0.0)
    return made


@pytest.mark.parametrize("weighted", [False, True], ids=["plain", "weighted"])
@pytest.mark.parametrize("hypothesis", IN_STREAMS)
def test_balanced_weights_count_the_rows_seen_so_far(hypothesis, weighted):
    X, y = signs(n_classes=3)
    weights = quarters(len(y)) if weighted else np.ones(len(y))
    parts = batches(len(y), sizes=(10, 20, 60))
    params = {"hypothesis": hypothesis, "classes": [0, 1, 2], "parts": parts}
    given_weights = weights if weighted else None
    model = stream(X, y, given_weights, class_weight="balanced", **params)
    assert_same(model, stream(X, y, balanced_by_hand(y, parts, weights), **params), X)


def test_balanced_weights_go_on_counting_after_fit():
    X, y = signs()
    y[:40] = np.arange(40) % 10 == 0
    params = {"class_weight": "balanced", "hypothesis": "last"}
    fitted = one_pass(X[:40], y[:40], **params).partial_fit(X[40:], y[40:])
    parts = [np.arange(40), np.arange(40, 90)]
    assert_same(fitted, stream(X, y, parts=parts, **params), X)


def test_class_weights_may_name_a_class_that_comes_later():
    X, y = signs()
    rows = np.argsort(y, kind="stable")
    X, y = X[rows], y[rows]
    params = {"class_weight": {0: 1.0, 1: 2.0}}
    assert_same(stream(X, y, **params), one_pass(X, y, **params), X)


@pytest.mark.parametrize("hypothesis", IN_STREAMS)
def test_a_batch_of_weight_zero_changes_nothing(hypothesis):
    X, y = signs()
    model = stream(X, y, hypothesis=hypothesis)
    before = dict(vars(model))
    model.partial_fit(X, 1 - y, sample_weight=np.zeros(90))
    model.partial_fit(X, y + 7, sample_weight=np.zeros(90))
    assert vars(model) == before


def test_a_first_batch_of_weight_zero_changes_nothing():
    X, y = signs()
    model = Perceptron()
    model.partial_fit(X[:, :2], y, sample_weight=np.zeros(90))
    assert vars(model) == vars(Perceptron())
    assert_same(stream(X, y, model=model), one_pass(X, y), X)


def test_rows_of_weight_zero_bring_no_class():
    X, y = signs()
    labels = np.where(np.arange(90) % 3 == 0, 8, y)
    model = stream(X, labels, np.where(labels == 8, 0.0, 1.0))
    kept = labels != 8
    assert model.classes_.tolist() == [0, 1]
    assert_same(model, one_pass(X[kept], y[kept]), X)


@pytest.mark.parametrize("labels", [[0, 1], ["no", "yes"], [0, 1, 2]])
def test_one_row_at_a_time_learns_what_one_batch_learns(labels):
    rng = np.random.default_rng(0)
    rows = rng.normal(size=(60, 4))
    targets = np.array(labels)[rng.integers(len(labels), size=60)]
    single = AveragedPerceptron(random_state=0)
    # Units are those of the first batch, so both begin with it.
    whole = AveragedPerceptron(random_state=0).partial_fit(rows[:20], targets[:20], classes=labels)
    single.partial_fit(rows[:20], targets[:20], classes=labels)
    whole.partial_fit(rows[20:], targets[20:])
    for k in range(20, 60):
        single.partial_fit(rows[k : k + 1], targets[k : k + 1], classes=labels if k % 2 else None)
    np.testing.assert_allclose(single.coef_, whole.coef_, rtol=1e-12)
    assert single.n_updates_ == whole.n_updates_


def test_two_copies_of_a_stream_go_on_without_disturbing_each_other():
    rng = np.random.default_rng(0)
    rows, targets = rng.normal(size=(40, 3)), np.arange(40) % 2
    first = AveragedPerceptron(random_state=0).partial_fit(rows[:10], targets[:10])
    for k in range(10, 20):
        first.partial_fit(rows[k : k + 1], targets[k : k + 1])
    second = copy(first)
    first.partial_fit(rows[20:21], targets[20:21])
    second.partial_fit(rows[30:31], 1 - targets[30:31])
    again = first.history_["updates"].tolist()
    second.partial_fit(rows[31:32], 1 - targets[31:32])
    assert first.history_["updates"].tolist() == again
    assert len(first.history_["updates"]) == 12 and len(second.history_["updates"]) == 13


def test_a_label_that_no_batch_may_hold_is_still_refused():
    model = Perceptron(multi_class="joint").partial_fit(np.eye(3), [0, 1, 2])
    with pytest.raises(ValueError, match="which the model does not know"):
        model.partial_fit(np.eye(3)[:1], [7])
