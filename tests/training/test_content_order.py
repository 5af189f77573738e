"""With order="content" a model depends on what the rows hold, not on where and how often."""

from math import fsum

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from runs import plan_of
from strategies import rules

from rosenblatt import Perceptron
from rosenblatt.training.groups import GROUPS
from rosenblatt.training.held_out import hold_out
from rosenblatt.training.keepers import HYPOTHESES

KINDS = {
    "float64": np.asarray,
    "float32": lambda X: X.astype(np.float32),
    "csr": sp.csr_array,
    "csr float32": lambda X: sp.csr_array(X.astype(np.float32)),
}
MANY = settings(max_examples=60, deadline=None)


@st.composite
def tables(draw):
    """Integers full of ties and equal rows, or real numbers; two or three classes."""
    rng = np.random.default_rng(draw(st.integers(0, 10**6)))
    n, d, n_classes = draw(st.integers(3, 40)), draw(st.integers(1, 10)), draw(st.integers(2, 3))
    X = rng.integers(-1, 2, size=(n, d)).astype(float)
    if draw(st.booleans()):
        X = rng.normal(size=(n, d))
    y = rng.integers(0, n_classes, size=n)
    y[:n_classes] = range(n_classes)
    return X, y, rng


@st.composite
def variants(draw):
    return {
        **draw(rules()),
        "hypothesis": draw(st.sampled_from(sorted(HYPOTHESES))),
        "multi_class": draw(st.sampled_from(sorted(GROUPS))),
        "init": draw(st.sampled_from(["zero", "zero", "threshold", "fisher"])),
        "random_state": draw(st.integers(0, 5)),
        "max_iter": draw(st.sampled_from([1, 2, 6])),
    }


def fitted(params, kind, X, y, weights=None):
    return Perceptron(order="content", **params).fit(KINDS[kind](X), y, weights)


def assert_same_bits(one, other):
    np.testing.assert_array_equal(one.coef_, other.coef_)
    np.testing.assert_array_equal(one.intercept_, other.intercept_)
    assert (one.n_updates_, one.stop_reason_) == (other.n_updates_, other.stop_reason_)
    for name in ("updates", "mistakes"):
        np.testing.assert_array_equal(one.history_[name], other.history_[name])


@MANY
@given(tables(), variants(), st.sampled_from(list(KINDS)), st.booleans())
def test_permuted_rows_give_the_same_bits(table, params, kind, weighted):
    X, y, rng = table
    weights = rng.uniform(0, 4, size=len(y)) if weighted else None
    order = rng.permutation(len(y))
    one = fitted(params, kind, X, y, weights)
    other = fitted(params, kind, X[order], y[order], None if weights is None else weights[order])
    assert_same_bits(one, other)
    np.testing.assert_array_equal(
        one.decision_function(KINDS[kind](X)), other.decision_function(KINDS[kind](X))
    )


@MANY
@given(tables(), variants(), st.sampled_from(list(KINDS)), st.sampled_from([2, 5, 60]))
def test_weight_k_equals_k_copies(table, params, kind, most):
    X, y, rng = table
    weights = rng.integers(0, most + 1, size=len(y))
    weights[: y[:3].max() + 1] = most
    rows = rng.permutation(np.repeat(np.arange(len(y)), weights))
    one = fitted(params, kind, X, y, weights.astype(float))
    other = fitted(params, kind, X[rows], y[rows])
    assert_same_bits(one, other)
    np.testing.assert_array_equal(
        one.decision_function(KINDS[kind](X)), other.decision_function(KINDS[kind](X))
    )


@MANY
@given(tables(), variants(), st.sampled_from(list(KINDS)))
def test_parts_of_a_weight_equal_the_whole(table, params, kind):
    X, y, rng = table
    whole = rng.integers(1, 9, size=len(y)) / 4
    part = np.minimum(whole, rng.integers(1, 5, size=len(y)) / 4)
    split = np.concatenate([part, whole - part])
    one = fitted(params, kind, X, y, whole)
    other = fitted(params, kind, np.tile(X, (2, 1)), np.tile(y, 2), split)
    assert_same_bits(one, other)


@MANY
@given(tables(), variants(), st.sampled_from(["float64", "float32"]))
def test_the_counts_of_copies_add_up_to_the_count_of_the_heavy_row(table, params, kind):
    X, y, rng = table
    X = X + 16 * np.arange(len(y))[:, None]  # no two rows are equal
    weights = rng.integers(1, 4, size=len(y))
    rows = np.repeat(np.arange(len(y)), weights)
    one = fitted(params, kind, X, y, weights.astype(float)).mistakes_
    copies = fitted(params, kind, X[rows], y[rows]).mistakes_
    total = np.zeros_like(one)
    np.add.at(total, rows, copies)
    np.testing.assert_array_equal(one, total)


@pytest.mark.parametrize("weight, visits", [(3.0, 3), (2.5, 3), (0.5, 1)])
def test_every_visit_of_a_heavy_row_counts_and_has_its_own_alpha_bound(weight, visits):
    X, y = np.random.default_rng(0).normal(size=(6, 3)), [0, 1, 0, 1, 1, 0]
    params = {"margin": np.inf, "alpha_bound": 1, "max_iter": 2, "hypothesis": "last"}
    model = fitted(params, "float64", X, y, np.full(6, weight))
    assert model.mistakes_.tolist() == [visits] * 6


def some_class_has_two(X, y):
    """Whether some class has two different rows, one of which can be held out."""
    return any(len(np.unique(X[y == code], axis=0)) > 1 for code in np.unique(y))


@MANY
@given(tables(), variants(), st.sampled_from(list(KINDS)), st.booleans())
def test_permuted_rows_are_held_out_and_scored_alike(table, params, kind, weighted):
    X, y, rng = table
    assume(some_class_has_two(X, y))
    params = {**params, "early_stopping": True, "n_iter_no_change": 2, "max_iter": 6}
    weights = rng.uniform(0.1, 4, size=len(y)) if weighted else np.ones(len(y))
    order = rng.permutation(len(y))
    one = fitted(params, kind, X, y, weights)
    other = fitted(params, kind, X[order], y[order], weights[order])
    assert_same_bits(one, other)
    np.testing.assert_array_equal(
        one.history_["validation_score"], other.history_["validation_score"]
    )


@MANY
@given(tables(), variants(), st.sampled_from(list(KINDS)))
def test_a_row_of_weight_k_is_held_out_and_scored_like_k_copies(table, params, kind):
    X, y, rng = table
    assume(some_class_has_two(X, y))
    params = {**params, "early_stopping": True, "n_iter_no_change": 2, "max_iter": 6}
    weights = rng.integers(1, 4, size=len(y))
    rows = rng.permutation(np.repeat(np.arange(len(y)), weights))
    one = fitted(params, kind, X, y, weights.astype(float))
    other = fitted(params, kind, X[rows], y[rows])
    assert_same_bits(one, other)
    np.testing.assert_array_equal(
        one.history_["validation_score"], other.history_["validation_score"]
    )


@pytest.mark.parametrize("kind", KINDS)
def test_equal_rows_of_a_class_are_held_out_together(kind):
    X, y = np.repeat(np.arange(50.0), 3)[:, None] - 25, np.repeat(np.arange(50) % 2, 3)
    learned, held = hold_out(KINDS[kind](X), y, 0.2, 0, True)
    assert sorted([*learned, *held]) == list(range(150))
    assert not set(X[learned].ravel()) & set(X[held].ravel())


@pytest.mark.parametrize("by_content", [True, False])
def test_of_every_class_its_share_is_held_out(by_content):
    y = np.repeat([0, 1, 2, 3], [100, 30, 2, 1])
    _, held = hold_out(np.random.default_rng(0).normal(size=(133, 3)), y, 0.1, 0, by_content)
    assert np.bincount(y[held], minlength=4).tolist() == [10, 3, 1, 0]


def test_dense_and_sparse_rows_of_either_precision_are_held_out_alike():
    rng = np.random.default_rng(0)
    X, y = rng.integers(-2, 3, size=(300, 3)).astype(float), rng.integers(0, 2, size=300)
    stored = sp.csr_array((X.ravel(), np.tile(np.arange(3), 300), np.arange(0, 901, 3)), (300, 3))
    tables = [np.where(X == 0, -0.0, X), stored, *(make(X) for make in KINDS.values())]
    held = {tuple(hold_out(table, y, 0.1, 0, True)[1]) for table in tables}
    assert len(held) == 1


@pytest.mark.parametrize("offset", [1e6, 1e7, 1e9])
def test_rows_that_differ_in_their_last_digits_only_are_different_rows(offset):
    X, y = offset + np.random.default_rng(0).normal(size=(1000, 1)), np.arange(1000) % 2
    held = hold_out(X, y, 0.1, 0, True)[1]
    assert np.bincount(y[held]).tolist() == [50, 50]
    other = np.random.default_rng(1).permutation(1000)
    assert set(X[held, 0]) == set(X[other][hold_out(X[other], y[other], 0.1, 0, True)[1], 0])
    assert len({visited(X, seed=seed).tobytes() for seed in range(5)}) == 5
    assert np.array_equal(visited(X), visited(X[other]))


def test_another_seed_holds_out_other_rows():
    X, y = np.random.default_rng(0).normal(size=(60, 3)), np.arange(60) % 2
    assert len({tuple(hold_out(X, y, 0.1, seed, True)[1]) for seed in range(5)}) == 5


@pytest.mark.parametrize("class_weight", ["balanced", {0: 0.3, 1: 1.7}])
@settings(max_examples=40, deadline=None)
@given(tables())
def test_class_weights_do_not_depend_on_where_rows_stand(class_weight, table):
    X, y, rng = table
    y = np.minimum(y, 1)
    weights, order = rng.uniform(0.1, 3, size=len(y)), rng.permutation(len(y))
    params = {"class_weight": class_weight, "random_state": 0, "max_iter": 5}
    one = fitted(params, "float64", X, y, weights)
    assert_same_bits(one, fitted(params, "float64", X[order], y[order], weights[order]))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("duplicates", [False, True], ids=["all different", "many equal"])
def test_many_permuted_rows_give_the_same_bits(duplicates, kind):
    """Enough rows for the sort by digits, and for rows laid out anew."""
    rng = np.random.default_rng(0)
    n = 140_000 if kind == "float64" and not duplicates else 9_000
    X = rng.integers(-1, 2, size=(n, 5)).astype(float) if duplicates else rng.normal(size=(n, 5))
    y, order = (X[:, 0] + rng.normal(size=n) > 0).astype(int), rng.permutation(n)
    params = {"random_state": 0, "max_iter": 4, "margin": 0.1}
    assert_same_bits(fitted(params, kind, X, y), fitted(params, kind, X[order], y[order]))


@MANY
@given(tables(), st.sampled_from(list(KINDS)), st.booleans())
def test_weight_k_equals_k_copies_with_class_weights(table, kind, balanced):
    X, y, rng = table
    weights = rng.integers(1, 12, size=len(y))
    rows = rng.permutation(np.repeat(np.arange(len(y)), weights))
    factors = dict(enumerate(rng.uniform(0.1, 3, size=y.max() + 1)))
    params = {"class_weight": "balanced" if balanced else factors, "random_state": 0, "max_iter": 5}
    one = fitted(params, kind, X, y, weights.astype(float))
    assert_same_bits(one, fitted(params, kind, X[rows], y[rows]))


def far_apart(rng):
    return rng.lognormal(size=(3000, 7), sigma=3)


def of_few_digits(rng):
    """Numbers of 24 bits below 1, many of them halfway between two of 21."""
    return np.vstack([np.ones(6), rng.random((2000, 6), dtype=np.float32)])


@pytest.mark.parametrize("early_stopping", [False, True])
@pytest.mark.parametrize("kind", ["float64", "csr"])
@pytest.mark.parametrize("make", [far_apart, of_few_digits])
def test_rows_of_any_unit_are_held_out_and_visited_alike(make, kind, early_stopping):
    rng = np.random.default_rng(0)
    X = make(rng)
    y = rng.integers(0, 2, size=len(X))
    params = {"hypothesis": "last", "random_state": 0, "max_iter": 2}
    params["early_stopping"] = early_stopping
    one = fitted(params, kind, X, y)
    for factor in (3.0, 10.0, 0.1, 1 / 3, 1 / 255, 1e-7):
        assert np.array_equal(fitted(params, kind, X * factor, y).mistakes_, one.mistakes_)


def test_a_thousandfold_row_equals_its_copies():
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(6, 3)), np.array([0, 1, 0, 1, 1, 0])
    weights = np.array([3000, 1, 1024, 1025, 1, 2])
    rows = rng.permutation(np.repeat(np.arange(6), weights))
    for hypothesis in sorted(HYPOTHESES):
        params = {"hypothesis": hypothesis, "random_state": 0, "max_iter": 5, "margin": 0.5}
        one = fitted(params, "float64", X, y, weights.astype(float))
        assert_same_bits(one, fitted(params, "float64", X[rows], y[rows]))


def test_zeros_of_either_sign_and_stored_zeros_are_the_same_row():
    X = np.array([[0.0, 1.0, 2.0], [-0.0, 1.0, 2.0], [3.0, -0.0, 1.0], [-1.0, 0.5, 0.0]])
    y = [0, 0, 1, 1]
    params = {"random_state": 0, "max_iter": 5}
    stored = sp.csr_array((X.ravel(), np.tile(np.arange(3), 4), np.arange(0, 13, 3)), (4, 3))
    plain = fitted(params, "float64", abs(X) * np.sign(X), y)
    assert_same_bits(plain, fitted(params, "float64", X, y))
    assert_same_bits(plain, Perceptron(**params).fit(stored, y))


def test_dense_and_sparse_rows_are_visited_alike():
    rng = np.random.default_rng(0)
    X = rng.integers(-2, 3, size=(300, 6)).astype(float)
    y = (X[:, 0] + rng.normal(size=300) > 0).astype(int)
    params = {"random_state": 0, "max_iter": 5, "intercept_scaling": 1.0}
    assert_same_bits(fitted(params, "float64", X, y), fitted(params, "csr", X, y))


def test_other_seeds_visit_the_rows_in_other_orders():
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(50, 3)), rng.integers(0, 2, size=50)
    coefs = {fitted({"random_state": s, "max_iter": 1, "hypothesis": "last"}, "float64", X, y)
             .coef_.tobytes() for s in range(5)}  # fmt: skip
    assert len(coefs) == 5


def visited(X, seed=5):
    plan = plan_of(X, np.zeros(len(X)), order="content", seed=seed)
    return X[plan.rows[plan.pass_order(0)]]


def test_different_rows_of_the_same_key_are_visited_by_what_they_hold():
    """Among 400 000 rows some 18 pairs have the same 32 bits for a key."""
    X = np.random.default_rng(0).normal(size=(400_000, 1))
    assert np.array_equal(visited(X), visited(np.random.default_rng(1).permutation(X)))


@pytest.mark.parametrize("power", [-450, -3, 0, 450])
def test_the_mean_squared_norm_is_exact_and_knows_no_order(power):
    X = np.ldexp(np.random.default_rng(0).lognormal(size=(1000, 3), sigma=3), power)
    codes = np.zeros(len(X), dtype=np.int32)
    mean = plan_of(X, codes, order="content").mean_squared_norm
    assert mean == pytest.approx(fsum((X**2).ravel()) / len(X), rel=1e-14)
    assert mean == plan_of(X[::-1].copy(), codes, order="content").mean_squared_norm
