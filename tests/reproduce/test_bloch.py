"""Bloch's lecture: the theorem holds in every run, and the figures show what they should."""

from xml.etree import ElementTree

import numpy as np
import pytest

from rosenblatt import separability
from rosenblatt.lab.task import find
from rosenblatt.reproduce import paper
from rosenblatt.reproduce.bloch.drawing import lines_of, points_of
from rosenblatt.reproduce.bloch.lecture_rows import ring_model, ring_rows
from rosenblatt.reproduce.bloch.theorem_runs import runs
from rosenblatt.reproduce.bloch.theorem_table import table

pytest.importorskip("matplotlib").use("Agg")
FIGURES = {figure.number: figure for figure in paper("bloch").figures}


def rows_of(number):
    [task] = FIGURES[number].tasks(None, False)
    return find(task.function)(**task.arguments)


def test_no_run_of_the_theorem_is_above_its_bound():
    lines = table([*runs("zero", 0, 60), *runs("random", 0, 60)])
    assert [line.verdict for line in lines if line.tolerance == 0] == ["inside"] * 4


def test_from_elsewhere_the_bound_of_a_start_from_zero_can_be_exceeded():
    """The reason why a start other than zero has a bound of its own."""
    found = runs("random", 0, 60)
    assert any(run["updates"] > run["bound15"] for run in found)
    assert all(run["updates"] <= run["bound14"] for run in found)


def test_a_run_above_the_bound_would_be_counted():
    [run] = runs("zero", 0, 1)
    broken = {**run, "updates": run["bound15"] + 1, "separated": 0}
    assert [line.verdict for line in table([broken])][:2] == ["outside", "outside"]


def test_lines_without_runs_are_missing():
    assert {line.verdict for line in table([])} == {"missing"}


@pytest.mark.parametrize("number", FIGURES)
def test_every_figure_is_a_drawing_of_its_rows(number):
    rows = rows_of(number)
    svg = FIGURES[number].figure(rows)
    assert ElementTree.fromstring(svg).tag.endswith("svg")
    assert svg == FIGURES[number].figure(rows)
    assert svg.count("*{") == svg.count(".lecture *{")  # styles of a page are left alone


@pytest.mark.parametrize("number", ["1", "3", "4b", "5b"])
def test_the_lines_of_these_figures_separate_the_rows(number):
    X, labels = points_of(rows_of(number))
    for _, w, b in lines_of(rows_of(number)):
        scores = X[labels < 2] @ w + b
        np.testing.assert_array_equal(scores > 0, labels[labels < 2] == 1)


def test_the_second_line_of_figure_3_has_the_wider_margin():
    X, _ = points_of(rows_of("3"))
    margins = [(np.abs(X @ w + b) / np.linalg.norm(w)).min() for _, w, b in lines_of(rows_of("3"))]
    assert margins[0] < margins[1]


def test_a_small_c_leaves_the_outlier_on_the_wrong_side():
    X, labels = points_of(rows_of("4a"))
    [(_, w, b)] = lines_of(rows_of("4a"))
    assert ((X @ w + b > 0) != (labels == 1)).nonzero()[0].tolist() == [len(X) - 1]


def test_the_feature_map_of_figure_5_makes_the_rows_separable():
    X, y = ring_rows()
    assert separability(X, y).separable is False
    assert separability(X**2, y).separable is True
    assert ring_model().fit(X, y).score(X, y) == 1.0
