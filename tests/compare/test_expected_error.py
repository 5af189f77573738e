"""What error to expect of the model that is kept."""

import numpy as np
import pytest

from rosenblatt.compare import compare
from rosenblatt.judgement import error_interval
from rosenblatt.tables import Table


def test_a_single_split_has_the_exact_interval():
    low, high = error_interval([np.arange(30) < 0], [range(30)], 0.8)
    assert (low, high) == (0.0, pytest.approx(1 - 0.025 ** (1 / 30)))


def test_the_interval_is_wider_if_the_learner_is_the_best_of_many():
    wrong = [np.arange(200) % 10 == 0]
    one, best = (error_interval(wrong, [range(200)], 0.8, learners=n) for n in (1, 15))
    assert best[0] < one[0] < 0.1 < one[1] < best[1]


def test_the_interval_is_wider_if_splits_differ():
    rows = [range(200 * k, 200 * (k + 1)) for k in range(10)]
    alike = [np.arange(200) < 40 for _ in rows]
    unlike = [np.arange(200) < (20, 60)[k % 2] for k in range(10)]
    narrow, wide = (error_interval(wrong, rows, 0.9) for wrong in (alike, unlike))
    assert wide[0] < narrow[0] and narrow[1] < wide[1]


def test_repeats_test_the_same_rows_and_do_not_shrink_the_interval_by_their_number():
    wrong = np.arange(100) < 10
    once = error_interval([wrong[:50], wrong[50:]], [range(50), range(50, 100)], 0.5)
    many = error_interval([wrong[:50], wrong[50:]] * 5, [range(50), range(50, 100)] * 5, 0.5)
    assert many[1] - many[0] > 0.6 * (once[1] - once[0])


@pytest.mark.parametrize("seed", range(6))
def test_errors_on_new_rows_are_where_they_were_expected(seed):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(6000, 6))
    y = (X[:, 0] + X[:, 1] + rng.normal(size=6000) > 0).astype(int)
    found = compare(
        Table.from_arrays("part", X[:150], y[:150]),
        learners=["averaged", "margin", "svm", "rcd"], folds=5, repeats=1, random_state=seed,
    )  # fmt: skip
    rest = Table.from_arrays("rest", X[150:], y[150:])
    low, high = found.expected_error
    assert low <= np.mean(found.model.predict(rest) != rest.target) <= high
    assert any("expect an error between" in sentence for sentence in found.summary)
