"""BaggedRCDPerceptron: descents within the span of hyperplanes from bootstrap samples."""

import numpy as np
import pytest
from descents import noisy
from numpy.testing import assert_allclose, assert_array_equal
from scipy.sparse import csr_array
from sklearn.datasets import load_iris

from rosenblatt import BaggedRCDPerceptron, RCDPerceptron


def weights_of(model):
    return np.column_stack([model.coef_, model.intercept_])


def unit(line):
    return line / np.linalg.norm(line)


def test_a_single_member_can_only_be_stretched():
    X, y = noisy(200, 6, 1)
    few, many = (
        BaggedRCDPerceptron(n_restarts=1, max_iter=n, scale=None, random_state=0).fit(X, y)
        for n in (1, 50)
    )
    assert_allclose(unit(weights_of(few)), unit(weights_of(many)), atol=1e-9)


def test_models_of_three_members_lie_in_the_span_of_three_vectors():
    X, y = noisy(200, 6, 2)
    models = [
        BaggedRCDPerceptron(n_restarts=3, max_iter=n, scale=None, random_state=0).fit(X, y)
        for n in (2, 7, 13, 40)
    ]
    sizes = np.linalg.svd(np.vstack([unit(weights_of(m)) for m in models]), compute_uv=False)
    assert sizes[2] > 1e-6 > 1e-12 > sizes[3]


def test_the_training_error_never_rises():
    X, y = noisy(300, 8, 3)
    errors = BaggedRCDPerceptron(max_iter=60, random_state=0).fit(X, y).history_["error"]
    assert np.all(np.diff(errors) <= 0)
    assert errors[-1] < errors[0]


def test_bagging_does_not_fit_the_training_rows_as_closely_as_free_descent():
    X, y = noisy(300, 8, 4)
    bagged, free = BaggedRCDPerceptron(random_state=0), RCDPerceptron(random_state=0)
    assert bagged.fit(X, y).score(X, y) < free.fit(X, y).score(X, y)


def test_sparse_rows_give_the_model_of_dense_ones():
    X, y = noisy(150, 6, 5)
    X[np.abs(X) < 0.5] = 0.0
    made = BaggedRCDPerceptron(scale=None, random_state=0)
    dense = weights_of(made.fit(X, y))
    assert_allclose(weights_of(made.fit(csr_array(X), y)), dense, rtol=1e-6)


def test_threads_do_not_change_the_model():
    X, y = load_iris(return_X_y=True)
    one, four = (BaggedRCDPerceptron(n_jobs=n, random_state=0).fit(X, y) for n in (1, 4))
    assert_array_equal(weights_of(one), weights_of(four))


def test_three_classes_are_three_hyperplanes_against_the_rest():
    X, y = load_iris(return_X_y=True)
    model = BaggedRCDPerceptron(random_state=0).fit(X, y)
    assert model.coef_.shape == (3, 4)
    assert model.score(X, y) > 0.9


@pytest.mark.parametrize("init", ["zero", np.ones(6)])
def test_starts_that_are_the_same_for_every_sample_are_refused(init):
    X, y = noisy(50, 6, 6)
    with pytest.raises(ValueError, match="same for every bootstrap sample"):
        BaggedRCDPerceptron(init=init).fit(X, y)
