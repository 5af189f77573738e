"""The learners that are compared."""

import numpy as np
import pytest
from scipy.sparse import csr_array

from rosenblatt.compare import LEARNERS

X = np.eye(6)


def constants(learner, rows):
    """The settings of the constant feature, of the learner or of one inside it."""
    params = learner.make(0, rows).get_params()
    return [value for key, value in params.items() if key.endswith("intercept_scaling")]


def online(learner):
    return "auto" in constants(learner, X)


@pytest.mark.parametrize(
    "learner", [e for e in LEARNERS if online(e)], ids=lambda learner: learner.name
)
def test_the_constant_feature_of_sparse_rows_is_like_any_column(learner):
    assert constants(learner, csr_array(X)) == [1.0]


def test_most_of_our_learners_have_a_constant_feature():
    assert {"averaged", "margin", "pocket", "bagged"} <= {e.name for e in LEARNERS if online(e)}
