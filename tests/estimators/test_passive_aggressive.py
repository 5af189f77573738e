"""Passive-aggressive learning: scikit-learn's coefficients, and the margin of 1."""

import warnings

import numpy as np
import pytest
import scipy.sparse as sp
from sklearn.datasets import make_classification
from sklearn.linear_model import SGDClassifier

from rosenblatt import PassiveAggressiveClassifier

SCHEDULES = {"hinge": "pa1", "squared_hinge": "pa2"}


def table(n_classes=2):
    X, y = make_classification(
        n_samples=300, n_features=8, n_informative=5, n_classes=n_classes, flip_y=0.1,
        random_state=0,
    )  # fmt: skip
    return X, y


def theirs(X, y, C, loss, **params):
    """scikit-learn's weights after rows in the order given."""
    model = SGDClassifier(
        loss="hinge", penalty=None, learning_rate=SCHEDULES[loss], eta0=C, shuffle=False, tol=None,
        fit_intercept=False, **params,
    )  # fmt: skip
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return model.fit(X, y)


def ours(**params):
    return PassiveAggressiveClassifier(
        order="cyclic", hypothesis="last", fit_intercept=False, **params
    )


@pytest.mark.parametrize("n_classes", [2, 3])
@pytest.mark.parametrize("sparse", [False, True])
@pytest.mark.parametrize("C", [0.001, 0.1, 1.0, 100.0])
@pytest.mark.parametrize("loss", SCHEDULES)
def test_without_intercept_the_coefficients_are_those_of_scikit_learn(loss, C, sparse, n_classes):
    X, y = table(n_classes)
    X = sp.csr_array(X) if sparse else X
    model = ours(C=C, loss=loss, max_iter=7).fit(X, y)
    np.testing.assert_allclose(
        model.coef_, theirs(X, y, C, loss, max_iter=7).coef_, rtol=1e-9, atol=1e-9
    )


@pytest.mark.parametrize("scaling", ["auto", 1.0, 3.0])
@pytest.mark.parametrize("C", [0.01, 0.1, np.inf])
def test_a_learned_row_has_margin_one_or_its_step_is_capped(C, scaling):
    X, y = table()
    model = PassiveAggressiveClassifier(C=C, hypothesis="last", intercept_scaling=scaling)
    model.partial_fit(X[:50], y[:50])
    constant2 = model._stream.frame.constant2
    capped = 0
    for x, label in zip(X[50:], y[50:], strict=True):
        before = np.append(model.coef_[0], model.intercept_[0] / constant2)
        model.partial_fit([x], [label])
        after = np.append(model.coef_[0], model.intercept_[0] / constant2)
        step = np.abs(after - before).max() / max(np.abs(x).max(), 1.0)
        margin = (2 * label - 1) * model.decision_function([x])[0]
        assert step <= C * (1 + 1e-9)
        if margin < 1 - 1e-9:
            assert step == pytest.approx(C, rel=1e-6)
            capped += 1
    assert (capped > 0) == np.isfinite(C)


def test_the_squared_loss_keeps_the_balance_of_change_and_slack():
    """PA-II minimises |change|^2 / 2 + C loss^2, so the step is 2 C times the loss it leaves."""
    X, y = table()
    model = PassiveAggressiveClassifier(C=0.1, loss="squared_hinge", hypothesis="last")
    model.set_params(fit_intercept=False).partial_fit(X[:50], y[:50])
    for x, label in zip(X[50:], y[50:], strict=True):
        before = model.coef_[0]
        model.partial_fit([x], [label])
        step = (model.coef_[0] - before) @ x / (x @ x) * (2 * label - 1)
        left = 1 - (2 * label - 1) * (model.coef_[0] @ x)
        assert step == pytest.approx(max(0.0, 2 * 0.1 * left), abs=1e-9)


@pytest.mark.parametrize("loss", SCHEDULES)
def test_a_weight_multiplies_c(loss):
    X, y = table()
    heavy = ours(C=0.01, loss=loss).fit(X, y, np.full(len(y), 4.0))
    bold = ours(C=0.04, loss=loss).fit(X, y)
    np.testing.assert_allclose(heavy.coef_, bold.coef_, rtol=1e-12)


def test_batches_give_what_one_pass_gives():
    X, y = table(3)
    batches = ours()
    for at in range(0, 300, 60):
        batches.partial_fit(X[at : at + 60], y[at : at + 60], classes=[0, 1, 2])
    np.testing.assert_array_equal(batches.coef_, ours(max_iter=1).fit(X, y).coef_)


def test_a_row_of_zeros_is_never_learned_without_an_intercept():
    X = np.vstack([table()[0], np.zeros((1, 8))])
    y = np.append(table()[1], 1)
    assert ours().fit(X, y).mistakes_[-1] == 0


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@pytest.mark.parametrize("seed", range(10))
def test_a_row_just_put_at_margin_1_is_right_although_rounding_may_put_it_below(seed, dtype):
    rng = np.random.default_rng(seed)
    X, y = rng.normal(size=(60, 5)).astype(dtype), rng.integers(2, size=60)
    model = ours(C=np.inf, max_iter=1)
    once = model.fit(X, y).n_updates_
    twice = model.fit(np.repeat(X, 2, axis=0), np.repeat(y, 2)).n_updates_
    assert twice == once


@pytest.mark.parametrize("hypothesis", ["longest", "pocket", "voted"])
def test_rounding_does_not_end_the_run_of_a_hypothesis(hypothesis):
    """Sums of sparse and dense rows round differently; equal rows are met several times."""
    for seed in range(40):
        rng = np.random.default_rng(seed)
        X = rng.integers(-3, 4, size=(12, 7))[rng.integers(12, size=48)].astype(float)
        y = rng.integers(2, size=48)
        model = PassiveAggressiveClassifier(
            C=2.0, hypothesis=hypothesis, max_iter=2, random_state=seed
        )
        dense = model.fit(X, y).predict(X)
        np.testing.assert_array_equal(model.fit(sp.csr_array(X), y).predict(X), dense)
