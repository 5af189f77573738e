"""Every rule x keeper x rows makes the updates the reference makes."""

import numpy as np
import pytest
from reference import INEXACT, RULES
from reference.groups import GROUPS as REFERENCE_GROUPS
from runs import ROWS, assert_same, outcome_of, plan_of, train_core, train_reference

from rosenblatt import _core
from rosenblatt.training.groups import group_of


def cases(rules):
    return [
        pytest.param(make, parameters, id=f"{name}-{k}")
        for name, (make, settings) in rules.items()
        for k, parameters in enumerate(settings)
    ]


CASES, ALL_CASES = cases(RULES), cases(RULES) + cases(INEXACT)


def rows_for_groups(*few):
    """A group is given scores, whatever the rows: only the first one meets all of them."""
    return [
        (group, rows)
        for group in REFERENCE_GROUPS
        for rows in ROWS
        if group == "joint" or rows in few
    ]


GROUP_ROWS = rows_for_groups("dense float64", "csr float32 int32")
# A group that chooses lanes may choose others where scores of single precision nearly tie.
GROUP_REAL_ROWS = rows_for_groups("dense float64", "csr float64 int32")
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
    plan = plan_of(X, codes, order=order, weights=weights_of(len(codes), weighted))
    ours = train_core(plan, [core_rule(make, parameters)], [1])
    truth = train_reference(plan, X, codes, make(**parameters), 1)
    assert_same(outcome_of(ours, plan, X, len(codes)), truth)


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("rows", [rows for rows in ROWS if rows.startswith("csr")])
@pytest.mark.parametrize(("make", "parameters"), CASES)
def test_sparse_flags_agree_with_reference(make, parameters, rows, order, noisy_data):
    """Where all stored values are 1 the core reads columns only."""
    flags, first = np.unique(noisy_data[0] > 0, axis=0, return_index=True)
    X, codes = ROWS[rows](flags), noisy_data[1][first]
    plan = plan_of(X, codes, order=order)
    ours = train_core(plan, [core_rule(make, parameters)], [1])
    truth = train_reference(plan, X, codes, make(**parameters), 1)
    assert_same(outcome_of(ours, plan, X, len(codes)), truth)


@pytest.mark.parametrize("weighted", [False, True], ids=["plain", "weighted"])
@pytest.mark.parametrize("rows", ROWS)
@pytest.mark.parametrize(("make", "parameters"), CASES)
def test_every_class_against_the_rest_agrees_with_reference(
    make, parameters, rows, weighted, noisy_data
):
    X, codes = ROWS[rows](noisy_data[0]), noisy_data[1]
    plan = plan_of(X, codes, order="shuffled", weights=weights_of(len(codes), weighted))
    ours = train_core(plan, [core_rule(make, parameters)] * 3, [0, 1, 2])
    for lane in range(3):
        truth = train_reference(plan, X, codes, make(**parameters), lane)
        assert_same(outcome_of(ours, plan, X, len(codes), number=lane), truth)


def together(group, plan, X, codes, make, parameters, **options):
    """Three classes learned as a group or as several, by the core and by the reference."""
    positives = group_of(group).positives(3)
    lanes = group_of(group).size(len(positives))
    rules = [core_rule(make, parameters)] * len(positives)
    ours = train_core(plan, rules, positives, group=group, **options)
    for number in range(len(positives) // lanes):
        theirs = positives[number * lanes : (number + 1) * lanes]
        truth = train_reference(
            plan, X, codes, make(**parameters), theirs, group=group, **options
        )  # fmt: skip
        yield (
            outcome_of(ours, plan, X, len(codes), number=number, lanes=lanes, group=group),
            truth,
        )


@pytest.mark.parametrize("weighted", [False, True], ids=["plain", "weighted"])
@pytest.mark.parametrize(("group", "rows"), GROUP_ROWS)
@pytest.mark.parametrize(("make", "parameters"), CASES)
def test_groups_agree_with_reference(group, make, parameters, rows, weighted, noisy_data):
    X, codes = ROWS[rows](noisy_data[0]), noisy_data[1]
    plan = plan_of(X, codes, order="shuffled", weights=weights_of(len(codes), weighted))
    for found, truth in together(group, plan, X, codes, make, parameters):
        assert_same(found, truth)


def real_data():
    rng = np.random.default_rng(11)
    X = rng.normal(size=(300, 13))
    return X, (X @ rng.normal(size=(13, 3)) + rng.normal(size=(300, 3))).argmax(axis=1)


def tolerance_of(rows):
    return 1e-4 if "float32" in rows else 1e-9


@pytest.mark.parametrize("order", ["cyclic", "shuffled", "content"])
@pytest.mark.parametrize("rows", ROWS)
@pytest.mark.parametrize(("make", "parameters"), ALL_CASES)
def test_one_pass_over_real_numbers_agrees_with_reference(make, parameters, rows, order):
    X, codes = real_data()
    X = ROWS[rows](X)
    weights = None if order == "content" else np.random.default_rng(0).uniform(0.5, 2, size=300)
    plan = plan_of(X, codes, order=order, weights=weights)
    ours = train_core(plan, [core_rule(make, parameters)] * 3, [0, 1, 2], passes=1)
    for lane in range(3):
        truth = train_reference(plan, X, codes, make(**parameters), lane, passes=1)
        found = outcome_of(ours, plan, X, 300, number=lane)
        assert_same(found, truth, exact=False, tolerance=tolerance_of(rows))


@pytest.mark.parametrize("rows", ["dense float64", "csr float64 int32"])
@pytest.mark.parametrize(("make", "parameters"), ALL_CASES)
def test_rows_of_zeros_without_an_intercept_agree_with_reference(make, parameters, rows):
    X, codes = real_data()
    X[::7] = 0
    X = ROWS[rows](X)
    plan = plan_of(X, codes, order="shuffled")
    ours = train_core(plan, [core_rule(make, parameters)], [1], passes=1, constant2=0.0)
    truth = train_reference(plan, X, codes, make(**parameters), 1, passes=1, constant2=0.0)
    assert_same(outcome_of(ours, plan, X, 300), truth, exact=False, tolerance=1e-9)


@pytest.mark.parametrize(("group", "rows"), GROUP_REAL_ROWS)
@pytest.mark.parametrize(("make", "parameters"), ALL_CASES)
def test_groups_over_real_numbers_agree_with_reference(group, make, parameters, rows):
    X, codes = real_data()
    X = ROWS[rows](X)
    plan = plan_of(X, codes, order="shuffled")
    for found, truth in together(group, plan, X, codes, make, parameters, passes=1):
        assert_same(found, truth, exact=False, tolerance=tolerance_of(rows))


@pytest.mark.parametrize("rows", ["dense float64", "csr float32 int32"])
def test_heavy_rows_are_visited_many_times_in_a_row(rows, noisy_data):
    X, codes = ROWS[rows](noisy_data[0]), noisy_data[1]
    weights = np.random.default_rng(1).integers(5, 40, size=len(codes)) + 0.5
    plan = plan_of(X, codes, order="content", weights=weights)
    assert plan.times.max() > 8
    assert np.isclose(plan.weights.sum(), weights.sum())
    ours = train_core(plan, [_core.Perceptron(tau=2.0)], [1], passes=3)
    truth = train_reference(plan, X, codes, RULES["perceptron"][0](tau=2.0), 1, passes=3)
    # The reference counts a pocket's errors by visit, the core by row.
    keepers = ("last", "longest", "averaged")
    assert_same(outcome_of(ours, plan, X, len(codes)), truth, keepers=keepers)
