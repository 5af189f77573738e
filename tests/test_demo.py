"""The demo: it ends with tables, a picture and sentences that follow from the numbers."""

import io
import warnings

import numpy as np
import pytest

from rosenblatt.demo.__main__ import main
from rosenblatt.demo.contest import Result, contest
from rosenblatt.demo.learners import AVERAGED, LEARNERS, PEER, STRONGEST
from rosenblatt.demo.picture import spread_out
from rosenblatt.demo.progress import Progress
from rosenblatt.demo.table import table
from rosenblatt.demo.verdict import against, judgement

PNG = b"\x89PNG\r\n\x1a\n"


@pytest.fixture(scope="module")
def quick_run(tmp_path_factory):
    """What a quick run prints, the picture it writes, and the warnings it lets through."""
    folder = tmp_path_factory.mktemp("demo") / "not" / "yet there"
    printed = io.StringIO()
    with pytest.MonkeyPatch.context() as patch, warnings.catch_warnings(record=True) as raised:
        warnings.simplefilter("always")
        patch.setattr("sys.stdout", printed)
        main(["--quick", "--out", str(folder)])
    return printed.getvalue(), folder / "noise.png", raised


def result(errors):
    """A result of three learners at one noise level with these errors per split."""
    errors = np.asarray(errors, dtype=float)[:, None, :]
    learners = [AVERAGED, PEER, STRONGEST]
    return Result("made up", (9, 2, 2), learners, [0.2], errors, np.ones_like(errors))


def test_every_learner_has_a_row_in_the_table(quick_run):
    printed = quick_run[0]
    assert all(f"\n  {learner.name}  " in printed for learner in LEARNERS)


def test_the_picture_is_written_into_a_new_folder(quick_run):
    assert quick_run[1].read_bytes().startswith(PNG)


def test_the_run_ends_with_the_path_of_the_picture(quick_run):
    assert quick_run[0].rstrip().endswith(str(quick_run[1]))


def test_no_warning_is_let_through(quick_run):
    assert [str(warning.message) for warning in quick_run[2]] == []


def test_the_same_contest_gives_the_same_errors_again():
    first, second = (contest("breast cancer", [0.1], 1, lambda *_: None) for _ in range(2))
    assert np.array_equal(first.errors, second.errors)


def test_the_lowest_error_of_a_column_is_marked():
    rows = table(result([[5, 5], [4, 4], [6, 6]])).splitlines()
    marked = [row.split()[0] for row in rows if " * " in row and "±" in row and "Test" not in row]
    assert marked == [PEER.name]


def test_a_loss_is_called_worse():
    assert "2.0 ± 0.0 points worse" in against(result([[5, 6], [3, 4], [0, 0]]), PEER)


def test_a_difference_within_two_standard_errors_is_called_level():
    assert judgement(np.array([3.0, -1.0])) == "level within two standard errors"


def test_progress_off_a_terminal_is_at_most_ten_lines():
    stream = io.StringIO()
    progress = Progress(1000, stream)
    for _ in range(1000):
        progress.step("digits")
    assert len(stream.getvalue().splitlines()) == 10


def test_spread_labels_keep_their_order_and_distance():
    values = np.random.default_rng(0).uniform(5, 6, 9)
    places = spread_out(values, 0.5)
    order = np.argsort(values)
    assert np.diff(places[order]).min() >= 0.5 - 1e-12
