"""Tables of paired comparisons count what they say."""

from benchmarks.paired import errors_of, report


def rows(*cells):
    return [
        dict(zip(("set", "split", "learner", "test", "train"), cell, strict=True)) for cell in cells
    ]


RESULTS = rows(
    ("a", "0", "ours", "10", "1"),
    ("a", "0", "averaged", "11", "2"),
    ("a", "0", "soft SVM", "8", "3"),
    ("a", "1", "ours", "12", "1"),
    ("a", "1", "averaged", "15", "0"),
    ("a", "1", "soft SVM", "10", "4"),
    ("a", "2", "ours", "50", "50"),
)
LEARNERS = ["ours", "averaged", "soft SVM"]


def test_a_split_that_someone_missed_is_left_out():
    assert errors_of(RESULTS, "test", ["a"], LEARNERS)["a", "ours"].tolist() == [10, 12]


def test_differences_are_paired():
    assert "| averaged | -2.00 ± 1.00 | -2.00 ± 1.00 |" in report(RESULTS, ["a"], LEARNERS)


def test_a_difference_of_more_than_two_standard_errors_is_counted_against_us():
    last = report(RESULTS, ["a"], LEARNERS).splitlines()[-1]
    assert "lower or within two standard errors on 0 of 1 sets" in last
    assert "training error lower on 1." in last
