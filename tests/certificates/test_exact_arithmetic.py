"""Whole numbers: systems, Gordan's alternative, and floats without rounding."""

from fractions import Fraction

import numpy as np

from rosenblatt.certificates.exact_simplex import alternative
from rosenblatt.certificates.exact_system import null_vector
from rosenblatt.certificates.labelled_rows import labelled_rows
from rosenblatt.certificates.whole_numbers import as_floats, whole


def test_floats_are_whole_numbers_times_a_power_of_two():
    values = np.array([0.1, -3.0, 0.0, 5e-324, 1e300, 2.0**-1022])
    numbers, power = whole(values)
    assert [n * Fraction(2) ** power for n in numbers] == [Fraction(v) for v in values.tolist()]


def test_huge_whole_numbers_become_floats_below_one():
    assert as_floats([2**5000, -(2**4999)]).tolist() == [0.5, -0.25]


def test_the_null_vector_of_random_systems_is_exact():
    rng = np.random.default_rng(0)
    for size in (1, 2, 5, 20):
        for _ in range(5):
            numbers, _ = whole(rng.normal(size=(size, size + 1)))
            found = null_vector(numbers)
            assert any(found) and not np.any(numbers @ np.array(found, dtype=object))


def test_columns_that_are_not_dependent_in_one_way_have_no_null_vector():
    assert null_vector(np.eye(3, dtype=int).astype(object)) is None
    assert null_vector(np.zeros((2, 3), dtype=object)) is None


def test_exactly_one_of_gordans_alternatives_is_found():
    rng = np.random.default_rng(1)
    kinds = set()
    for _ in range(200):
        rows = rng.integers(-3, 4, size=(rng.integers(1, 9), rng.integers(1, 4))).astype(object)
        kind, values = alternative(rows)
        kinds.add(kind)
        values = np.array(values, dtype=object)
        if kind == "vector":
            assert (rows @ values > 0).all()
        else:
            assert (values >= 0).all() and values.any() and not np.any(values @ rows)
    assert kinds == {"vector", "weights"}


def test_too_large_a_table_is_declined():
    assert alternative(np.ones((2000, 100), dtype=object)) is None


def test_rows_on_the_hyperplane_are_wrong_however_small_the_numbers():
    """Scores of 0 and of 2^-1070: rounding settles neither."""
    X = np.array([[1.0, 1.0], [1.0 + 2.0**-52, 1.0], [1.0, 1.0 + 2.0**-52], [3.0, 2.0]])
    problem = labelled_rows(X, [0, 1, 0, 1])
    assert problem.wrong([1, -1, 0]).tolist() == [0]
    tiny = labelled_rows(np.array([[0.0], [5e-324]]), [0, 1])
    assert tiny.wrong([1, 0]).tolist() == [0]
