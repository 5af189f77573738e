"""What docs/optimum.md shows is true."""

import re
from pathlib import Path

from benchmarks import optimum
from benchmarks.stored import measured

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "optimum.md").read_text("utf-8")


def test_the_examples_of_optimum_margin_and_suspects_run(capsys):
    names: dict = {}
    for block in re.findall(r"```python\n(.*?)```", PAGE, flags=re.S):
        exec(compile(block, "docs/optimum.md", "exec"), names)
    shown = capsys.readouterr().out
    assert "optimal" in shown and "LabelSuspects: about " in shown


def test_stored_lower_bounds_are_at_least_the_greedy_ones():
    for run in measured(optimum.RESULTS).values():
        assert run["errors"] >= run["bound"] >= max(run["disjoint"], run["error_lower_bound"])
