"""Every rule x keeper x rows makes the updates the slow truth makes."""

import numpy as np
import pytest
from reference import RULES
from runs import ROWS, assert_same, outcome_of, problem_of, train_core, train_reference

from rosenblatt import _core

CASES = [
    pytest.param(make, parameters, id=f"{name}-{k}")
    for name, (make, settings) in RULES.items()
    for k, parameters in enumerate(settings)
]
ORDERS = ("cyclic", "shuffled", "random", "content")


def core_rule(make, parameters):
    return getattr(_core, make.__name__)(**parameters)


def weights_of(n, weighted):
    """Quarters are exact in both precisions; some rows weigh nothing."""
    return np.random.default_rng(3).integers(0, 9, size=n) / 4 if weighted else None


@pytest.mark.parametrize("weighted", [False, True], ids=["plain", "weighted"])
@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("rows", ROWS)
@pytest.mark.parametrize(("make", "parameters"), CASES)
def test_core_agrees_with_reference(make, parameters, rows, order, weighted, noisy_data):
    X, codes = ROWS[rows](noisy_data[0]), noisy_data[1]
    problem = problem_of(X, codes, order=order, weights=weights_of(len(codes), weighted))
    ours = train_core(problem, [core_rule(make, parameters)], [1])
    truth = train_reference(problem, X, codes, make(**parameters), 1)
    assert_same(outcome_of(ours, problem, X, len(codes)), truth)


@pytest.mark.parametrize("weighted", [False, True], ids=["plain", "weighted"])
@pytest.mark.parametrize("rows", ROWS)
@pytest.mark.parametrize(("make", "parameters"), CASES)
def test_every_class_against_the_rest_agrees_with_reference(
    make, parameters, rows, weighted, noisy_data
):
    X, codes = ROWS[rows](noisy_data[0]), noisy_data[1]
    problem = problem_of(X, codes, order="shuffled", weights=weights_of(len(codes), weighted))
    ours = train_core(problem, [core_rule(make, parameters)] * 3, [0, 1, 2])
    for lane in range(3):
        truth = train_reference(problem, X, codes, make(**parameters), lane)
        assert_same(outcome_of(ours, problem, X, len(codes), group=lane), truth)


@pytest.mark.parametrize("weighted", [False, True], ids=["plain", "weighted"])
@pytest.mark.parametrize("rows", ROWS)
@pytest.mark.parametrize(("make", "parameters"), CASES)
def test_joint_classes_agree_with_reference(make, parameters, rows, weighted, noisy_data):
    X, codes = ROWS[rows](noisy_data[0]), noisy_data[1]
    problem = problem_of(X, codes, order="shuffled", weights=weights_of(len(codes), weighted))
    ours = train_core(problem, [core_rule(make, parameters)] * 3, [0, 1, 2], joint=True)
    truth = train_reference(problem, X, codes, make(**parameters), None, n_classes=3)
    assert_same(outcome_of(ours, problem, X, len(codes), lanes=3), truth)


@pytest.mark.parametrize(("rows", "tolerance"), [
    ("dense float64", 1e-9), ("csr float64 int32", 1e-9), ("csr float64 int64", 1e-9),
    ("dense float32", 1e-4), ("csr float32 int32", 1e-4),
])  # fmt: skip
@pytest.mark.parametrize(("make", "parameters"), CASES)
def test_one_pass_over_real_numbers_agrees_with_reference(make, parameters, rows, tolerance):
    rng = np.random.default_rng(11)
    X = rng.normal(size=(300, 13))
    codes = (X @ rng.normal(size=13) + rng.normal(size=300) > 0).astype(int)
    X = ROWS[rows](X)
    problem = problem_of(X, codes, order="shuffled", weights=rng.uniform(0.5, 2, size=300))
    ours = train_core(problem, [core_rule(make, parameters)], [1], passes=1)
    truth = train_reference(problem, X, codes, make(**parameters), 1, passes=1)
    assert_same(outcome_of(ours, problem, X, 300), truth, exact=False, tolerance=tolerance)


@pytest.mark.parametrize("rows", ["dense float64", "csr float32 int32"])
def test_heavy_rows_are_visited_many_times_in_a_row(rows, noisy_data):
    X, codes = ROWS[rows](noisy_data[0]), noisy_data[1]
    weights = np.random.default_rng(1).integers(5, 40, size=len(codes)) + 0.5
    problem = problem_of(X, codes, order="content", weights=weights)
    assert problem.times.max() > 8
    assert np.isclose(problem.weights.sum(), weights.sum())
    ours = train_core(problem, [_core.Perceptron(tau=2.0)], [1], passes=3)
    truth = train_reference(problem, X, codes, RULES["perceptron"][0](tau=2.0), 1, passes=3)
    # The slow truth counts a pocket's errors by visit, the core by row.
    keepers = ("last", "longest", "averaged")
    assert_same(outcome_of(ours, problem, X, len(codes)), truth, keepers=keepers)
