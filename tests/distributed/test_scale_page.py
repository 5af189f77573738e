"""The figures of docs/scale.md are those that were measured and stored."""

import re
from pathlib import Path

import pytest

from benchmarks.stored import measured

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "scale.md").read_text()


def stored(name):
    return measured(ROOT / "benchmarks" / "results" / f"{name}.json")


def test_the_search_in_parts_of_the_page_runs_and_leaves_fewer_rows_wrong(capsys):
    [code] = [c for c in re.findall(r"```python\n(.*?)```", PAGE, flags=re.S) if "descend_in" in c]
    exec(compile(code, "docs/scale.md", "exec"), {})
    before, after = map(int, re.findall(r"\d+", capsys.readouterr().out))
    assert after < before


@pytest.mark.parametrize("name", ["file_fits", "file_fits_2gb"])
def test_fits_stayed_within_a_gigabyte_and_beat_vowpal_wabbit(name):
    runs = stored(name)["runs"]
    fit, rival = runs["fit_files"], runs["vowpal wabbit"]
    assert fit["peak"] < 1e9
    ours = fit["passes"][1]["cpu"] / fit["rows"]
    assert ours < rival["from the cache"]["cpu"] / rival["rows"]


def test_mixing_is_within_03_points_of_one_machine():
    for found in stored("mixing").values():
        for passes in ("1 passes", "2 passes", "5 passes"):
            errors = found[passes]
            for mixing in ("uniform", "updates"):
                assert abs(errors[mixing] - errors["one machine"]) <= 0.3


def test_the_cost_model_is_the_fitted_one():
    costs = stored("cluster_costs")
    model = costs["model"]
    assert f"a = {1e9 * model['seconds per row']:.0f} ns a row" in PAGE
    assert f"b = {1e9 * model['seconds per row, column and lane']:.2f} ns" in PAGE
    assert f"{model['bytes per column and lane']:.0f} bytes for each column and lane" in PAGE
