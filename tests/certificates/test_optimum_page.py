"""What docs/optimum.md shows is true."""

import json
import re
from pathlib import Path

import pytest

from benchmarks import label_suspects, optimum

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "optimum.md").read_text("utf-8")


def test_the_examples_of_optimum_margin_and_suspects_run(capsys):
    names: dict = {}
    for block in re.findall(r"```python\n(.*?)```", PAGE, flags=re.S):
        exec(compile(block, "docs/optimum.md", "exec"), names)
    shown = capsys.readouterr().out
    assert "optimal" in shown and "LabelSuspects: about " in shown


@pytest.mark.parametrize("benchmark", [optimum, label_suspects])
def test_the_tables_of_the_page_are_those_of_the_stored_measurements(benchmark):
    measured = json.loads(benchmark.RESULTS.read_text("utf-8"))
    assert benchmark.table(measured).strip() in PAGE


def test_stored_lower_bounds_are_at_least_the_greedy_ones():
    for run in json.loads(optimum.RESULTS.read_text("utf-8")).values():
        assert run["errors"] >= run["bound"] >= max(run["disjoint"], run["error_lower_bound"])
