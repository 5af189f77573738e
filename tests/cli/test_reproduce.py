"""``rosenblatt reproduce`` on a made-up paper, which needs no data and a second of time."""

import csv
import json
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

from rosenblatt import lab, reproduce
from rosenblatt.cli import cli


@pytest.fixture(autouse=True)
def coin(monkeypatch, tmp_path):
    """A paper is found because its package is next to the others."""
    made_up = str(Path(__file__).parents[1] / "support" / "made_up_papers")
    monkeypatch.setattr(reproduce, "__path__", [*reproduce.__path__, made_up])
    monkeypatch.chdir(tmp_path)


def call(*words):
    return CliRunner().invoke(cli, ["reproduce", *words])


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """The paper reproduced once, for all tests that read the result."""
    folder = tmp_path_factory.mktemp("coin")
    with pytest.MonkeyPatch.context() as patch:
        made_up = str(Path(__file__).parents[1] / "support" / "made_up_papers")
        patch.setattr(reproduce, "__path__", [*reproduce.__path__, made_up])
        return call("coin", "--splits", "4", "--jobs", "2", "--out", str(folder)), folder


def test_each_line_shows_paper_ours_difference_tolerance_and_verdict(whole):
    result, _ = whole
    [fair] = [line for line in result.stdout.splitlines() if "fair" in line]
    _, paper, ours, difference, tolerance, verdict = map(str.strip, fair.strip("│").split("│"))
    assert (paper, tolerance, verdict) == ("0.50", "0.20", "inside")
    found = float(ours.partition(" ± ")[0])
    assert float(difference) == pytest.approx(found - 0.5, abs=0.011)


def test_numbers_inside_the_tolerance_are_counted(whole):
    assert "1 of 2 counted numbers are inside the tolerance (50 %)" in whole[0].stdout


def test_a_quick_run_says_that_it_is_not_judged(tmp_path):
    result = call("coin", "--quick", "--jobs", "1", "--out", str(tmp_path / "q"))
    assert "not judged: a quick run has too few repetitions" in result.stdout
    assert "inside the tolerance (" not in result.stdout
    assert "numbers shown, not judged" in (tmp_path / "q" / "report.html").read_text()


def test_failed_tasks_are_reported_in_one_line_at_the_end(whole):
    [line] = [line for line in whole[0].stderr.splitlines() if line.startswith("error")]
    assert line == (
        "error: 4 of 12 tasks failed: ArithmeticError: the coin is broken (4 times); "
        "run the same command to try them again."
    )
    assert whole[0].exit_code == 2


def test_the_csv_file_has_every_line_with_all_digits(whole):
    with (whole[1] / "table1.csv").open() as file:
        fair, bent = csv.DictReader(file)
    assert (fair["verdict"], bent["verdict"]) == ("inside", "outside")
    assert float(bent["difference"]) == float(bent["ours"]) - float(bent["paper"])


def test_the_command_and_versions_that_made_a_table_are_stored_with_it(whole):
    made = json.loads((whole[1] / "made.json").read_text())["table1.csv"]
    assert made["command"] == "rosenblatt reproduce coin --splits 4"
    assert set(made["versions"]) == {"python", "rosenblatt", "numpy", "scipy", "scikit-learn"}


def test_the_page_has_tables_figures_and_notes(whole):
    page = (whole[1] / "report.html").read_text()
    for words in ("On coins", "shares of heads", "6 throws</title>", "The bent coin is inferred."):
        assert words in page


def test_a_repeated_command_gives_the_same_csv_file(whole):
    before = (whole[1] / "table1.csv").read_bytes()
    call("coin", "--splits", "4", "--jobs", "1", "--out", str(whole[1]))
    assert (whole[1] / "table1.csv").read_bytes() == before


def test_notes_on_numbers_are_shown_below_the_table_and_on_the_page(whole):
    assert "note on 1: by <hand>" in whole[0].stdout
    assert "by &lt;hand&gt;" in (whole[1] / "report.html").read_text()


def test_files_written_are_named(whole):
    assert f"Report: {whole[1] / 'report.html'}" in whole[0].stdout
    assert f"Table 1: {whole[1] / 'table1.csv'}" in whole[0].stdout


def test_figures_can_be_reproduced_alone():
    call("coin", "--quick", "--figure", "1", "--jobs", "1")
    assert Path("out/coin/report.html").exists()
    assert not Path("out/coin/table1.csv").exists()


def test_every_figure_is_a_file_and_its_origin_is_stored(whole):
    result, folder = whole
    drawn = ElementTree.parse(folder / "figure1a.svg").getroot()
    assert [part.tag.rpartition("}")[2] for part in drawn] == ["style", "title"]
    assert f"Figure 1a: {folder / 'figure1a.svg'}" in result.stdout.replace("\n", "")
    assert "figure1a.svg" in json.loads((folder / "made.json").read_text())


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["nobody"], "error: paper='nobody' is not known; choose one of bloch, coin"),
        (["coin", "--table", "9"], "error: coin has no table 9 here; choose one of 1."),
        (["coin", "--quick", "--splits", "2"], "error: --quick and --splits exclude each other"),
        (["coin", "--out", "/dev/null/x"], "error: /dev/null/x/store.sqlite cannot be opened"),
    ],
)
def test_a_wrong_argument_is_one_line_and_exit_code_2(words, message):
    result = call(*words)
    assert result.stderr.startswith(message)
    assert len(result.stderr.splitlines()) == 1
    assert result.exit_code == 2


def test_a_stopped_run_says_how_to_resume(monkeypatch):
    def stop(*arguments, **options):
        raise lab.Stopped(3, 9)

    monkeypatch.setattr("rosenblatt.reproduce.reproducing.run", stop)
    result = call("coin")
    assert result.stderr == "stopped; 3 of 9 done; run the same command to resume\n"
    assert result.exit_code == 130


def test_without_data_the_message_says_where_to_put_it(monkeypatch):
    def fail(*arguments, **options):
        raise lab.DataNotFoundError("no data folder is known; set ROSENBLATT_DATA.")

    monkeypatch.setattr("rosenblatt.reproduce.reproducing.run", fail)
    result = call("coin")
    assert result.stderr == "error: no data folder is known; set ROSENBLATT_DATA.\n"
    assert result.exit_code == 2
