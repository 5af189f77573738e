"""Which learners are tested against the best."""

from rosenblatt.compare.comparison import Entry
from rosenblatt.compare.entries import differences_to_best


def entry(name, *errors, rows=None):
    mean = sum(errors) / len(errors)
    return Entry(name, name, True, errors=list(errors), mean=mean, subsample=rows)


def names_tested(*entries):
    return [test["b"] for test in differences_to_best(list(entries), 0.1)]


def test_learners_with_as_many_rows_as_the_best_are_tested():
    best = entry("best", 0.1, 0.11, rows=500)
    assert names_tested(best, entry("same", 0.2, 0.3, rows=500), entry("all", 0.3, 0.3)) == [
        "same",
        "all",
    ]


def test_learners_with_fewer_rows_than_the_best_are_not_tested():
    assert names_tested(entry("best", 0.1, 0.11), entry("part", 0.4, 0.5, rows=500)) == []
