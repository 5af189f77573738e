"""The learners that are compared."""

import numpy as np
import pytest
from scipy.sparse import csr_array

from rosenblatt.compare import LEARNERS, compare
from rosenblatt.datasets import make_flat_ellipsoid
from rosenblatt.tables import Table

X = np.eye(6)


def parameters(learner, rows):
    return repr(learner.make(0, rows))


@pytest.mark.parametrize("learner", LEARNERS, ids=lambda learner: learner.name)
def test_dense_and_sparse_rows_are_learned_with_the_same_settings(learner):
    assert parameters(learner, X) == parameters(learner, csr_array(X))


def test_second_order_learners_are_among_the_default_ones():
    assert {"arow", "second_order"} <= {learner.name for learner in LEARNERS if learner.default}


@pytest.mark.parametrize(("width", "covariance"), [(500, "full"), (501, "diagonal")])
def test_the_second_order_perceptron_keeps_no_matrix_of_many_features(width, covariance):
    [learner] = [learner for learner in LEARNERS if learner.name == "second_order"]
    assert learner.make(0, np.zeros((2, width))).covariance == covariance


@pytest.mark.parametrize("name", ["arow", "scw", "second_order", "whitened"])
def test_second_order_learners_are_compared(name):
    table = Table.from_arrays("flat", *make_flat_ellipsoid(200, 5, random_state=0))
    found = compare(table, learners=[name], folds=3, repeats=1)
    assert found.entry(name).mean < 0.1
    assert found.weights is not None
