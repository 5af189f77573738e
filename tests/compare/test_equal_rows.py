"""Equal rows are not in the training and the test part unawares."""

import numpy as np
import pytest

from rosenblatt.compare import compare
from rosenblatt.compare.classification_task import make_task
from rosenblatt.tables import Table

RNG = np.random.default_rng(3)
X = RNG.normal(size=(80, 5))
Y = RNG.integers(0, 2, 80)
TWICE = Table.from_arrays("twice", np.vstack([X, X[:60]]), np.concatenate([Y, Y[:60]]))


def n_shared(table: Table, folds: int, duplicates: str) -> int:
    """Test rows of one repeat that are in their own training part, too."""
    task = make_task(table, duplicates)
    rows = np.column_stack(list(table.columns.values()))
    found = 0
    for split in task.splits(folds, 0, seed=0):
        known = {row.tobytes() for row in rows[split.train]}
        found += sum(row.tobytes() in known for row in rows[split.test])
    return found


@pytest.mark.parametrize("folds", [1, 3, 10])
def test_equal_rows_stay_in_one_part(folds):
    assert n_shared(TWICE, folds, "auto") == 0
    assert n_shared(TWICE, folds, "apart") > 0


def test_every_row_is_tested_once_where_equal_ones_stay_together():
    splits = make_task(TWICE).splits(5, 0, seed=0)
    tested = np.concatenate([split.test for split in splits])
    assert sorted(tested.tolist()) == list(range(TWICE.n_rows))


def test_rows_that_mostly_repeat_are_kept_together_on_demand_only():
    few = Table.from_arrays("few", np.arange(12.0).repeat(10)[:, None], np.arange(120) % 2)
    assert n_shared(few, 3, "auto") > 0
    assert n_shared(few, 3, "together") == 0


def test_copied_rows_with_random_labels_do_not_look_learnable():
    options = {"learners": ["kernel"], "folds": 5, "repeats": 2}
    together = compare(TWICE, **options).entry("kernel").mean
    apart = compare(TWICE, duplicates="apart", **options).entry("kernel").mean
    assert apart < 0.4 < together


def test_the_comparison_has_the_findings_as_plain_data():
    (found,) = compare(TWICE, learners=["averaged"], folds=3, repeats=1).to_dict()["findings"]
    assert found["kind"] == "equal rows"
    assert found["undo"] == "To split them like other rows: --duplicates apart."


def test_a_quantity_is_refused_with_its_name_and_what_to_type():
    ages = RNG.integers(17, 90, 400)
    table = Table("people", {"x": RNG.normal(size=400)}, ages, 400, target_name="age")
    with pytest.raises(ValueError, match=r"people: The target 'age' has .* --as age=halves"):
        compare(table)


def test_a_target_of_keys_is_refused_by_name():
    table = Table.from_arrays("keys", X, [f"k{k}" for k in range(80)])
    with pytest.raises(ValueError, match="the target 'target' of keys has 80 different values"):
        compare(table)
