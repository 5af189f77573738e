"""AROW: the paper's update, its variances, and what the model must not depend on."""

import numpy as np
import pytest
import scipy.sparse as sp
from numpy.testing import assert_allclose, assert_array_equal

from rosenblatt import AROW, _core


def noisy(n=120, d=6, seed=0):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, d)) * (rng.random((n, d)) < 0.6)
    return X, (X @ rng.normal(size=d) + 0.3 * rng.normal(size=n) > 0).astype(int)


def by_the_paper(X, y, r):
    """Figure 1 of the paper with a diagonal matrix: means and variances after each row."""
    mean, variance = np.zeros(X.shape[1]), np.ones(X.shape[1])
    for x, sign in zip(X, 2 * y - 1, strict=True):
        margin, confidence = sign * (mean @ x), x @ (variance * x)
        if margin < 1:
            beta = 1 / (confidence + r)
            mean = mean + max(0, 1 - margin) * beta * sign * variance * x
            variance = variance - beta * (variance * x) ** 2
        yield mean, variance


def variances(model):
    return model._stream.records[model._stream.visible()[0]].memory


@pytest.mark.parametrize("r", [0.01, 1.0, 50.0])
@pytest.mark.parametrize("kind", [np.asarray, sp.csr_array], ids=["dense", "sparse"])
def test_one_pass_takes_the_steps_of_the_paper(kind, r):
    X, y = noisy()
    unit = (X**2).sum(axis=1).mean()
    model = AROW(r=r / unit, hypothesis="last", fit_intercept=False, order="cyclic", max_iter=1)
    *_, (mean, variance) = by_the_paper(X, y, r)
    assert_allclose(model.fit(kind(X), y).coef_[0], mean, rtol=1e-12)
    assert_allclose(variances(model)[:-1], variance, rtol=1e-12)


@pytest.mark.parametrize("r", [0.1, 5.0])
def test_every_single_step_is_that_of_the_paper(r):
    """Row after row; the unit is the squared norm of the first one."""
    X, y = noisy(60)
    X[0, 0] = 1.0
    model = AROW(r=r / np.square(X[0]).sum(), hypothesis="last", fit_intercept=False)
    for t, (mean, variance) in enumerate(by_the_paper(X, y, r)):
        model.partial_fit(X[t : t + 1], y[t : t + 1], classes=[0, 1])
        assert_allclose(model.coef_[0], mean, rtol=1e-9, atol=1e-12)
        assert_allclose(variances(model)[:-1], variance, rtol=1e-9)


def test_the_intercept_is_the_weight_of_a_constant_feature():
    X, y = noisy()
    wide = np.column_stack([X, np.full(len(X), 3.0)])
    unit, wide_unit = ((Z**2).sum(axis=1).mean() for Z in (X, wide))
    params = {"hypothesis": "last", "order": "cyclic", "max_iter": 3}
    model = AROW(r=1 / unit, intercept_scaling=3.0, **params).fit(X, y)
    other = AROW(r=1 / wide_unit, fit_intercept=False, **params).fit(wide, y)
    assert_allclose(model.coef_[0], other.coef_[0, :-1], rtol=1e-10)
    assert_allclose(model.intercept_[0], 3 * other.coef_[0, -1], rtol=1e-10)


def test_variances_fall_and_stay_positive():
    X, y = noisy()
    model, before = AROW(r=0.01), np.ones(X.shape[1] + 1)
    for part in np.array_split(np.arange(len(y)), 12):
        now = variances(model.partial_fit(X[part], y[part]))
        assert (now > 0).all() and (now <= before).all()
        before = now


@pytest.mark.parametrize("hypothesis", ["last", "longest", "averaged"])
def test_batches_equal_one_pass(hypothesis):
    X, y = noisy()
    params = {"hypothesis": hypothesis, "intercept_scaling": 1.0}
    unit = (X[:40] ** 2).sum(axis=1).mean(), (X**2).sum(axis=1).mean()
    streamed = AROW(r=1 / unit[0], **params)
    for part in np.array_split(np.arange(len(y)), 3):
        streamed.partial_fit(X[part], y[part])
    whole = AROW(r=1 / unit[1], order="cyclic", max_iter=1, **params).fit(X, y)
    assert_allclose(streamed.coef_, whole.coef_, rtol=1e-12)
    assert_allclose(streamed.intercept_, whole.intercept_, rtol=1e-12)


def test_the_unit_of_the_rows_does_not_matter():
    X, y = noisy()
    model = AROW(max_iter=5, random_state=0)
    assert_array_equal(model.fit(X, y).predict(X), model.fit(64 * X, y).predict(64 * X))


def test_classes_together_share_their_variances():
    X, y = noisy()
    y = y + (X[:, 1] > 0)
    together = AROW(multi_class="joint", random_state=0).fit(X, y)
    memories = [record.memory for record in together._stream.records]
    assert len(memories) == 3
    assert all(np.array_equal(memory, memories[0]) for memory in memories)
    assert together.score(X, y) > 0.7


def test_votes_are_refused_by_name():
    X, y = noisy()
    with pytest.raises(ValueError, match="'voted' cannot be combined with AROW"):
        AROW(hypothesis="voted").fit(X, y)


def test_the_rule_can_be_asked_without_learning():
    """Random draws end when no row could change the weights: every row is asked."""
    X = np.array([[2.0, 0.0], [-2.0, 0.0]])
    model = AROW(r=1e-6, order="random", max_iter=10_000, hypothesis="last", random_state=0)
    assert model.fit(X, [1, 0]).stop_reason_ in ("separated", "max_iter")
    assert isinstance(model._rule(), _core.Arow)
