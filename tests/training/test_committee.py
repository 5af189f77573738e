"""Committees against the reference, pass by pass."""

import numpy as np
import pytest
import scipy.sparse as sp
from numpy.testing import assert_allclose
from reference.committees import committee

from rosenblatt.training.committee import (
    Committee,
    CommitteeRows,
    CommitteeSettings,
    units,
    with_constant,
)
from rosenblatt.training.output_layers import (
    FisherWeights,
    HardVotes,
    fisher_weights,
    hard_votes,
)

LAYERS = {"votes": hard_votes, "fisher": fisher_weights}


def rows(seed, weighted, n=60, d=4):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, d)) * (rng.random((n, d)) < 0.7)
    y = np.where(X @ rng.normal(size=d) + rng.normal(size=n) > 0.5, 1.0, -1.0)
    return X, y, rng.uniform(0.2, 3.0, n) if weighted else np.ones(n)


@pytest.mark.parametrize("weighted", [False, True], ids=["plain", "weighted"])
@pytest.mark.parametrize("kind", [np.asarray, sp.csr_array], ids=["dense", "sparse"])
@pytest.mark.parametrize("passes", ["batch", "online"])
@pytest.mark.parametrize("layer", LAYERS)
@pytest.mark.parametrize("eta0", [0.002, 0.05])
def test_every_pass_is_that_of_the_reference(layer, passes, kind, weighted, eta0):
    X, y, weights = rows(3, weighted)
    settings = CommitteeSettings(3, eta0, 0.1, passes, 12, LAYERS[layer])
    ours = Committee(CommitteeRows(with_constant(kind(X)), y, weights), settings, 5)
    rng = np.random.default_rng(5)  # first the directions, then an order for each pass
    W = rng.normal(size=(3, 5))
    W /= np.linalg.norm(W, axis=1, keepdims=True)
    assert_allclose(ours.perceptrons, W, rtol=1e-14)
    orders = [rng.permutation(len(y)) for _ in range(12)] if passes == "online" else None
    states = committee(
        np.column_stack([X, np.ones(len(y))]), y, weights, W, discriminant=layer == "fisher",
        eta0=eta0, mu=0.1, passes=12, orders=orders,
    )  # fmt: skip
    for state in states:
        ours.make_pass()
        assert_allclose(ours.perceptrons, state.W, rtol=1e-8, atol=1e-10)
        assert_allclose(ours.gamma, state.gamma, rtol=1e-10)
        assert_allclose(ours.history["error"][-1], state.wrong, rtol=1e-10)
        if layer == "fisher":
            assert_allclose(ours.layer.weights, state.a, rtol=1e-6)
            assert_allclose(ours.layer.intercept, -state.a @ state.middle, rtol=1e-6, atol=1e-8)
            assert_allclose(ours.history["J"][-1], max(1, state.J), rtol=1e-6)


def test_the_margin_stays_positive():
    """Steps far too long would take it below 0 at once."""
    X, y, weights = rows(0, False)
    settings = CommitteeSettings(3, 10.0, 0.1, "batch", 20, fisher_weights)
    found = Committee(CommitteeRows(with_constant(X), y, weights), settings, 0)
    found.train(None)
    assert min(found.history["gamma"]) == 1e-10


def test_a_fraction_of_a_vote_decides_between_equals_and_outvotes_nobody():
    activations = np.array([[1.0, -1.0, -0.1, 5.0], [-2.0, 2.0, -0.1, 1.0], [0.5, -0.5, 99.0, 0.1]])
    scores = HardVotes(np.ones(3)).scores(activations)
    assert np.sign(scores).tolist() == [1, -1, -1, 1]
    pairs = HardVotes(np.ones(2)).scores(np.array([[1.0, -3.0, 0.0], [-2.0, 5.0, 0.0]]))
    assert np.sign(pairs).tolist() == [-1, 1, 0]


def test_perceptrons_that_have_all_rows_on_one_side_have_no_weight():
    layer = fisher_weights(np.full((2, 4), 3.0), 0.1, np.array([1.0, 1, -1, -1]), np.ones(4))
    assert (layer.weights.tolist(), layer.intercept, layer.J) == ([0.0, 0.0], 0.0, np.inf)


def test_equal_perceptrons_share_their_weight():
    line = np.array([-1.0, -0.02, 0.03, 1.0])
    y = np.array([-1.0, 1, -1, 1])
    twice = fisher_weights(np.array([line, line]), 0.05, y, np.ones(4))
    once = fisher_weights(line[None], 0.05, y, np.ones(4))
    assert_allclose(twice.weights, once.weights.repeat(2) / 2, rtol=1e-6)


def test_the_criterion_is_the_total_variance_over_the_variance_between_the_classes():
    rng = np.random.default_rng(1)
    activations, y = rng.normal(size=(3, 50)), np.where(rng.random(50) < 0.3, 1.0, -1.0)
    weights = rng.uniform(1, 2, 50)
    layer = fisher_weights(activations, 0.2, y, weights)
    scores = layer.scores(activations)
    total = np.cov(scores, aweights=weights, ddof=0)
    means = np.array([np.average(scores[s], weights=weights[s]) for s in (y > 0, y < 0)])
    shares = np.array([weights[y > 0].sum(), weights[y < 0].sum()]) / weights.sum()
    between = shares @ (means - shares @ means) ** 2
    assert_allclose(layer.J, total / between, rtol=1e-7)
    assert_allclose(means.sum(), 0, atol=1e-12)  # 0 is in the middle


def test_a_ramp_is_never_wider_than_one():
    layer = FisherWeights(np.ones(1), 0.0, 1.0)
    wide = fisher_weights(np.array([[0.5, 2.0]]), 7.0, np.array([-1.0, 1.0]), np.ones(2))
    assert wide.width == layer.width == 1.0


@pytest.mark.parametrize("size", [1e-320, 1e-200, 1.0, 1e200])
def test_lines_of_any_size_become_units(size):
    lines = units(np.array([[3.0, 4.0], [0.0, 0.0]]) * size)
    assert_allclose(lines, [[0.6, 0.8], [0.0, 0.0]], rtol=1e-2)
