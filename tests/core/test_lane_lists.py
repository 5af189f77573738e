"""The lists that describe lanes must be of one length: the core would read beyond the shorter."""

import numpy as np
import pytest
from runs import fresh, plan_of

from rosenblatt import _core


@pytest.mark.parametrize(("positives", "starts"), [([1], 2), ([1, 1], 1), ([1, 1, 1], 2)])
def test_lists_of_different_lengths_are_refused(positives, starts):
    plan = plan_of(np.eye(4), [0, 1, 0, 1])
    rules = [_core.Perceptron(), _core.Perceptron()]
    start = [fresh() for _ in range(starts)]
    with pytest.raises(ValueError, match="for each rule"):
        _core.train(plan, rules, positives, start, [], _core.Single())


def test_lanes_that_make_no_whole_groups_are_refused():
    plan = plan_of(np.eye(4), [0, 1, 2, 1])
    rules, start = [_core.Perceptron()] * 3, [fresh() for _ in range(3)]
    with pytest.raises(ValueError, match="whole groups"):
        _core.train(plan, rules, [0, 1, 2], start, [], _core.Joint(), group_lanes=2)
