"""The two readings of the lambda trick."""

from itertools import repeat

import numpy as np
import pytest
import reference
from numpy.testing import assert_allclose, assert_array_equal

from rosenblatt import Perceptron


@pytest.fixture(scope="module")
def noisy():
    rng = np.random.default_rng(3)
    X = rng.normal(size=(80, 3)) + 1
    return X, np.where(X.sum(axis=1) + rng.normal(size=80) > 3, 1, -1)


def learner(**params):
    return Perceptron(hypothesis="last", order="cyclic", max_iter=7, **params)


def same(first, second):
    assert_array_equal(first.coef_, second.coef_)
    assert_array_equal(first.intercept_, second.intercept_)


@pytest.mark.parametrize("constant", [0.0, 2.0])
def test_a_learned_row_counts_as_larger_by_lam_times_what_one_step_adds_to_its_margin(
    noisy, constant
):
    X, y = noisy
    rule = reference.Perceptron(lam=0.75, eta0=0.5, lam_of_step=True)
    passes = repeat(range(len(X)))
    wanted = reference.train(X, y, passes, rule, constant2=constant**2, max_iter=7)
    form = {"fit_intercept": constant > 0, "intercept_scaling": constant or 1.0}
    model = learner(lam=0.75, lam_form="step", eta0=0.5, **form).fit(X, y)
    weights, bias = wanted.last
    assert_allclose(model.coef_[0], weights, rtol=1e-12)
    assert_allclose(model.intercept_[0], bias, rtol=1e-12, atol=1e-12)


def test_without_an_intercept_a_step_of_length_one_adds_the_squared_norm(noisy):
    found = [learner(lam=0.5, lam_form=form, fit_intercept=False) for form in ("row", "step")]
    same(*(model.fit(*noisy) for model in found))


def test_in_steps_the_trick_does_not_depend_on_the_length_of_a_step(noisy):
    whole, half = (learner(lam=0.5, lam_form="step", eta0=eta0).fit(*noisy) for eta0 in (1, 0.5))
    assert_array_equal(whole.coef_, 2 * half.coef_)
    assert_array_equal(whole.mistakes_, half.mistakes_)


def test_as_printed_it_does(noisy):
    whole, half = (learner(lam=0.5, eta0=eta0).fit(*noisy) for eta0 in (1, 0.5))
    assert (whole.mistakes_ != half.mistakes_).any()
