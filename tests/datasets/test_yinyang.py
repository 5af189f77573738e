"""The yin-yang figure against its definition, point by point."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.stats import kstest

from rosenblatt.datasets import make_yinyang


def slow_class(x, y, R):
    """Return the class of one point as the definition words it."""
    p, q = ((x - R / 2) ** 2 + y**2) ** 0.5, ((x + R / 2) ** 2 + y**2) ** 0.5
    r = 0.18 * R
    if p <= r:
        return 1
    if r < q <= R / 2:
        return 1
    if y > 0 and p > R / 2 and q > R / 2:
        return 1
    return -1


@pytest.mark.parametrize("radius", [1.0, 3.0])
def test_every_point_has_the_class_of_the_definition(radius):
    X, y = make_yinyang(5000, radius=radius, random_state=0)
    assert [slow_class(*point, radius) for point in X] == y.tolist()


def test_each_eye_belongs_to_the_other_class_than_its_head():
    X, y = make_yinyang(20_000, random_state=0)
    for centre, eye_class in [(0.5, 1), (-0.5, -1)]:
        distance = np.hypot(X[:, 0] - centre, X[:, 1])
        assert set(y[distance < 0.18]) == {eye_class}
        assert set(y[(distance > 0.19) & (distance < 0.5)]) == {-eye_class}


def test_points_are_uniform_in_the_disc():
    X, _ = make_yinyang(5000, random_state=0)
    squared = (X**2).sum(axis=1) / 1.1**2
    angle = np.arctan2(X[:, 1], X[:, 0]) / (2 * np.pi) + 0.5
    assert kstest(squared, "uniform").pvalue > 0.001
    assert kstest(angle, "uniform").pvalue > 0.001


def test_the_radius_scales_the_figure():
    small, large = (make_yinyang(100, radius=r, random_state=0) for r in (1.0, 5.0))
    assert_allclose(large[0], 5 * small[0])
    assert (large[1] == small[1]).all()


def test_a_figure_without_size_is_refused():
    with pytest.raises(ValueError, match="radius"):
        make_yinyang(10, radius=0.0)
