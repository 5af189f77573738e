"""The steps that code a table, each on a table small enough to check by eye."""

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from rosenblatt.datasets import coding
from rosenblatt.datasets.coding import Coding
from rosenblatt.datasets.raw_table import RawTable


@pytest.fixture
def table():
    columns = {
        "size": np.array([1.0, np.nan, 3.0, 5.0]),
        "colour": np.array(["red", "", "blue", "red"]),
        "code": np.array(["10.0", "9.0", "9.0", "10.0"]),
        "flag": np.array(["0", "1", "1", "0"]),
    }
    return RawTable(columns, np.array(["a", "b", "a", "b"]), n_train=3)


def coded(table, *steps):
    for step in steps:
        table = step.apply(table)
    return table


def test_a_nominal_column_becomes_one_column_per_value_in_order(table):
    columns = coded(table, coding.INDICATORS).columns
    assert list(columns)[1:5] == ["colour=blue", "colour=red", "code=9", "code=10"]
    assert_array_equal(columns["colour=red"], [1, 0, 0, 1])


def test_a_missing_nominal_value_is_all_zeros(table):
    columns = coded(table, coding.INDICATORS).columns
    assert columns["colour=blue"][1] == columns["colour=red"][1] == 0


def test_columns_of_zeros_and_ones_stay_single(table):
    columns = coded(table, coding.ZERO_ONE, coding.INDICATORS).columns
    assert "flag=0" not in columns
    assert_array_equal(columns["flag"], [0, 1, 1, 0])


def test_codes_can_be_taken_as_numbers(table):
    table = coded(table, coding.only("code"), coding.NUMBERS)
    assert_array_equal(table.columns["code"], [10, 9, 9, 10])


def test_complete_rows_have_no_missing_value_of_either_kind(table):
    kept = coded(table, coding.COMPLETE_ROWS)
    assert_array_equal(kept.columns["size"], [1, 3, 5])
    assert_array_equal(kept.target, ["a", "a", "b"])


def test_dropping_rows_moves_the_border_between_the_parts(table):
    assert coded(table, coding.COMPLETE_ROWS).n_train == 2


def test_the_training_part_is_the_rows_before_the_border(table):
    assert_array_equal(coded(table, coding.TRAINING_PART).target, ["a", "b", "a"])


def test_joined_parts_have_no_border(table):
    assert coded(table, coding.JOINED_PARTS).n_train == 4


def test_votes_are_one_minus_one_and_zero():
    votes = RawTable({"bill": np.array(["y", "n", ""])}, np.array(["a", "b", "a"]), 3)
    assert_array_equal(coded(votes, coding.YES_NO).columns["bill"], [1, -1, 0])


def test_missing_numbers_can_be_zero(table):
    assert_array_equal(coded(table, coding.MISSING_AS_ZERO).columns["size"], [1, 0, 3, 5])


def test_columns_are_scaled_to_the_unit_interval(table):
    assert_array_equal(coded(table, coding.UNIT_RANGE).columns["size"], [0, np.nan, 0.5, 1])


def test_a_constant_column_is_scaled_to_zero():
    constant = RawTable({"x": np.full(3, 7.0)}, np.array(["a", "b", "a"]), 3)
    assert_array_equal(coded(constant, coding.UNIT_RANGE).columns["x"], [0, 0, 0])


def test_a_column_can_be_left_out(table):
    assert list(coded(table, coding.without("colour")).columns) == ["size", "code", "flag"]


def test_only_steps_that_changed_something_are_described(table):
    steps = (coding.only("size"), coding.INDICATORS, coding.MISSING_AS_ZERO, coding.JOINED_PARTS)
    done = Coding(steps).apply(table)[1]
    assert done == [steps[0].description, steps[2].description, steps[3].description]


def test_a_column_left_nominal_is_refused_by_name(table):
    with pytest.raises(TypeError, match="colour"):
        table.matrix()
