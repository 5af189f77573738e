"""What docs/comparisons.md shows is what was measured."""

import pytest

from benchmarks import fresh_tables, unseen
from benchmarks.stored import measured
from benchmarks.unseen_tables import SHAPES, made

TEN = pytest.mark.parametrize(
    ("results", "shapes"), [(unseen.RESULTS, SHAPES), (unseen.FRESH, fresh_tables.SHAPES)]
)


@TEN
def test_nine_of_ten_errors_on_new_rows_are_where_they_were_expected(results, shapes):
    found = measured(results)
    assert set(found) == {shape.name for shape in shapes}
    assert sum(map(unseen.inside, found.values())) >= 9


@TEN
def test_the_budget_held_and_no_learner_was_left_out_that_had_the_time(results, shapes):
    for case in measured(results).values():
        assert unseen.in_time(case)
        assert unseen.would_fit(case) == []


def test_a_shape_is_the_same_table_every_time():
    shape = next(shape for shape in SHAPES if shape.name == "30 rows")
    (one, _), (again, _) = made(shape), made(shape)
    assert all((one.columns[name] == again.columns[name]).all() for name in one.columns)
