"""What a count of verdicts is worth."""

from math import log
from pathlib import Path

import numpy as np
import pytest

from rosenblatt.reproduce.evidence import evidence, sentences
from rosenblatt.reproduce.paper import Line
from rosenblatt.reproduce.readings import compare_readings
from rosenblatt.reproduce.result_files import csv_text, read_lines

RESULTS = Path(__file__).parents[2] / "results"


def table(paper, ours, tolerance):
    return [
        Line({"set": f"set {i}", "by": f"column {j}"}, paper[i][j], ours[i][j], tolerance=tolerance)
        for i in range(len(paper))
        for j in range(len(paper[i]))
    ]


def test_a_table_of_wide_tolerances_says_what_wrong_numbers_would_get():
    lines = table([[10.0, 11.0], [50.0, 51.0]], [[10.0, 11.0], [50.0, 51.0]], 2.5)
    found = evidence(lines)
    assert (found.inside, found.counted) == (4, 4)
    assert (found.row_means, found.other_columns) == (1.0, 1.0)
    assert found.sharp == 0


def test_shares_of_wrong_numbers_are_those_of_a_plain_loop():
    rng = np.random.default_rng(0)
    paper, ours = rng.normal(20, 3, (6, 5)), rng.normal(20, 3, (6, 5))
    found = evidence(table(paper.tolist(), ours.tolist(), 2.0))
    means = [abs(ours[i].mean() - paper[i, j]) <= 2 for i in range(6) for j in range(5)]
    others = [
        abs(ours[i, k] - paper[i, j]) <= 2
        for i in range(6)
        for j in range(5)
        for k in range(5)
        if k != j
    ]
    assert found.row_means == pytest.approx(np.mean(means))
    assert found.other_columns == pytest.approx(np.mean(others))


def test_contrasts_forget_what_a_row_has_in_common():
    paper, ours = [[1.0, 2.0, 4.0], [70.0, 73.0, 71.0]], [[11.0, 12.0, 14.0], [40.0, 43.0, 41.0]]
    assert evidence(table(paper, ours, 1.0)).contrasts == pytest.approx(1.0)
    turned = [row[::-1] for row in ours]
    centred = [np.subtract(rows, np.mean(rows, axis=1, keepdims=True)) for rows in (paper, turned)]
    wanted = np.corrcoef(np.ravel(centred[0]), np.ravel(centred[1]))[0, 1]
    assert evidence(table(paper, turned, 1.0)).contrasts == pytest.approx(wanted)


def test_lines_that_are_not_counted_or_not_judged_are_no_evidence():
    lines = [
        Line({"set": "a", "by": "b"}, 1.0, 1.0, tolerance=1.0, counted=False),
        Line({"set": "a", "by": "c"}, 1.0, 1.0, tolerance=1.0, judged=False),
    ]
    found = evidence(lines)
    assert found.counted == 0
    assert sentences(found) == []


@pytest.mark.parametrize("path", sorted(RESULTS.glob("*/*.csv")), ids=lambda path: path.stem)
def test_stored_lines_are_read_as_they_were_written(path):
    assert csv_text(read_lines(path)) == path.read_text("utf-8")


@pytest.mark.parametrize(("number", "wanted"), [("2", 0.999), ("3", 0.987), ("4", 0.997)])
def test_the_contrasts_of_li_agree_with_the_paper(number, wanted):
    found = evidence(read_lines(RESULTS / "li" / f"table{number}.csv"))
    assert round(found.contrasts, 3) == wanted


def test_of_two_readings_the_likelihood_prefers_the_nearer_one():
    def read(difference, rounds):
        note = f"{rounds} rounds, paper 100"
        return [
            Line({"set": "a"}, 20.0, 20.0 + difference, tolerance=1.5, note=note),
            Line({"set": "not counted"}, 20.0, 99.0, tolerance=1.5, counted=False),
        ]

    near, far = compare_readings(read(0.5, "50.0"), read(1.5, "100.0"), deviations=3)
    assert (near.numbers, near.squares, far.squares) == (1, pytest.approx(1), pytest.approx(9))
    assert near.log_likelihood - far.log_likelihood == pytest.approx(4)
    assert (near.rounds, far.rounds) == (pytest.approx(log(2)), 0)
