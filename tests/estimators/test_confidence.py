"""Confidence-weighted learning, hard and soft: the papers' updates, step by step."""

from statistics import NormalDist

import numpy as np
import pytest
import scipy.sparse as sp
from numpy.testing import assert_allclose, assert_array_equal

from rosenblatt import SCW, ConfidenceWeighted

PLAIN = {"hypothesis": "last", "fit_intercept": False, "order": "cyclic", "max_iter": 1}


def noisy(n=150, d=6, seed=0):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, d)) * (rng.random((n, d)) < 0.6)
    X[np.abs(X).sum(axis=1) == 0, 0] = 1.0
    return X, (X @ rng.normal(size=d) + 0.3 * rng.normal(size=n) > 0).astype(int)


def hard(m, v, phi, C):
    """Crammer, Dredze and Pereira (2008), equation 14 with the quantities of its Figure 1."""
    psi, xi = 1 + phi**2 / 2, 1 + phi**2
    return max(0.0, (-m * psi + np.sqrt(m**2 * phi**4 / 4 + v * phi**2 * xi)) / (v * xi))


def soft_1(m, v, phi, C):
    """Wang, Zhao and Hoi (2012), Proposition 1."""
    return min(C, hard(m, v, phi, C))


def soft_2(m, v, phi, C):
    """Wang, Zhao and Hoi (2012), Proposition 2."""
    n = v + 1 / (2 * C)
    gamma = phi * np.sqrt(phi**2 * m**2 * v**2 + 4 * n * v * (n + v * phi**2))
    alpha = (-(2 * m * n + phi**2 * m * v) + gamma) / (2 * (n**2 + n * v * phi**2))
    return max(0.0, alpha)


def by_the_paper(X, y, step, phi, C, start):
    """Means and variances after each row, the matrix cut to its diagonal every time."""
    mean, variance = np.zeros(X.shape[1]), np.full(X.shape[1], start)
    for x, sign in zip(X, 2 * y - 1, strict=True):
        m, v = sign * (mean @ x), x @ (variance * x)
        if phi * np.sqrt(v) - m > 0:
            alpha = step(m, v, phi, C)
            u = 0.25 * (-alpha * v * phi + np.sqrt(alpha**2 * v**2 * phi**2 + 4 * v)) ** 2
            beta = alpha * phi / (np.sqrt(u) + v * alpha * phi)
            mean = mean + alpha * sign * variance * x
            variance = variance - beta * (variance * x) ** 2
        yield mean, variance


def variances(model):
    return model._stream.records[model._stream.visible()[0]].memory[:-1]


CASES = [
    *((hard, ConfidenceWeighted, {"confidence": eta}) for eta in (0.6, 0.9)),
    *((soft_1, SCW, {"C": C, "confidence": 0.8}) for C in (0.05, 1.0)),
    *((soft_2, SCW, {"C": C, "loss": "squared_hinge"}) for C in (0.05, 1.0)),
]


@pytest.mark.parametrize("kind", [np.asarray, sp.csr_array], ids=["dense", "sparse"])
@pytest.mark.parametrize(("step", "learner", "params"), CASES)
def test_one_pass_takes_the_steps_of_the_paper(step, learner, params, kind):
    X, y = noisy()
    model = learner(**params, **PLAIN).fit(kind(X), y)
    phi = NormalDist().inv_cdf(params.get("confidence", 0.75))
    start = 1 / np.square(X).sum(axis=1).mean()
    *_, (mean, variance) = by_the_paper(X, y, step, phi, params.get("C"), start)
    assert_allclose(model.coef_[0], mean, rtol=1e-9)
    assert_allclose(variances(model), variance, rtol=1e-9)


@pytest.mark.parametrize(("step", "learner", "params"), CASES)
def test_every_single_step_is_that_of_the_paper(step, learner, params):
    """Row after row; the unit is the squared norm of the first one."""
    X, y = noisy(60)
    phi = NormalDist().inv_cdf(params.get("confidence", 0.75))
    steps = by_the_paper(X, y, step, phi, params.get("C"), 1 / np.square(X[0]).sum())
    model = learner(**params, hypothesis="last", fit_intercept=False)
    for t, (mean, variance) in enumerate(steps):
        model.partial_fit(X[t : t + 1], y[t : t + 1], classes=[0, 1])
        assert_allclose(model.coef_[0], mean, rtol=1e-9, atol=1e-12)
        assert_allclose(variances(model), variance, rtol=1e-9)


def test_a_row_that_was_learned_is_as_sure_as_was_asked_for():
    """With one feature the diagonal is the whole matrix, and the constraint holds exactly."""
    model = ConfidenceWeighted(confidence=0.9, **PLAIN).fit([[1.0], [2.0]], [0, 1])
    deviation = np.sqrt(variances(model)[0])
    surely = NormalDist().cdf(model.coef_[0, 0] / deviation)
    assert surely == pytest.approx(0.9, abs=1e-9)


@pytest.mark.parametrize("loss", ["hinge", "squared_hinge"])
def test_without_a_price_for_steps_soft_is_hard(loss):
    X, y = noisy()
    soft = SCW(C=1e12, loss=loss, **PLAIN).fit(X, y)
    assert_allclose(soft.coef_, ConfidenceWeighted(**PLAIN).fit(X, y).coef_, rtol=1e-6)


@pytest.mark.parametrize("model", [SCW(C=0.1), SCW(loss="squared_hinge"), ConfidenceWeighted()])
def test_the_unit_of_the_rows_does_not_matter(model):
    X, y = noisy()
    model.set_params(max_iter=3, random_state=0)
    assert_array_equal(model.fit(X, y).predict(X), model.fit(64 * X, y).predict(64 * X))


@pytest.mark.parametrize("hypothesis", ["last", "longest", "averaged"])
@pytest.mark.parametrize("learner", [SCW, ConfidenceWeighted])
def test_batches_equal_one_pass(learner, hypothesis):
    X, y = noisy()
    half = np.concatenate([X[:75], X[:75]])  # both halves have the same mean squared norm
    params = {"hypothesis": hypothesis, "intercept_scaling": 1.0}
    streamed = learner(**params).partial_fit(half[:75], y[:75]).partial_fit(half[75:], y[75:])
    whole = learner(order="cyclic", max_iter=1, **params).fit(half, y)
    assert_allclose(streamed.coef_, whole.coef_, rtol=1e-9)
    assert_allclose(streamed.intercept_, whole.intercept_, rtol=1e-9)


def test_contradictions_use_up_the_variances_but_nothing_overflows():
    X = np.repeat([[1.0, 0.5], [0.5, 1.0]], 100, axis=0)
    y = np.tile([0, 1], 100)
    model = ConfidenceWeighted(order="cyclic", max_iter=50).fit(X, y)
    assert np.isfinite(model.coef_).all()
    assert (variances(model) > 0).all()


def test_soft_learning_is_better_where_labels_are_wrong():
    """The claim of Wang, Zhao and Hoi, who keep the last hypothesis: a fifth of the labels wrong,
    one pass, the mean over ten draws."""
    soft, sharp = [], []
    for seed in range(10):
        rng = np.random.default_rng(seed)
        X = rng.normal(size=(600, 20))
        clean = (X @ rng.normal(size=20) > 0).astype(int)
        y = np.where(rng.random(600) < 0.2, 1 - clean, clean)
        for found, model in ((soft, SCW()), (sharp, ConfidenceWeighted())):
            model.set_params(hypothesis="last", max_iter=1, random_state=seed)
            found.append(model.fit(X[:300], y[:300]).score(X[300:], clean[300:]))
    assert np.mean(soft) > np.mean(sharp) + 0.05


@pytest.mark.parametrize("learner", [SCW, ConfidenceWeighted])
def test_votes_are_refused_by_name(learner):
    X, y = noisy()
    with pytest.raises(ValueError, match=f"'voted' cannot be combined with {learner.__name__}"):
        learner(hypothesis="voted").fit(X, y)
