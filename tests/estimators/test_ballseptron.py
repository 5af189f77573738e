"""Ballseptron: its update, its bound, and the balls it stays clear of."""

import numpy as np
import pytest

from rosenblatt import Ballseptron, Perceptron


def separable(seed=0):
    """Rows of length 1, labels and the margin of a hyperplane through 0."""
    rng = np.random.default_rng(seed)
    X, w = rng.normal(size=(150, 4)), np.array([1.0, 0.0, 0.0, 0.0])
    X /= np.linalg.norm(X, axis=1, keepdims=True)
    X = X[np.abs(X @ w) > 0.2]
    return X, np.where(X @ w > 0, 1, -1), np.abs(X @ w).min()


def plain(**params):
    return Ballseptron(
        **{"fit_intercept": False, "order": "cyclic", "hypothesis": "last", **params}
    )


def test_a_row_too_near_is_learned_through_its_ball():
    X, y, _ = separable()
    y[::7] *= -1
    model = plain(radius=0.3).partial_fit(X[:3], y[:3], classes=[-1, 1])
    r, kinds = 0.3 * np.sqrt((X[:3] ** 2).sum(axis=1).mean()), set()
    for x, sign in zip(X[3:], y[3:], strict=True):
        w, margin = model.coef_[0], sign * (model.coef_[0] @ x)
        near = 0 < margin <= r * np.linalg.norm(w)
        shift = r * w / np.linalg.norm(w) if near else 0.0
        expected = w + sign * (x - sign * shift) if near or margin <= 0 else w
        np.testing.assert_allclose(model.partial_fit([x], [sign]).coef_[0], expected, rtol=1e-12)
        kinds.add("near" if near else "wrong" if margin <= 0 else "right")
    assert kinds == {"near", "wrong", "right"}


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("share", [0.25, 0.5, 0.9])
def test_it_ends_clear_of_all_balls_within_the_bound(share, seed):
    """An update brings u.w up by gamma - r, and |w|^2 up by R^2 + r^2 at most."""
    X, y, gamma = separable(seed)
    r = share * gamma
    model = plain(radius=r, max_iter=100_000).fit(X, y)
    assert model.stop_reason_ == "separated"
    assert (y * (X @ model.coef_[0])).min() / np.linalg.norm(model.coef_) > r
    assert model.n_updates_ <= (1 + r**2) / (gamma - r) ** 2


@pytest.mark.parametrize("hypothesis", ["last", "longest", "pocket", "averaged", "voted"])
def test_without_a_ball_it_is_the_perceptron(hypothesis):
    X, y, _ = separable()
    y[::5] *= -1
    params = {"hypothesis": hypothesis, "random_state": 0, "max_iter": 5}
    np.testing.assert_array_equal(
        Ballseptron(radius=0.0, **params).fit(X, y).decision_function(X),
        Perceptron(**params).fit(X, y).decision_function(X),
    )


@pytest.mark.parametrize("hypothesis", ["last", "averaged", "voted"])
def test_batches_give_what_one_pass_gives(hypothesis):
    X, y, _ = separable()
    y[::5] *= -1
    batches, once = plain(hypothesis=hypothesis), plain(hypothesis=hypothesis, max_iter=1)
    for at in range(0, len(y), 30):
        batches.partial_fit(X[at : at + 30], y[at : at + 30])
    once.fit(X, y)
    np.testing.assert_allclose(batches.coef_, once.coef_, rtol=1e-12)
    np.testing.assert_array_equal(batches.decision_function(X) > 0, once.decision_function(X) > 0)
