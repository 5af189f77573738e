"""Gradient descent: the gradients of the costs, and the learners it equals."""

import numpy as np
import pytest
import scipy.sparse as sp
from sklearn.datasets import make_classification
from sklearn.linear_model import SGDClassifier

from rosenblatt import GradientPerceptron, Perceptron

COSTS = {
    "perceptron": lambda m: np.maximum(0, -m),
    "hinge": lambda m: np.maximum(0, 1 - m),
    "least_squares": lambda m: (1 - m) ** 2 / 2,
    "modified_least_squares": lambda m: np.maximum(0, 1 - m) ** 2 / 2,
}


def table(n_classes=2):
    return make_classification(
        n_samples=200, n_features=6, n_informative=4, n_classes=n_classes, flip_y=0.1,
        random_state=1,
    )  # fmt: skip


def learner(**params):
    return GradientPerceptron(
        **{"order": "cyclic", "hypothesis": "last", "fit_intercept": False, **params}
    )


@pytest.mark.parametrize("loss", COSTS)
def test_the_default_rate_is_a_tenth_of_the_mean_squared_norm(loss):
    X, y = table()
    given = learner(loss=loss, eta0=0.1 / np.mean(np.sum(X * X, axis=1))).fit(X, y)
    np.testing.assert_allclose(learner(loss=loss).fit(X, y).coef_, given.coef_, rtol=1e-9)


@pytest.mark.parametrize("loss", COSTS)
def test_the_default_rate_does_not_feel_the_unit_of_the_rows(loss):
    X, y = table()
    one, other = (GradientPerceptron(loss=loss, random_state=0).fit(Z, y) for Z in (X, X / 256))
    np.testing.assert_array_equal(one.coef_, other.coef_ / 256)


def test_unit_rows_of_many_features_are_learned_with_the_default_rate():
    rng = np.random.default_rng(5)
    X = np.abs(rng.normal(size=(400, 300)) * (rng.random((400, 300)) < 0.05))
    y = X @ rng.normal(size=300) > 0
    X /= np.linalg.norm(X, axis=1, keepdims=True) + 1e-9
    assert GradientPerceptron(random_state=0).fit(X, y).score(X, y) > 0.95
    assert GradientPerceptron(eta0=0.002, random_state=0).fit(X, y).score(X, y) < 0.9


@pytest.mark.parametrize("loss", COSTS)
def test_a_step_goes_down_the_gradient_of_the_cost(loss):
    X, y = table()
    rng = np.random.default_rng(0)
    for x, sign in zip(X[:40], 2 * y[:40] - 1, strict=True):
        w = rng.normal(size=6)
        model = learner(loss=loss, eta0=0.5, init=w, max_iter=1)
        model.fit([x, np.zeros(6)], [sign, -sign])
        nudges = 1e-6 * np.eye(6)
        slope = [
            (COSTS[loss](sign * x @ (w + h)) - COSTS[loss](sign * x @ (w - h))) / 2e-6
            for h in nudges
        ]
        np.testing.assert_allclose(model.coef_[0] - w, -0.5 * np.array(slope), atol=1e-6)


@pytest.mark.parametrize("sparse", [False, True])
@pytest.mark.parametrize("loss", ["hinge", "perceptron"])
@pytest.mark.parametrize("average", [False, True])
def test_it_makes_the_steps_of_scikit_learn_without_penalty(loss, sparse, average):
    X, y = table(3)
    X = sp.csr_array(X) if sparse else X
    theirs = SGDClassifier(
        loss=loss, penalty=None, learning_rate="constant", eta0=0.05, fit_intercept=False,
        shuffle=False, tol=None, max_iter=5, average=average,
    ).fit(X, y)  # fmt: skip
    ours = learner(
        loss=loss, eta0=0.05, max_iter=5, hypothesis="averaged" if average else "last"
    ).fit(X, y)
    np.testing.assert_allclose(ours.coef_, theirs.coef_, rtol=1e-9, atol=1e-12)


def test_the_falling_rate_is_that_of_scikit_learn():
    X, y = table()
    theirs = SGDClassifier(
        loss="hinge", penalty=None, learning_rate="invscaling", eta0=0.5, power_t=0.5,
        fit_intercept=False, shuffle=False, tol=None, max_iter=5,
    ).fit(X, y)  # fmt: skip
    ours = learner(eta0=0.5, decay=0.5, max_iter=5).fit(X, y)
    np.testing.assert_allclose(ours.coef_, theirs.coef_, rtol=1e-9)


def test_the_perceptron_cost_gives_the_perceptron():
    X, y = table()
    params = {"eta0": 0.25, "max_iter": 9, "random_state": 0}
    np.testing.assert_array_equal(
        GradientPerceptron(loss="perceptron", **params).fit(X, y).coef_,
        Perceptron(**params).fit(X, y).coef_,
    )


def test_least_squares_comes_to_the_least_squares_solution():
    X, y = table()
    target = np.linalg.lstsq(X, 2.0 * y - 1, rcond=None)[0]
    model = learner(loss="least_squares", eta0=1e-4, max_iter=3000).fit(X, y)
    np.testing.assert_allclose(model.coef_[0], target, atol=1e-3)


@pytest.mark.parametrize("loss", COSTS)
@pytest.mark.parametrize("decay", [0.0, 0.5])
def test_batches_give_what_one_pass_gives(loss, decay):
    X, y = table(3)
    params = {"loss": loss, "decay": decay, "eta0": 0.05, "hypothesis": "averaged"}
    batches = learner(**params)
    for at in range(0, 200, 40):
        batches.partial_fit(X[at : at + 40], y[at : at + 40])
    np.testing.assert_array_equal(batches.coef_, learner(**params, max_iter=1).fit(X, y).coef_)


@pytest.mark.parametrize("hypothesis", ["longest", "pocket", "voted"])
def test_survivors_of_least_squares_are_refused_by_name(hypothesis):
    X, y = table()
    with pytest.raises(ValueError, match=f"hypothesis='{hypothesis}'.*least_squares"):
        learner(loss="least_squares", hypothesis=hypothesis).fit(X, y)
