"""The kernel form of the second-order perceptron: the dual formula, and the linear learner."""

import numpy as np
import pytest
import scipy.sparse as sp
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.datasets import make_circles
from sklearn.metrics.pairwise import rbf_kernel

from rosenblatt import KernelPerceptron, SecondOrderPerceptron
from rosenblatt.datasets import flip_labels, make_flat_ellipsoid

PLAIN = {"hypothesis": "last", "fit_intercept": False, "order": "cyclic"}


def cloud(n=200, seed=1):
    return make_flat_ellipsoid(n, 5, ratio=20, random_state=seed)


def dual_mistakes(K, y, a, passes):
    """Cesa-Bianchi, Conconi and Gentile, Figure 3: y~' (a I + K)^-1 k over the mistakes and x."""
    kept = []
    for t in np.tile(np.arange(len(y)), passes):
        rows = [*kept, t]
        labels = np.append(y[kept], 0)
        score = labels @ np.linalg.solve(a * np.eye(len(rows)) + K[np.ix_(rows, rows)], K[rows, t])
        if y[t] * score <= 0:
            kept.append(t)
    return np.bincount(kept, minlength=len(y))


@pytest.mark.parametrize("a", [0.05, 1.0])
@pytest.mark.parametrize("kernel", ["linear", "rbf"])
def test_mistakes_are_those_of_the_dual_formula(kernel, a):
    X, y = cloud(150)
    K = X @ X.T if kernel == "linear" else rbf_kernel(X, gamma=0.1)
    rule = SecondOrderPerceptron(ridge=a / np.diagonal(K).mean())
    model = KernelPerceptron(kernel=kernel, gamma=0.1, rule=rule, max_iter=3, **PLAIN)
    assert_array_equal(model.fit(X, y).mistakes_, dual_mistakes(K, y, a, 3))


@pytest.mark.parametrize("kind", [np.asarray, sp.csr_array], ids=["dense", "sparse"])
@pytest.mark.parametrize("hypothesis", ["last", "longest", "averaged", "pocket"])
@pytest.mark.parametrize("intercept", [False, True])
def test_a_linear_kernel_gives_the_weights_of_the_linear_learner(intercept, hypothesis, kind):
    X, y = cloud()
    common = {"hypothesis": hypothesis, "fit_intercept": intercept, "max_iter": 4}
    common |= {"intercept_scaling": "norm", "random_state": 3}
    dual = KernelPerceptron(kernel="linear", rule=SecondOrderPerceptron(ridge=0.2), **common)
    linear = SecondOrderPerceptron(ridge=0.2, **common).fit(X, y)
    found = dual.fit(kind(X), y).to_linear()
    assert_array_equal(dual.mistakes_, linear.mistakes_)
    assert_allclose(found.coef_, linear.coef_, rtol=1e-7, atol=1e-9)
    assert_allclose(found.intercept_, linear.intercept_, rtol=1e-7, atol=1e-9)


@pytest.mark.parametrize("order", ["content", "random"])
@pytest.mark.parametrize("cache_size", [200, 0.001])
def test_neither_blocks_of_products_nor_their_cache_matter(cache_size, order):
    """More rows than a block of 256, and labels that are wrong, so that many are learned again."""
    X, y = cloud(1200)
    y = flip_labels(y, 0.1, random_state=0)
    common = {"max_iter": 3, "intercept_scaling": "norm", "order": order, "random_state": 0}
    dual = KernelPerceptron(
        kernel="linear", rule=SecondOrderPerceptron(ridge=0.2), cache_size=cache_size, **common
    ).fit(X, y)
    linear = SecondOrderPerceptron(ridge=0.2, **common).fit(X, y)
    assert dual.mistakes_.max() > 1
    assert_array_equal(dual.mistakes_, linear.mistakes_)
    assert_allclose(dual.to_linear().coef_, linear.coef_, rtol=1e-7, atol=1e-9)


@pytest.mark.parametrize("multi_class", ["ovr", "joint"])
def test_many_classes_equal_the_linear_learner_too(multi_class):
    X, _ = cloud()
    y = np.digitize(X[:, 1] + 0.2 * X[:, 2], [-0.5, 0.5])
    common = {"multi_class": multi_class, "intercept_scaling": "norm", "random_state": 0}
    dual = KernelPerceptron(
        kernel="linear", rule=SecondOrderPerceptron(ridge=0.2), max_iter=3, **common
    )
    linear = SecondOrderPerceptron(ridge=0.2, max_iter=3, **common)
    assert_allclose(
        dual.fit(X, y).decision_function(X), linear.fit(X, y).decision_function(X), rtol=1e-6,
        atol=1e-8,
    )  # fmt: skip


@pytest.mark.parametrize("hypothesis", ["last", "averaged"])
def test_batches_equal_one_pass(hypothesis):
    X, y = cloud()
    X[100:] = X[:100]  # both batches have the same mean of K(x, x), and rows are learned again
    rule = SecondOrderPerceptron(ridge=0.1)
    stream = KernelPerceptron(gamma=0.1, rule=rule, hypothesis=hypothesis)
    stream.partial_fit(X[:100], y[:100]).partial_fit(X[100:], y[100:])
    whole = KernelPerceptron(
        gamma=0.1, rule=rule, hypothesis=hypothesis, order="cyclic", max_iter=1
    ).fit(X, y)
    assert_allclose(stream.decision_function(X), whole.decision_function(X), rtol=1e-7, atol=1e-9)


def test_weights_count_as_copies():
    """A row of weight 2 is twice in A; copies that follow each other are learned twice or once."""
    X, y = cloud(60)
    rule = SecondOrderPerceptron(ridge=0.3)
    common = {"kernel": "linear", "rule": rule, **PLAIN, "max_iter": 1}
    weights = np.random.default_rng(0).uniform(0.5, 2, size=60)
    dual = KernelPerceptron(**common).fit(X, y, sample_weight=weights)
    linear = SecondOrderPerceptron(ridge=0.3, max_iter=1, **PLAIN)
    assert_allclose(
        dual.to_linear().coef_, linear.fit(X, y, sample_weight=weights).coef_, rtol=1e-8
    )


def test_circles_are_told_apart():
    X, y = make_circles(300, noise=0.1, factor=0.4, random_state=0)
    model = KernelPerceptron(rule=SecondOrderPerceptron(ridge=0.1), random_state=0)
    assert model.fit(X[:200], y[:200]).score(X[200:], y[200:]) > 0.95
