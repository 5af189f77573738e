"""``rosenblatt compare``, through the click test runner."""

import pytest
from click.testing import CliRunner

from rosenblatt.cli import cli
from rosenblatt.models import load
from rosenblatt.tables import read_table

QUICK = ["--repeats", "1", "--folds", "3", "--learners", "averaged"]
ROWS = "\n".join(
    f"{('red', 'blue')[k % 3 > 0]},{k % 7},{k if k % 11 else ''},{('no', 'yes')[k % 7 > 3]}"
    for k in range(60)
)


@pytest.fixture
def run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return lambda *words: CliRunner().invoke(cli, ["compare", *map(str, words)])


@pytest.fixture
def table(tmp_path):
    path = tmp_path / "rows.csv"
    path.write_text(f"colour,size,age,ok\n{ROWS}\n")
    return path


def test_it_prints_a_leaderboard(run, table):
    done = run(table, "--target", "ok", *QUICK)
    assert done.exit_code == 0, done.stderr
    assert "averaged perceptron" in done.stdout and "Lowest test error" in done.stdout


def test_it_writes_a_report(run, table, tmp_path):
    run(table, "--target", "ok", *QUICK, "--out", "page.html")
    assert "averaged perceptron" in (tmp_path / "page.html").read_text()


def test_the_model_it_writes_predicts_the_rows(run, table, tmp_path):
    run(table, "--target", "ok", *QUICK, "--model", "kept.rosenblatt")
    model = load(tmp_path / "kept.rosenblatt")
    assert set(model.predict(read_table(table, target="ok"))) == {"no", "yes"}


def test_a_name_instead_of_a_file_is_a_data_set(run):
    assert "iris: 150 rows" in run("iris", *QUICK).stdout


def test_hostile_names_of_files_and_columns_are_harmless(run, tmp_path):
    path = tmp_path / "<script>[red] 'a' & b\u202e.csv"
    path.write_text(f'<b>colour</b>,[red]size,a"ge,ok\n{ROWS}\n'.replace('a"ge', '"a""ge"'))
    done = run(path, "--target", "ok", *QUICK)
    assert done.exit_code == 0, done.stderr
    assert "<b>colour</b>" not in (tmp_path / "report.html").read_text()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["nowhere.csv"], "nowhere.csv"),
        (["irris"], "Did you mean the data set iris?"),
        ([".", "--target", "ok"], "error: "),
        (["iris", "--learners", "avraged"], "did you mean averaged?"),
        (["iris", "--target", "colour"], "has its own target"),
        (["iris", "--noise", "2"], "2"),
        (["iris", "--budget", "0"], "0"),
    ],
)
def test_an_error_is_one_line_with_exit_code_2(run, words, message):
    done = run(*words)
    assert done.exit_code == 2
    assert message in done.stderr and done.stderr.count("\n") == 1


def test_a_missing_target_column_is_named(run, table):
    done = run(table, "--target", "nope")
    assert done.exit_code == 2 and "nope" in done.stderr


def test_the_help_shows_examples(run):
    assert "rosenblatt compare loans.csv --target default" in run("--help").stdout


def test_findings_are_printed_first_and_stand_on_the_page(run, tmp_path):
    path = tmp_path / "shop.csv"
    lines = [f'"{k % 13},5 €",{k % 5},{"ab"[k % 13 > 6]}' for k in range(80)]
    path.write_text("price,x,kind\n" + "\n".join(lines) + "\n")
    done = run(path, "--target", "kind", *QUICK, "--duplicates", "apart")
    assert done.exit_code == 0, done.stderr
    shown = done.stdout
    assert shown.index("Found in the table") < shown.index("First look") < shown.index("vs best")
    page = (tmp_path / "report.html").read_text()
    assert "currency or a unit" in page and "--as price=category" in page


def test_a_guessed_target_is_named_in_the_refusal(run, tmp_path):
    path = tmp_path / "people.csv"
    path.write_text("x,age\n" + "".join(f"{k % 7},{17 + k % 73}\n" for k in range(300)))
    done = run(path, *QUICK)
    assert done.exit_code == 2
    assert "The target 'age' has 73 different numbers" in done.stderr
    assert "--as age=halves" in done.stderr and "--target" in done.stderr
