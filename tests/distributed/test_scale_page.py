"""The figures of docs/scale.md are those that were measured and stored."""

import json
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "scale.md").read_text()


def stored(name):
    return json.loads((ROOT / "benchmarks" / "results" / f"{name}.json").read_text())


@pytest.mark.parametrize("name", ["file_fits", "file_fits_2gb"])
def test_the_page_tells_the_passes_that_were_stored(name):
    found = stored(name)
    for contender in ("pyarrow", "fit_files"):
        for lap in found["runs"][contender]["passes"]:
            assert f"| {lap['seconds']:.0f} | {lap['cpu']:.1f} |" in PAGE
    plain, first = (found["runs"][c]["passes"][k] for c, k in (("pyarrow", 0), ("fit_files", 1)))
    for key in ("seconds", "cpu"):
        assert f"{first[key] / plain[key]:.2f} times" in PAGE.replace("\n", " ")


@pytest.mark.parametrize("name", ["file_fits", "file_fits_2gb"])
def test_fits_stayed_within_a_gigabyte_and_beat_vowpal_wabbit(name):
    runs = stored(name)["runs"]
    fit, rival = runs["fit_files"], runs["vowpal wabbit"]
    assert fit["peak"] < 1e9
    ours = fit["passes"][1]["cpu"] / fit["rows"]
    assert ours < rival["from the cache"]["cpu"] / rival["rows"]


def test_mixing_is_within_03_points_of_one_machine():
    for name, found in stored("mixing").items():
        for passes in ("1 passes", "2 passes", "5 passes"):
            errors = found[passes]
            for mixing in ("uniform", "updates"):
                assert abs(errors[mixing] - errors["one machine"]) <= 0.3
            line = [f"{errors[k]:.2f}" for k in ("one machine", "uniform", "updates")]
            assert f"| {passes[0]} | {' | '.join(line)} |" in PAGE, name


def test_the_cost_model_is_the_fitted_one():
    costs = stored("cluster_costs")
    model = costs["model"]
    assert f"a = {1e9 * model['seconds per row']:.0f} ns a row" in PAGE
    assert f"b = {1e9 * model['seconds per row, column and lane']:.2f} ns" in PAGE
    assert f"{model['bytes per column and lane']:.0f} bytes for each column and lane" in PAGE
