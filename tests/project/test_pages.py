"""The tables of the docs are those of the stored measurements."""

import importlib
import re
import runpy
from dataclasses import asdict

import pytest

from benchmarks import descents, file_fits, speed_pages, text_tables, worker_starts
from benchmarks.__main__ import CASES, SPEED
from benchmarks.pages import BLOCK, DOCS, TABLES, pages, remade
from benchmarks.stored import measured

TABLE = re.compile(r"(?:^\|.*\n)+", flags=re.M)
NUMBER = re.compile(r"[-+~]?\d[\d,.]*( ± [\d.]+)?( ?(%|s|ms|ns|MB|to [\d.]+))?")


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.name)
def test_every_made_table_of_a_page_is_what_its_command_makes(page):
    text = page.read_text("utf-8")
    assert remade(text) == text


def test_every_table_that_can_be_made_is_shown_once():
    shown = [name for page in pages() for name in BLOCK.findall(page.read_text("utf-8"))]
    assert sorted(shown) == sorted(TABLES)


def test_a_changed_number_is_noticed():
    [page] = [page for page in pages() if page.name == "reproductions.md"]
    text = page.read_text("utf-8")
    changed = text.replace("| Li 3 |", "| Li 33 |")
    assert changed != text
    assert remade(changed) == text


def columns_of_numbers(table):
    """How many columns hold a number in most of their cells."""
    rows = [[cell.strip() for cell in line.strip("|\n").split("|")] for line in table.splitlines()]
    cells = list(zip(*rows[2:], strict=False))
    return sum(2 * sum(bool(NUMBER.fullmatch(c)) for c in column) > len(column) for column in cells)


@pytest.mark.parametrize("page", [*sorted(DOCS.glob("*.md")), DOCS.parent / "README.md"],
                         ids=lambda page: page.name)  # fmt: skip
def test_every_table_of_numbers_is_made_by_a_command(page):
    by_hand = BLOCK.sub("", page.read_text("utf-8"))
    assert [t for t in TABLE.findall(by_hand) if columns_of_numbers(t) > 1] == []


def test_a_table_of_numbers_by_hand_would_be_noticed():
    assert columns_of_numbers("| a | b | c |\n| --- | --- | --- |\n| x | 1.5 | 2 to 3 |\n") == 2


@pytest.mark.parametrize("name", TABLES)
def test_the_command_of_every_table_is_there(name, capsys):
    words = re.sub(r" \(.*\)$", "", name).split()
    if words[0] == "rosenblatt":
        return
    module = importlib.import_module(words[2] if "." in words[2] else "benchmarks.__main__")
    assert callable(module.main)


# The cases of speed, and the tables made of them; other tests run most of them in a small form.
MADE_OF = {
    "dense": "fits", "sparse": "fits", "lanes": "lanes", "cold": "starts",
    "passive-aggressive": "aggressive", "boosting": "boosting", "descent": "descents",
    "descent fits": "whole_descents", "second order": "second_order",
}  # fmt: skip
QUICKLY = ("lanes", "boosting", "descent fits", "second order")


@pytest.mark.parametrize("case", [
    name if name in QUICKLY else pytest.param(name, marks=pytest.mark.slow) for name in SPEED
])  # fmt: skip
def test_tables_of_speed_are_made_of_a_small_run(case, monkeypatch):
    found = CASES[case](descents.BenchmarkOptions(repeats=1, quick=True))
    tables = {found.title: asdict(found)}
    both = {"Dense rows": {"raw": []}, "Sparse rows": {"raw": []}} | tables
    monkeypatch.setattr(speed_pages, "stored", lambda: both)
    shown = getattr(speed_pages, f"{MADE_OF[case]}_table")().splitlines()
    assert len(shown) > 2
    assert {line.count("|") for line in shown} == {shown[0].count("|")}


@pytest.mark.slow
def test_fits_of_files_are_measured_in_a_small_form(tmp_path, monkeypatch):
    out = tmp_path / "found.json"
    words = ["file_fits", "--gigabytes", "0.2", "--folder", str(tmp_path), "--out", str(out),
             "--only", "pyarrow", "fit_files"]  # fmt: skip
    monkeypatch.setattr("sys.argv", words)
    runpy.run_module("benchmarks.file_fits", run_name="__main__")
    assert file_fits.page_table(out).count("\n") == 6
    assert [path.name for path in tmp_path.iterdir()] == ["found.json"]


def test_text_tables_are_measured_in_a_small_form(tmp_path, monkeypatch):
    out = tmp_path / "found.json"
    monkeypatch.setattr(
        "sys.argv", ["text_tables", "--rows", "500", "--repeats", "1", "--out", str(out)]
    )
    text_tables.main()
    assert set(measured(out)["seconds"]) == set(text_tables.KINDS)


@pytest.mark.slow
def test_starts_of_workers_are_measured_in_a_small_form(tmp_path, monkeypatch):
    out = tmp_path / "found.json"
    monkeypatch.setattr("sys.argv", ["worker_starts", "--repeats", "1", "--out", str(out)])
    worker_starts.main()
    monkeypatch.setattr(worker_starts, "RESULTS", out)
    lines = worker_starts.page_table().splitlines()
    assert [line.count("|") for line in lines] == [5] * 5
    assert "39 results" in lines[-1].split("|")[2]
