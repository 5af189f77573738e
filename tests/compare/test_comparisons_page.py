"""What docs/comparisons.md shows is what was measured."""

from benchmarks import unseen
from benchmarks.stored import measured
from benchmarks.unseen_tables import SHAPES, made


def stored():
    return measured(unseen.RESULTS)


def test_nine_of_ten_errors_on_new_rows_are_where_they_were_expected():
    found = stored()
    assert set(found) == {shape.name for shape in SHAPES}
    assert sum(map(unseen.inside, found.values())) >= 9


def test_the_budget_held_and_no_learner_was_left_out_that_had_the_time():
    for case in stored().values():
        assert unseen.in_time(case)
        assert unseen.would_fit(case) == []


def test_a_shape_is_the_same_table_every_time():
    shape = next(shape for shape in SHAPES if shape.name == "30 rows")
    (one, _), (again, _) = made(shape), made(shape)
    assert all((one.columns[name] == again.columns[name]).all() for name in one.columns)
