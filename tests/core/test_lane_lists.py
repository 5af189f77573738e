"""The lists that describe lanes must be of one length: the core would read beyond the shorter."""

import numpy as np
import pytest
from runs import fresh, problem_of

from rosenblatt import _core


@pytest.mark.parametrize(("positives", "starts"), [([1], 2), ([1, 1], 1), ([1, 1, 1], 2)])
def test_lists_of_different_lengths_are_refused(positives, starts):
    problem = problem_of(np.eye(4), [0, 1, 0, 1])
    rules = [_core.Perceptron(), _core.Perceptron()]
    with pytest.raises(ValueError, match="for each rule"):
        _core.train(problem, rules, positives, [], [fresh() for _ in range(starts)], 1.0)
