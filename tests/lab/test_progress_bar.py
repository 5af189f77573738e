"""Progress away from a terminal: a few quiet lines."""

import io

from rich.console import Console

from rosenblatt.lab import ProgressBar


def lines(counts, capsys):
    with ProgressBar("work", Console(file=io.StringIO())) as watch:
        for count in counts:
            watch(*count)
    return capsys.readouterr().err.splitlines()


def test_there_is_one_line_per_tenth(capsys):
    shown = lines([(done, 200, 0) for done in range(201)], capsys)
    assert len(shown) == 10
    assert shown[-1] == "work: 200 of 200 done"


def test_lines_say_how_long_the_rest_takes(capsys):
    assert "about 0 s left" in lines([(0, 10, 0), (5, 10, 0)], capsys)[0]


def test_failures_are_counted(capsys):
    assert lines([(0, 10, 0), (10, 10, 3)], capsys) == ["work: 10 of 10 done, 3 failed"]


def test_a_resumed_run_does_not_report_what_was_done_before(capsys):
    assert lines([(150, 200, 0), (151, 200, 0)], capsys) == []
