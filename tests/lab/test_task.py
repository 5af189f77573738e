"""Keys of tasks: the same work, the same key."""

import pytest

from rosenblatt.lab import Task


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
