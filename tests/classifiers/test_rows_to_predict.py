"""Rows to predict are read by a door of their own: looked at, never scaled, copied or refused."""

import tracemalloc

import numpy as np
import pytest
import scipy.sparse as sp
from sklearn.datasets import make_blobs

from rosenblatt import AdaBoostPerceptron, BaggedPerceptron, Perceptron, RCDPerceptron
from rosenblatt.training.rows import require_readable

LEARNERS = [Perceptron(), RCDPerceptron(max_iter=20), BaggedPerceptron(n_estimators=3)]
LAYOUTS = {"C": np.ascontiguousarray, "Fortran": np.asfortranarray, "CSR": sp.csr_array}
EXTREMES = [("f4", 1e-37), ("f4", 1e-44), ("f4", 1e35), ("f8", 1e-310), ("f8", 1e305)]


def table(dtype, n_classes=2):
    X, y = make_blobs(60, 4, centers=n_classes, random_state=0)
    return (X / 10).astype(dtype), y


@pytest.mark.parametrize("n_classes", [2, 3])
@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize(("dtype", "factor"), EXTREMES)
@pytest.mark.parametrize("learner", LEARNERS, ids=lambda learner: type(learner).__name__)
def test_scores_of_tiny_and_huge_rows_are_the_product_with_the_weights(
    learner, dtype, factor, layout, n_classes
):
    X, y = table(dtype, n_classes)
    model = learner.set_params(random_state=0).fit(X, y)
    extreme = LAYOUTS[layout](X * X.dtype.type(factor))
    with np.errstate(over="ignore"):
        scores = model.decision_function(extreme)
        expected = np.asarray(extreme @ model.coef_.T) + model.intercept_
    np.testing.assert_array_equal(scores, expected.ravel() if n_classes == 2 else expected)


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize(("dtype", "factor"), EXTREMES)
def test_a_vote_is_taken_on_tiny_and_huge_rows(dtype, factor, layout):
    X, y = table(dtype)
    extreme = LAYOUTS[layout](X * X.dtype.type(factor))
    with np.errstate(over="ignore"):
        for model in (Perceptron(hypothesis="voted"), AdaBoostPerceptron(n_estimators=3)):
            assert model.set_params(random_state=0).fit(X, y).predict(extreme).shape == y.shape


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("factor", [1.0, 1e-310, 1e307])
def test_reading_rows_copies_nothing(factor, layout):
    X = LAYOUTS[layout](np.random.default_rng(0).uniform(1, 2, size=(2000, 50)) * factor)
    size = 8 * 2000 * 50
    tracemalloc.start()
    require_readable(X)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < size / 3  # at most a flag for each value, where their sum overflows


@pytest.mark.parametrize("layout", ["C", "Fortran"])
@pytest.mark.parametrize("dtype", ["f4", "f8"])
@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf])
def test_the_first_value_that_is_not_finite_is_named_in_every_layout(value, dtype, layout):
    X, y = table(dtype)
    model = Perceptron().fit(X, y)
    X[7, 1] = X[9, 0] = value
    X[20:, 2] = np.finfo(dtype).max  # the sum overflows too
    with pytest.raises(ValueError, match="row 7, column 1"):
        model.predict(LAYOUTS[layout](X))
