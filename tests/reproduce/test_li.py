"""Li's tables and figures as data: splits, tasks, verdicts, lines, curves."""

from inspect import signature
from math import hypot, isclose, sqrt

import numpy as np
import pytest

from rosenblatt.lab.task import find
from rosenblatt.reproduce import paper
from rosenblatt.reproduce.li.curves import descent_curve, learning_curve
from rosenblatt.reproduce.li.fits import alone
from rosenblatt.reproduce.li.paper_splits import split
from rosenblatt.reproduce.li.printed_numbers import PrintedNumber, printed
from rosenblatt.reproduce.li.task_lists import SPLITS_PER_TASK


def table(number):
    [found] = [t for t in paper("li").tables if t.number == number]
    return found


def test_the_training_rows_fill_the_range_from_minus_one_to_one():
    part = split("threenorm", 0)
    np.testing.assert_allclose(part.X_train.min(axis=0), -1)
    np.testing.assert_allclose(part.X_train.max(axis=0), 1)


def test_test_rows_may_leave_the_range():
    assert np.abs(split("threenorm", 0).X_test).max() > 1


def test_artificial_sets_train_on_600_rows_of_a_pool_of_5000():
    part = split("yinyang", 3)
    assert (len(part.y_train), len(part.y_test)) == (600, 4400)


def test_splits_of_an_artificial_set_share_one_pool():
    first, second = split("ringnorm", 0), split("ringnorm", 1)
    counts = [np.sum(p.y_train == 1) + np.sum(p.y_test == 1) for p in (first, second)]
    assert counts[0] == counts[1]


def test_stored_sets_train_on_four_fifths_rounded_down(data_home, monkeypatch):
    monkeypatch.setenv("ROSENBLATT_DATA", str(data_home))
    part = split("sonar", 0)
    assert (len(part.y_train), len(part.y_test)) == (166, 42)


def test_a_constant_feature_becomes_zero(data_home, monkeypatch):
    monkeypatch.setenv("ROSENBLATT_DATA", str(data_home))
    part = split("ionosphere", 0)
    assert not part.X_train[:, 1].any()
    assert not part.X_test[:, 1].any()


def test_splits_in_several_tasks_give_the_same_rows_as_in_one():
    together = alone("yinyang", "RCD", 0, 3)
    assert together == alone("yinyang", "RCD", 0, 2) + alone("yinyang", "RCD", 2, 3)


def test_500_splits_of_table_2_are_divided_into_tasks():
    tasks = table("2").tasks(500, False)
    sizes = {task.arguments["last"] - task.arguments["first"] for task in tasks}
    assert sizes == {SPLITS_PER_TASK}
    assert len({task.key for task in tasks}) == len(tasks) == 72 * 50 + 12 * 5


def test_tables_2_and_3_share_their_tasks():
    assert table("2").tasks(20, False) == table("3").tasks(20, False)


def test_tasks_of_fewer_splits_are_among_those_of_more():
    few, many = (table("4").tasks(splits, False) for splits in (20, 50))
    assert set(few) < set(many)


def test_the_tolerance_is_three_standard_errors_of_the_difference():
    cell = PrintedNumber("pima", "RCD", 20.0, 0.04)
    assert isclose(cell.tolerance(50), 3 * 0.04 * sqrt(11))


def test_the_tolerance_of_artificial_sets_includes_the_chance_of_their_pool():
    cell = PrintedNumber("yinyang", "RCD", 20.0, 0.04)
    assert isclose(cell.tolerance(500), hypot(3 * 0.04 * sqrt(2), 100 * 3 * sqrt(0.2 * 0.8 / 5000)))


def test_a_printed_zero_is_known_to_half_a_digit():
    assert PrintedNumber("sonar", "pocket", 0.0, 0.0).tolerance(50) == 0.005


@pytest.mark.parametrize(("number", "counted"), [(2, 30), (3, 66), (4, 66)])
def test_doubtful_cells_are_shown_but_not_counted(number, counted):
    cells = printed(number)
    assert sum(not cell.why_not_counted for cell in cells) == counted
    assert len(table(str(number)).table([])) == len(cells)


def test_lines_without_rows_are_missing():
    assert {line.verdict for line in table("3").table([])} == {"missing"}


def rows_of(error, rounds=200):
    cell = {"dataset": "pima", "algorithm": "RCD"}
    return [cell | {"train_error": 0.0, "test_error": error, "rounds": rounds} for _ in range(50)]


@pytest.mark.parametrize(("error", "verdict"), [(24.9, "inside"), (30.0, "outside")])
def test_a_verdict_depends_on_the_number_of_splits_of_its_line(error, verdict):
    [line] = [line for line in table("4").table(rows_of(error)) if line.ours is not None]
    assert line.verdict == verdict


def test_lines_of_table_4_give_the_rounds():
    [line] = [line for line in table("4").table(rows_of(25.0, 190)) if line.ours is not None]
    assert line.note == "190.0 rounds, paper 200"


def test_a_descent_has_the_same_errors_whenever_it_ends():
    history = descent_curve("yinyang", "RCD-bias", "fisher", 0, 1)
    refits = learning_curve("yinyang", "RCD-bias", "fisher", 0, 1)
    assert [row["epoch"] for row in history] == [row["epoch"] for row in refits]
    np.testing.assert_allclose(
        [row["train_error"] for row in history], [row["train_error"] for row in refits]
    )


def test_figures_name_their_curves():
    [figure] = [f for f in paper("li").figures if f.number == "1b"]
    rows = [
        task.arguments | {"split": 0, "epoch": epoch, "train_error": 20.0}
        for task in figure.tasks(1, False)
        for epoch in (1, 10)
    ]
    drawn = figure.figure(rows)
    for name in ("RCD-conj-bias from FLD", "CCD from FLD"):
        assert name in drawn


def test_every_task_names_a_function_that_takes_its_arguments():
    for part in (*paper("li").tables, *paper("li").figures):
        for task in part.tasks(1, False):
            assert signature(find(task.function)).bind(**task.arguments)
