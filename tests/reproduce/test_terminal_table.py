"""Tables on the terminal."""

import io

import pytest
from rich.console import Console

from rosenblatt.reproduce.paper import Line, PaperTable
from rosenblatt.reproduce.result_files import grid
from rosenblatt.reproduce.terminal_table import sentence, terminal_table

TABLE = PaperTable("2", "Errors", "", lambda splits, quick: [], lambda rows: [])
DONE = Line({"set": "pima"}, 20.0, 20.5, tolerance=1.0)
LEFT = Line({"set": "sonar"}, 30.0, None)


def shown(lines):
    console = Console(file=io.StringIO(), width=100)
    console.print(terminal_table(TABLE, lines))
    return console.file.getvalue()


def test_numbers_that_were_not_measured_are_counted_and_not_listed():
    text = shown([DONE, LEFT, LEFT])
    assert "pima" in text and "sonar" not in text
    assert "2 numbers of this table were not measured" in text


def test_a_complete_table_has_no_such_caption():
    assert "not measured" not in shown([DONE])


def test_a_quick_run_is_not_judged():
    near = Line({"set": "pima"}, 20.0, 20.1, tolerance=0.5, judged=False)
    assert near.verdict == "not judged" and near.distance is None
    assert sentence([near]) == "not judged: a quick run has too few repetitions"


def test_a_grid_has_the_last_label_across_and_the_others_down():
    lines = [
        Line({"set": s, "kept": k, "by": b}, 1.0, 1.2, tolerance=0.4)
        for s in ("pima", "sonar") for k in ("last", "voted") for b in "abc"
    ]  # fmt: skip
    found = grid(lines, 2)
    assert found["rows"] == ["pima · last", "pima · voted", "sonar · last", "sonar · voted"]
    assert found["columns"] == ["a", "b", "c"]
    assert found["cells"][0][0]["distance"] == pytest.approx(0.5)


def test_a_table_of_one_label_is_no_grid():
    assert grid([Line({"set": "pima"}, 1.0, 1.0)], 2) is None
