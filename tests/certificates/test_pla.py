"""The lecture's algorithm, literally."""

import numpy as np
import pytest

from rosenblatt import pla


def test_a_first_negative_row_is_no_mistake():
    """sgn(0) = -1: from zero only positive rows are wrong."""
    trace = pla([[1.0], [5.0]], [0, 1])
    assert trace.updates[0].row == 1 and trace.updates[0].label == 1


def test_each_update_adds_the_row_with_a_one_in_front():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(40, 3))
    y = (X[:, 0] + 0.2 > 0).astype(int)
    trace = pla(X, y)
    assert trace.separated and trace.n_passes == trace.updates[-1].n_pass + 1
    theta = np.zeros(4)
    for update in trace.updates:
        x = np.append(1.0, X[update.row])
        assert update.label == (1 if y[update.row] else -1)
        assert (theta @ x > 0) != (update.label > 0)
        np.testing.assert_array_equal(update.before, theta)
        theta = theta + update.label * x
        np.testing.assert_array_equal(update.after, theta)
    np.testing.assert_array_equal(trace.theta, theta)
    assert ((X @ trace.coef + trace.intercept > 0) == (y == 1)).all()


def test_rows_that_are_not_separable_end_with_the_passes():
    """Both rows are wrong on every visit, but for the negative one on the very first."""
    trace = pla([[0.0], [0.0]], [0, 1], max_passes=7)
    assert not trace.separated and trace.n_passes == 7
    assert repr(trace) == "PlaTrace(13 updates in 7 passes, not separated)"


def test_a_separating_start_is_left_alone():
    trace = pla([[-1.0], [1.0]], [0, 1], start=[0.0, 3.0])
    assert trace.updates == () and trace.theta.tolist() == [0.0, 3.0]


def test_a_start_without_intercept_is_refused():
    with pytest.raises(ValueError, match=r"start has the shape \(1,\)"):
        pla([[-1.0], [1.0]], [0, 1], start=[3.0])
