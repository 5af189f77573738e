"""``rosenblatt run``: an experiment file in, a table out."""

import csv
from pathlib import Path

import pytest
from click.testing import CliRunner

from rosenblatt.cli import cli

EXPERIMENT = """
name = "small"
source = "a question"
repetitions = 3
datasets = [
  { name = "make_threenorm", n_samples = 80 },
  { name = "make_ringnorm", n_samples = 80, label = "rings" },
]
[protocol]
kind = "folds"
folds = 2
[[models]]
estimator = "Perceptron"
grid = { hypothesis = ["averaged", "last"] }
"""


def call(*words):
    return CliRunner().invoke(cli, ["run", *words])


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    folder = tmp_path_factory.mktemp("run")
    (folder / "small.toml").write_text(EXPERIMENT)
    return call(str(folder / "small.toml"), "--jobs", "2", "--out", str(folder / "out")), folder


def test_the_table_has_a_line_for_each_data_set_and_model(made):
    with (made[1] / "out" / "table.csv").open() as file:
        lines = list(csv.DictReader(file))
    assert [line["dataset"] for line in lines] == ["threenorm", "threenorm", "rings", "rings"]
    assert {line["test_count"] for line in lines} == {"6"}


def test_differences_and_ranks_are_shown(made):
    assert "Perceptron hypothesis=last" in made[0].stdout
    assert "Mean ranks: Perceptron hypothesis=averaged" in made[0].stdout
    assert made[0].exit_code == 0


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("repetitions = 3", "repetitions = 0"), "repetitions=0 is too few"),
        (('kind = "folds"', 'kind = "fold"'), "protocol kind='fold' is not known"),
        (("folds = 2", "parts = 2"), "protocol folds was given parts; it takes folds"),
        (('source = "a question"', ""), "an experiment needs source"),
        (('name = "small"', 'name = "small"\ntitle = "x"'), "an experiment has no title"),
        (('estimator = "Perceptron"', 'learner = "x"'), "a model has no learner"),
        (("[protocol]", "[protocol"), "cannot be read"),
    ],
)
def test_an_invalid_file_is_reported_in_one_line(tmp_path, change, message):
    path = tmp_path / "bad.toml"
    path.write_text(EXPERIMENT.replace(*change))
    result = call(str(path))
    assert message in result.stderr
    assert len(result.stderr.splitlines()) == 1
    assert result.exit_code == 2


def test_a_missing_file_is_reported_in_one_line():
    result = call("nowhere.toml")
    assert "nowhere.toml cannot be read" in result.stderr
    assert result.exit_code == 2


def test_the_experiments_that_come_with_the_library_can_be_read():
    from rosenblatt import lab

    folder = Path(__file__).parents[2] / "experiments"
    assert [lab.read(path).name for path in sorted(folder.glob("*.toml"))] == [
        "hypotheses",
        "overlapping classes",
    ]
