"""The second-order perceptron's table, figures and bounds as data."""

from inspect import signature

import numpy as np
import pytest

from rosenblatt.datasets import make_flat_ellipsoid
from rosenblatt.lab.task import find
from rosenblatt.reproduce import paper
from rosenblatt.reproduce.sop.bounds import first_order_bound, second_order_bound
from rosenblatt.reproduce.sop.passes import learners, mistaken, one_pass, to_convergence
from rosenblatt.reproduce.sop.settings import CONVERGING, INFERRED, SEEDS_PER_TASK, label

PARTS = (*paper("sop").tables, *paper("sop").figures)


def table(number):
    [found] = [t for t in paper("sop").tables if t.number == number]
    return found


def test_every_task_names_a_function_that_takes_its_arguments():
    for part in PARTS:
        for task in part.tasks(1, False):
            assert signature(find(task.function)).bind(**task.arguments)


def test_the_inferred_setting_is_drawn_twenty_times():
    tasks = table("1").tasks(None, False)
    assert {task.arguments["n_samples"] for task in tasks} == {2883}
    assert sum(task.arguments["last"] - task.arguments["first"] for task in tasks) == 20
    assert len(tasks) == 20 // SEEDS_PER_TASK


@pytest.mark.parametrize("part", PARTS, ids=lambda part: part.number)
def test_a_quick_run_has_few_tasks_that_are_among_those_of_a_long_one_or_shorter(part):
    assert len(part.tasks(None, True)) <= len(part.tasks(None, False))


def test_seeds_in_several_tasks_give_the_same_rows_as_in_one():
    assert one_pass(60, 3, 10, 0, 3) == one_pass(60, 3, 10, 0, 1) + one_pass(60, 3, 10, 1, 3)


def printed(first, second):
    names = ("standard perceptron", "second-order perceptron")
    return [
        INFERRED | {"algorithm": name, "mistakes": percent}
        for name, percent in zip(names, (first, second), strict=True)
    ]


@pytest.mark.parametrize(
    ("first", "second", "verdicts"),
    [(35.0, 12.5, ["inside", "inside"]), (38.0, 14.0, ["outside", "outside"])],
)
def test_table_1_judges_the_two_printed_numbers(first, second, verdicts):
    lines = table("1").table(printed(first, second))
    assert [line.verdict for line in lines] == [*verdicts, "missing", "missing"]
    assert [line.paper for line in lines] == [35.81, 11.99, None, None]


def test_tables_without_rows_are_missing():
    for part in paper("sop").tables:
        assert {line.verdict for line in part.table([])} == {"missing"}


def test_a_perceptron_that_does_not_converge_counts_as_more_mistakes():
    rows = [
        CONVERGING[0] | {"seed": seed, "algorithm": name, "mistakes": count}
        for seed, pair in enumerate([(-1, 3), (5, 2), (2, 5), (4, -1)])
        for name, count in zip(
            ("standard perceptron", "second-order perceptron"), pair, strict=True
        )
    ]
    [line, *_] = table("1-convergence").table(rows)
    assert (line.labels["setting"], line.ours) == (label(CONVERGING[0]), 50.0)


def test_convergence_means_that_no_row_is_a_mistake():
    rows = to_convergence(40, 3, 20.0, 0, 2)
    assert all(row["mistakes"] > 0 for row in rows)


def test_the_whitened_perceptron_is_counted_by_the_rows_given():
    X, y = make_flat_ellipsoid(50, 3, ratio=10, random_state=0)
    model = learners(X)["whitened perceptron"].fit(X, y)
    assert mistaken(model).shape == (50,)


def test_bounds_are_infinite_for_a_hyperplane_that_does_not_separate():
    X, y = np.array([[1.0, 0.0], [1.0, 0.0]]), np.array([1, -1])
    assert first_order_bound(X, y, np.array([1.0, 0.0])) == np.inf


def test_the_second_order_bound_counts_losses_below_the_margin():
    """By hand: one row at distance 1 below a margin of 3, a = 1, one eigenvalue 1."""
    X, y, u = np.array([[1.0, 0.0]]), np.array([1]), np.array([1.0, 0.0])
    assert second_order_bound(X, y, u, 1.0, 3.0) == pytest.approx((2 + np.sqrt(2 * np.log(2))) / 3)


@pytest.mark.parametrize("number", ["3", "4"])
def test_figures_are_drawn_from_rows(number):
    [figure] = [f for f in paper("sop").figures if f.number == number]
    [task] = figure.tasks(None, True)
    small = task.arguments | {"n_samples": 40, "n_features": 3}
    drawn = figure.figure([small | row for row in find(task.function)(**small)])
    assert ("label +1" if number == "3" else "second-order, a = 1") in drawn
