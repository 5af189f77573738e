"""Rough copies of the rows save memory traffic and change nothing else."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from runs import outcome_of, plan_of, train_core

from rosenblatt import _core

RULES = {
    "plain": lambda unit: _core.Perceptron(),
    "margin": lambda unit: _core.Perceptron(tau=0.5 * unit),
    "bounded": lambda unit: _core.Perceptron(tau=0.1 * unit, alpha=2),
    "uneven": lambda unit: _core.Perceptron(tau=0.5 * unit, tau_negative=0.1 * unit),
    "hinge": lambda unit: _core.Gradient(eta0=0.1 / unit),
    "passive_aggressive": lambda unit: _core.PassiveAggressive(c=0.1 / unit),
}


def outcomes(X, codes, rule, order):
    """With rough rows and without."""
    unit = float(np.mean(np.sum(np.asarray(X, dtype=float) ** 2, axis=1)))
    plan = plan_of(X, codes, order=order)
    for rough in (True, False):
        training = train_core(
            plan, [RULES[rule](unit)], [1], passes=12, constant2=unit, rough_rows=rough
        )
        yield outcome_of(training, plan, X, len(codes))


def assert_same_bits(one, other):
    assert one.hypotheses.keys() == other.hypotheses.keys()
    for name, weights in one.hypotheses.items():
        np.testing.assert_array_equal(weights, other.hypotheses[name])
    np.testing.assert_array_equal(one.counts, other.counts)
    np.testing.assert_array_equal(one.votes, other.votes)
    assert list(one.updates) == list(other.updates)
    assert list(one.mistakes) == list(other.mistakes)
    assert one.evaluations == other.evaluations


def made_data(n_features, dtype, scale, seed=0):
    rng = np.random.default_rng(seed)
    X = (rng.standard_normal((400, n_features)) * scale).astype(dtype)
    noise = scale * rng.standard_normal(400)
    return X, (X @ np.ones(n_features) + noise > 0).astype(np.int32)


@pytest.mark.parametrize("order", ["shuffled", "random", "content"])
@pytest.mark.parametrize("n_features", [1, 8, 29, 50])
@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("rule", RULES)
def test_rough_rows_change_no_bit(rule, dtype, n_features, order):
    assert_same_bits(*outcomes(*made_data(n_features, dtype, 1.0), rule, order))


@pytest.mark.parametrize("scale", [1e-200, 1e-30, 1e-14, 1e14, 1e30, 1e150])
def test_rough_rows_change_no_bit_at_any_scale(scale):
    assert_same_bits(*outcomes(*made_data(9, "float64", scale), "plain", "shuffled"))


def test_rough_rows_change_no_bit_where_columns_differ_in_scale():
    X, codes = made_data(12, "float64", 1.0)
    assert_same_bits(*outcomes(X * np.logspace(-12, 12, 12), codes, "margin", "shuffled"))


def test_rough_rows_change_no_bit_in_portable_code():
    _core.use("portable")
    try:
        assert_same_bits(*outcomes(*made_data(29, "float64", 1.0), "margin", "shuffled"))
    finally:
        _core.use("best")


@given(st.integers(0, 10_000), st.integers(1, 12), st.sampled_from(["shuffled", "random"]))
def test_rough_rows_see_every_tie(seed, n_features, order):
    """Small integers: many scores stand exactly on the threshold."""
    rng = np.random.default_rng(seed)
    X = rng.integers(-2, 3, size=(60, n_features)).astype(float)
    X[0] = 1
    codes = (X.sum(axis=1) + rng.integers(-1, 2, size=60) > 0).astype(np.int32)
    assert_same_bits(*outcomes(X, codes, "margin", order))
