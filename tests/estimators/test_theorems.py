"""Theorems: the mistake bound, and what a model must not depend on."""

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from strategies import rules

from rosenblatt import Perceptron
from rosenblatt.training.groups import GROUPS

ORDERS = ("content", "shuffled", "cyclic", "random")
HYPOTHESES = ("last", "longest", "pocket", "averaged", "voted")
MANY = settings(max_examples=60, deadline=None)
FEW = settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@st.composite
def rows(draw, max_n=14, max_d=4, n_classes=2):
    """Small integers: sums are exact, ties and equal rows are common."""
    n, d = draw(st.integers(n_classes, max_n)), draw(st.integers(1, max_d))
    cells = draw(st.lists(st.integers(-4, 4), min_size=n * d, max_size=n * d))
    y = draw(st.lists(st.integers(0, n_classes - 1), min_size=n, max_size=n))
    y[:n_classes] = range(n_classes)
    return np.array(cells, dtype=float).reshape(n, d), np.array(y)


@st.composite
def real_rows(draw, n_classes=2):
    """Real numbers: no two scores are nearly equal."""
    rng = np.random.default_rng(draw(st.integers(0, 10**6)))
    X = rng.normal(size=(30, draw(st.integers(1, 12)))) + 0.5
    y = (X[:, 0] + 0.5 * rng.normal(size=30) > 0.5).astype(int)
    if n_classes > 2:
        y = rng.integers(0, n_classes, size=30)
    y[:n_classes] = range(n_classes)
    return X, y


@st.composite
def separable(draw):
    """Rows and a hyperplane (w, b) that they are never on: labels are its sides."""
    X, _ = draw(rows())
    w = np.array(draw(st.lists(st.integers(-3, 3), min_size=X.shape[1], max_size=X.shape[1])))
    b = draw(st.integers(-6, 6)) + 0.5
    y = (X @ w + b > 0).astype(int)
    assume(len(set(y.tolist())) == 2)
    return X, y, w, b


def assert_same(one, other, X):
    for name in ("coef_", "intercept_"):
        np.testing.assert_array_equal(getattr(one, name), getattr(other, name), err_msg=name)
    np.testing.assert_array_equal(one.decision_function(X), other.decision_function(X))
    assert (one.n_updates_, one.n_iter_) == (other.n_updates_, other.n_iter_)
    assert one.stop_reason_ == other.stop_reason_


# ---------------------------------------------------------------- Novikoff


def quantities(X, y, w, b, constant):
    """Squared radius and margin of the rows with their constant feature."""
    radius2 = (X**2).sum(axis=1).max() + constant**2
    normal = np.append(w, b / constant)
    signed = np.where(y == 1, 1, -1) * (X @ w + b) / np.linalg.norm(normal)
    return radius2, signed.min()


@MANY
@given(separable(), rules(), st.sampled_from(ORDERS), st.sampled_from(["auto", 1.0, 3.0]))
def test_the_mistake_bound_is_never_exceeded(data, rule, order, scaling):
    """Updates <= (R^2 + 2 tau / eta) / gamma^2 (Novikoff; with a margin, Krauth and Mezard)."""
    X, y, w, b = data
    unit = (X**2).sum(axis=1).mean() or 1.0
    constant = np.sqrt(unit) if scaling == "auto" else scaling
    radius2, gamma = quantities(X, y, w, b, constant)
    bound = (radius2 + 2 * rule["margin"] * unit / rule["eta0"]) / gamma**2
    model = Perceptron(
        **rule, order=order, intercept_scaling=scaling, max_iter=int(bound) + 2, random_state=0
    ).fit(X, y)
    assert model.n_updates_ <= bound * (1 + 1e-9)


@MANY
@given(separable(), st.sampled_from([0.0, 0.25]), st.sampled_from(ORDERS[:3]))
def test_training_longer_than_the_bound_separates(data, margin, order):
    X, y, w, b = data
    unit = (X**2).sum(axis=1).mean() or 1.0
    radius2, gamma = quantities(X, y, w, b, np.sqrt(unit))
    bound = (radius2 + 2 * margin * unit) / gamma**2
    model = Perceptron(
        margin=margin, order=order, hypothesis="last", max_iter=int(bound) + 2, random_state=0
    ).fit(X, y)
    assert model.stop_reason_ == "separated" and model.separable_ is True
    assert model.score(X, y) == 1.0


@MANY
@given(separable(), st.data(), st.sampled_from(ORDERS[1:]))
def test_the_mistake_bound_holds_for_weighted_rows(data, more, order):
    """With steps v: (sum of v)^2 gamma^2 <= sum of v^2 times R^2, over all updates."""
    X, y, w, b = data
    halves = st.integers(1, 8).map(lambda k: k / 2)
    v = np.array(more.draw(st.lists(halves, min_size=len(y), max_size=len(y))))
    radius2, gamma = quantities(X, y, w, b, 1.0)
    model = Perceptron(order=order, intercept_scaling=1.0, max_iter=300, random_state=0)
    a = model.fit(X, y, v).mistakes_
    assert (v @ a) ** 2 * gamma**2 <= (v**2 @ a) * radius2 * (1 + 1e-9)


# ---------------------------------------------------------------- dual form, history, Servedio


@MANY
@given(rows(), rules(), st.sampled_from(ORDERS), st.data())
def test_the_weights_are_the_sum_of_the_learned_rows(data, rule, order, more):
    """w = eta sum of a y x and b = eta sum of a y c^2, with a the counts of ``mistakes_``."""
    X, y = data
    weights = None if order == "content" else np.array(
        more.draw(st.lists(st.integers(0, 3), min_size=len(y), max_size=len(y))), dtype=float
    )  # fmt: skip
    if weights is not None:
        weights[:2] = 1.0
    model = Perceptron(
        **rule, order=order, hypothesis="last", intercept_scaling=2.0, max_iter=4, random_state=0
    ).fit(X, y, weights)
    steps = rule["eta0"] * model.mistakes_ * np.where(y == 1, 1, -1)
    steps = steps if weights is None else steps * weights
    np.testing.assert_array_equal(model.coef_[0], steps @ X)
    np.testing.assert_array_equal(model.intercept_[0], 4 * steps.sum())


@MANY
@given(
    rows(n_classes=3),
    rules(),
    st.sampled_from(ORDERS),
    st.sampled_from(sorted(GROUPS)),
)
def test_the_history_adds_up(data, rule, order, multi_class):
    X, y = data
    model = Perceptron(
        **rule, order=order, multi_class=multi_class, max_iter=5, random_state=0
    ).fit(X, y)
    assert model.history_["updates"].sum() == model.n_updates_ == model.mistakes_.sum()
    assert len(model.history_["updates"]) == len(model.history_["mistakes"]) == model.n_iter_
    if rule["alpha_bound"] is not None and order != "content":
        assert model.mistakes_.max() <= rule["alpha_bound"]


@MANY
@given(rows(), st.sampled_from(ORDERS))
def test_without_margin_or_bound_every_mistake_is_an_update(data, order):
    X, y = data
    model = Perceptron(order=order, max_iter=5, random_state=0).fit(X, y)
    np.testing.assert_array_equal(model.history_["updates"], model.history_["mistakes"])


@MANY
@given(rows(), st.sampled_from(["content", "shuffled", "cyclic"]), st.booleans(), st.booleans())
def test_servedios_average_is_the_sum_of_all_rows(data, order, sparse, weighted):
    """The last weights of one pass that learns every row; random draws would leave rows out."""
    X, y = data
    v = 1.0 + np.arange(len(y)) % 3 if weighted else np.ones(len(y))
    model = Perceptron(
        margin=np.inf, alpha_bound=1, max_iter=1, hypothesis="last", order=order, random_state=0,
        intercept_scaling=2.0,
    ).fit(sp.csr_array(X) if sparse else X, y, v if weighted else None)  # fmt: skip
    signs = np.where(y == 1, 1.0, -1.0)
    np.testing.assert_array_equal(model.coef_[0], (signs * v) @ X)
    assert model.intercept_[0] == 4 * (signs * v).sum()


# ---------------------------------------------------------------- spared passes are credited


@MANY
@given(separable(), st.sampled_from(ORDERS), st.sampled_from([0.0, 0.25]))
def test_an_average_counts_the_passes_it_was_spared(data, order, margin):
    X, y, _, _ = data
    params = {"order": order, "random_state": 0, "margin": margin, "intercept_scaling": 1.0}
    probe = Perceptron(**params, hypothesis="last", max_iter=2000).fit(X, y)
    assume(probe.stop_reason_ == "separated")
    short, long = probe.n_iter_, 2000
    one = Perceptron(**params, max_iter=short).fit(X, y)
    other = Perceptron(**params, max_iter=long).fit(X, y)
    assert other.n_iter_ == short
    expected = (short * one.coef_ + (long - short) * probe.coef_) / long
    np.testing.assert_allclose(other.coef_, expected, rtol=1e-12, atol=1e-12)


@MANY
@given(separable(), st.sampled_from(ORDERS))
def test_a_vote_counts_the_passes_it_was_spared(data, order):
    X, y, _, _ = data
    params = {"order": order, "random_state": 0, "intercept_scaling": 1.0}
    probe = Perceptron(**params, hypothesis="last", max_iter=2000).fit(X, y)
    assume(probe.stop_reason_ == "separated")
    short, long = probe.n_iter_, 2000
    one = Perceptron(**params, hypothesis="voted", max_iter=short).fit(X, y)
    other = Perceptron(**params, hypothesis="voted", max_iter=long).fit(X, y)
    gained = (long - short) * len(y) * np.sign(probe.decision_function(X))
    np.testing.assert_array_equal(other.decision_function(X), one.decision_function(X) + gained)


def test_separated_rows_of_unequal_weight_end_a_run_of_random_draws_at_once():
    X, y, weights = [[-2.0], [-1.0], [1.0], [2.0]], [0, 0, 1, 1], [1.0, 2.0, 1.0, 2.0]
    model = Perceptron(hypothesis="last", order="random", max_iter=10**9, time_limit=60)
    assert model.fit(X, y, weights).stop_reason_ == "separated"


# ---------------------------------------------------------------- scale


@MANY
@given(
    rows(n_classes=3), rules(), st.sampled_from(ORDERS), st.sampled_from(HYPOTHESES),
    st.integers(-30, 30), st.sampled_from(["f4", "f8"]), st.sampled_from(["zero", "threshold"]),
)  # fmt: skip
def test_a_power_of_two_times_the_rows_changes_nothing(
    data, rule, order, hypothesis, power, dtype, init
):
    X, y = data[0].astype(dtype), data[1]
    assume(X.any())  # rows of zeros have no scale
    params = {**rule, "order": order, "hypothesis": hypothesis, "random_state": 0, "init": init}
    one = Perceptron(**params, max_iter=5).fit(X, y)
    factor = np.dtype(dtype).type(2.0) ** power
    other = Perceptron(**params, max_iter=5).fit(X * factor, y)
    np.testing.assert_array_equal(other.coef_, one.coef_ * factor)
    np.testing.assert_array_equal(other.intercept_, one.intercept_ * factor**2)
    np.testing.assert_array_equal(other.mistakes_, one.mistakes_)
    np.testing.assert_array_equal(other.predict(X * factor), one.predict(X))


@FEW
@given(real_rows(), st.sampled_from(ORDERS), st.sampled_from(HYPOTHESES),
       st.sampled_from([2.0**700, 2.0**-700, 2.0**-990]))  # fmt: skip
def test_a_huge_or_tiny_power_of_two_changes_no_prediction(data, order, hypothesis, factor):
    X, y = data
    params = {"order": order, "hypothesis": hypothesis, "random_state": 0, "margin": 0.25}
    one, other = Perceptron(**params).fit(X, y), Perceptron(**params).fit(X * factor, y)
    np.testing.assert_array_equal(other.mistakes_, one.mistakes_)
    np.testing.assert_array_equal(other.predict(X * factor), one.predict(X))


@FEW
@given(
    real_rows(), st.sampled_from(ORDERS), st.sampled_from(HYPOTHESES),
    st.sampled_from([0.0, 0.3]), st.floats(1e-6, 1e6),
)  # fmt: skip
def test_any_constant_times_the_rows_changes_nothing_but_rounding(
    data, order, hypothesis, margin, factor
):
    X, y = data
    params = {"order": order, "hypothesis": hypothesis, "random_state": 0, "margin": margin}
    one, other = Perceptron(**params).fit(X, y), Perceptron(**params).fit(X * factor, y)
    np.testing.assert_array_equal(other.mistakes_, one.mistakes_)
    np.testing.assert_allclose(other.coef_, one.coef_ * factor, rtol=1e-6)


# ---------------------------------------------------------------- dense and sparse


@MANY
@given(rows(n_classes=3), rules(), st.sampled_from(ORDERS), st.sampled_from(HYPOTHESES),
       st.sampled_from(["f4", "f8"]), st.sampled_from(sorted(GROUPS)))  # fmt: skip
def test_sparse_rows_give_the_dense_model(data, rule, order, hypothesis, dtype, multi_class):
    X, y = data[0].astype(dtype), data[1]
    params = {**rule, "order": order, "hypothesis": hypothesis, "multi_class": multi_class,
              "random_state": 0, "intercept_scaling": 2.0, "max_iter": 5}  # fmt: skip
    dense = Perceptron(**params).fit(X, y)
    assert_same(dense, Perceptron(**params).fit(sp.csr_array(X), y), X)
    assert_same(dense, Perceptron(**params).fit(with_long_indices(X), y), X)


def with_long_indices(X):
    made = sp.csr_array(X)
    made.indices, made.indptr = made.indices.astype(np.int64), made.indptr.astype(np.int64)
    return made


# ---------------------------------------------------------------- weights


@MANY
@given(rows(), rules(), st.sampled_from(ORDERS[1:]), st.sampled_from(HYPOTHESES))
def test_weights_multiply_steps(data, rule, order, hypothesis):
    """All rows of weight 4 make the steps of a fourfold eta."""
    X, y = data
    params = {"order": order, "hypothesis": hypothesis, "random_state": 0, "max_iter": 5}
    heavy = Perceptron(**params, **rule).fit(X, y, np.full(len(y), 4.0))
    quick = Perceptron(**params, **{**rule, "eta0": 4 * rule["eta0"]}).fit(X, y)
    np.testing.assert_array_equal(heavy.coef_, quick.coef_)
    np.testing.assert_array_equal(heavy.mistakes_, quick.mistakes_)


@MANY
@given(rows(n_classes=3), rules(), st.sampled_from(ORDERS), st.sampled_from(HYPOTHESES), st.data())
def test_a_row_of_weight_zero_is_absent(data, rule, order, hypothesis, more):
    X, y = data
    kept = np.array(more.draw(st.lists(st.booleans(), min_size=len(y), max_size=len(y))))
    kept[:3] = True
    labels = np.where(kept, y, more.draw(st.sampled_from([0, 2])))
    params = {**rule, "order": order, "hypothesis": hypothesis, "random_state": 0, "max_iter": 5}
    one = Perceptron(**params).fit(X, labels, kept.astype(float))
    other = Perceptron(**params).fit(X[kept], y[kept])
    assert_same(one, other, X)
    assert not one.mistakes_[~kept].any()


@MANY
@given(rows(n_classes=3), rules(), st.sampled_from(ORDERS), st.sampled_from(HYPOTHESES))
def test_a_class_without_weight_stays_and_changes_no_other(data, rule, order, hypothesis):
    X, y = data
    params = {**rule, "order": order, "hypothesis": hypothesis, "random_state": 0, "max_iter": 5}
    weights = np.append(np.ones(len(y)), 0.0)
    one = Perceptron(**params).fit(np.vstack([X, X[:1]]), np.append(y, 9), weights)
    other = Perceptron(**params).fit(X, y)
    assert one.classes_.tolist() == [*other.classes_.tolist(), 9]
    np.testing.assert_array_equal(one.coef_[:3], other.coef_)
    np.testing.assert_array_equal(one.intercept_[:3], other.intercept_)


@pytest.mark.parametrize("value", [1e200, 1e-300, 1e300])
@pytest.mark.parametrize("order", ORDERS)
def test_a_row_of_weight_zero_is_absent_whatever_it_holds(order, value):
    rng = np.random.default_rng(0)
    X = rng.normal(size=(40, 3)) * (1.0 if value > 1 else 1e-200)
    y = (X[:, 0] > 0).astype(int)
    params = {"order": order, "random_state": 0}
    with_it = Perceptron(**params).fit(
        np.vstack([X, np.full((1, 3), value)]), np.append(y, 1), np.append(np.ones(40), 0.0)
    )
    assert_same(with_it, Perceptron(**params).fit(X, y), X)


@MANY
@given(rows(n_classes=3), rules(), st.sampled_from(ORDERS), st.sampled_from(HYPOTHESES))
def test_class_weights_are_weights_of_the_rows(data, rule, order, hypothesis):
    X, y = data
    params = {**rule, "order": order, "hypothesis": hypothesis, "random_state": 0, "max_iter": 5}
    one = Perceptron(**params, class_weight={0: 2.0, 2: 0.5}).fit(X, y)
    other = Perceptron(**params).fit(X, y, np.array([2.0, 1.0, 0.5])[y])
    assert_same(one, other, X)
