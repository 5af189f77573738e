"""The learners that are compared."""

import numpy as np
import pytest
from scipy.sparse import csr_array

from rosenblatt.compare import LEARNERS

X = np.eye(6)


def parameters(learner, rows):
    return repr(learner.make(0, rows))


@pytest.mark.parametrize("learner", LEARNERS, ids=lambda learner: learner.name)
def test_dense_and_sparse_rows_are_learned_with_the_same_settings(learner):
    assert parameters(learner, X) == parameters(learner, csr_array(X))
