"""Tables on the terminal."""

import io

from rich.console import Console

from rosenblatt.reproduce.paper import Line, PaperTable
from rosenblatt.reproduce.terminal_table import terminal_table

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
