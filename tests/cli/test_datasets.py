"""``rosenblatt datasets``: facts without data, one-line errors."""

from urllib.error import URLError

import pytest
from click.testing import CliRunner, Result

from rosenblatt.cli import cli
from rosenblatt.compare.table_source import BUNDLED, GENERATED, find_table
from rosenblatt.datasets import names


@pytest.fixture(autouse=True)
def bare_machine(monkeypatch, tmp_path):
    def refuse(*_, **__):
        raise URLError("no network in tests")

    monkeypatch.delenv("ROSENBLATT_DATA", raising=False)
    monkeypatch.setenv("ROSENBLATT_CACHE", str(tmp_path))
    monkeypatch.setattr("rosenblatt.datasets.remote.openml.urlopen", refuse)


def run(*words: str) -> Result:
    return CliRunner().invoke(cli, ["datasets", *words])


def test_the_list_names_every_set():
    listed = [line.split()[0] for line in run("list").stdout.splitlines()[1:]]
    assert listed[: len(names())] == names()


def test_the_list_can_be_limited_to_one_paper():
    listed = [line.split()[0] for line in run("list", "--paper", "li").stdout.splitlines()[1:]]
    assert listed == names(paper="li")


def test_an_unknown_paper_is_refused():
    result = run("list", "--paper", "nobody")
    assert result.exit_code == 2
    assert "choose one of kw, li, dpp" in result.stderr


def test_show_prints_the_facts_without_the_data():
    shown = run("show", "sonar").stdout
    assert "208" in shown and "M (111), R (97)" in shown and "CC BY" in shown


def test_an_unknown_name_is_one_line_with_a_hint():
    result = run("show", "sonnar")
    assert result.exit_code == 2
    assert result.stderr == ("error: name='sonnar' is not a known data set; did you mean sonar?\n")


def test_fetching_without_a_network_is_one_line():
    result = run("fetch", "sonar")
    assert result.exit_code == 2
    assert len(result.stderr.splitlines()) == 1
    assert "cannot be reached" in result.stderr


def test_a_wrong_name_is_found_before_anything_is_fetched():
    assert "did you mean sonar" in run("fetch", "bupa", "sonnar").stderr


def test_every_name_that_compare_takes_is_listed_with_its_size():
    listed = {line.split()[0]: line.split() for line in run("list").stdout.splitlines()[1:]}
    assert set(listed) == {*names(), *BUNDLED, *GENERATED}
    for name in {*BUNDLED, *GENERATED}:
        table = find_table(name)
        dropped = sum(len(f.columns) for f in table.findings if f.kind == "constant")
        size = [table.n_rows, len(table.feature_names) + dropped, len(set(table.target.tolist()))]
        assert listed[name][1:4] == [str(n) for n in size]
