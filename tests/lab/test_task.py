"""Keys of tasks: the same work, the same key."""

import pytest

from rosenblatt.lab import Task
from rosenblatt.lab.outcome import perform


def test_the_key_does_not_depend_on_the_order_of_arguments():
    assert Task("m:f", {"a": 1, "b": {"c": 2, "d": 3}}).key == (
        Task("m:f", {"b": {"d": 3, "c": 2}, "a": 1}).key
    )


@pytest.mark.parametrize(
    "other",
    [Task("m:g", {"a": 1}), Task("m:f", {"a": 2}), Task("m:f", {"a": 1}, 2), Task("m:f", {"b": 1})],
)
def test_other_work_has_another_key(other):
    assert other.key != Task("m:f", {"a": 1}).key


def test_arguments_that_json_cannot_write_are_refused():
    with pytest.raises(ValueError, match="cannot be written as JSON"):
        _ = Task("m:f", {"a": {1, 2}}).key


def test_not_a_number_is_refused():
    with pytest.raises(ValueError, match="finite numbers"):
        _ = Task("m:f", {"a": float("nan")}).key


def test_a_function_that_is_not_there_fails_with_its_name():
    assert "lab_work:absent" in perform(Task("lab_work:absent")).error


def test_a_function_that_returns_no_rows_fails():
    assert "builtins:int returned int" in perform(Task("builtins:int")).error


def test_numbers_of_numpy_become_those_of_python():
    [row] = perform(Task("lab_work:counts", {"numbers": [1, 2, 4]})).rows
    assert row == {"mean": 7 / 3, "most": 4}
    assert {type(value) for value in row.values()} == {float, int}
