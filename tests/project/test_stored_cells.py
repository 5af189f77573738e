"""Cells of stored measurements that do not depend on a clock are what the code gives today."""

import json
from pathlib import Path

import pytest

from benchmarks import (
    boosting_rounds,
    cluster_costs,
    error_against_time,
    label_suspects,
    mixing,
    optimum,
    training_errors,
    unseen,
)
from benchmarks.sets import data_home
from benchmarks.splits import load_set
from benchmarks.stored import MADE, measured
from benchmarks.unseen_tables import SHAPES, made
from rosenblatt import RCDPerceptron
from rosenblatt.datasets import load
from rosenblatt.reproduce.li.paper_splits import scaled

FILES = sorted((Path(__file__).parents[2] / "benchmarks" / "results").rglob("*.json"))
REAL = ["votes84", "breast"]
RESTS = ["bound", "errors", "error_lower_bound", "disjoint", "ended"]
WITH_FOLDER = pytest.mark.skipif(data_home() is None, reason="needs the data folder")


def fast_first(names, fast):
    """All of them, only some in the normal tests."""
    return [n if n in fast else pytest.param(n, marks=pytest.mark.slow) for n in names]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_every_stored_measurement_has_its_commit_and_versions(file):
    found = json.loads(file.read_text("utf-8"))
    if MADE in found:
        assert found[MADE]["command"].startswith("python -m benchmarks")
        assert found[MADE]["commit"] and "rosenblatt" in found[MADE]["versions"]
    else:
        assert found["machine"]["commit"] and "numpy" in found["machine"]


@pytest.mark.parametrize("name", fast_first(boosting_rounds.TABLES, ["wpbc", "bent"]))
def test_errors_by_rounds_of_boosting(name):
    stored = measured(boosting_rounds.RESULTS)[name]
    splits = range(boosting_rounds.SPLITS) if name not in ("wpbc", "bent") else range(1)
    for way, found in stored.items():
        assert [boosting_rounds.one(name, way, k) for k in splits] == found[: len(splits)]


@pytest.mark.parametrize(
    "name",
    ["300 x 3", *(pytest.param(n, marks=[pytest.mark.slow, WITH_FOLDER]) for n in REAL)],
)
def test_optima_that_were_proven(name):
    stored = measured(optimum.RESULTS)[f"{name}, 60 s"]
    found = optimum.one_run(*optimum.rows_of(name), 60.0)
    assert {key: found[key] for key in RESTS} == {key: stored[key] for key in RESTS}


@WITH_FOLDER
@pytest.mark.parametrize("name", fast_first(label_suspects.SETS, ["pima", "digits 3/8"]))
def test_suspects_found_and_false_discoveries_stated(name):
    X, y = label_suspects.rows_of(name, data_home())
    for rate in label_suspects.RATES:
        stored = measured(label_suspects.RESULTS)[f"{name}, {rate:.0%}, seed 0"]
        found = label_suspects.found_by_us(X, y, rate, 0)
        assert found == pytest.approx({key: stored[key] for key in found}, abs=1e-9)


@pytest.mark.parametrize("name", fast_first(measured(training_errors.RESULTS), ["heart"]))
def test_wrong_training_rows_of_descents(name):
    stored = measured(training_errors.RESULTS)[name]
    rows = training_errors.rows_of(name)
    for effort in ("low", "default"):
        models = [RCDPerceptron(effort=effort, random_state=seed) for seed in range(2)]
        found = [training_errors.wrong(model, *rows) for model in models]
        assert found == stored["efforts"][effort][:2]


@WITH_FOLDER
@pytest.mark.filterwarnings("ignore")  # rivals that stop early
@pytest.mark.parametrize("who", fast_first(error_against_time.SWEEPS, ["LogisticRegression"]))
def test_wrong_training_rows_of_rivals_by_passes(who):
    stored = measured(error_against_time.RESULTS)[f"heart: {who}"]
    X, y = load_set("heart", data_home())
    X = scaled(X, X)
    found = error_against_time.sweep_curve(error_against_time.SWEEPS[who], X, y)
    assert found["as fitted"] == stored["as fitted"]
    assert found["errors"][-1] == stored["errors"][-1]


@pytest.mark.parametrize("shape", [s for s in SHAPES if s.n_rows <= 5000], ids=lambda s: s.name)
def test_tables_that_were_compared_have_the_size_that_is_told(shape):
    stored, (table, _) = measured(unseen.RESULTS)[shape.name], made(shape)
    size = len(table.target), len(table.feature_names), len(set(table.target.tolist()))
    assert size == (stored["rows"], stored["columns"], stored["classes"])


@WITH_FOLDER
def test_errors_of_one_pass_over_a9a_mixed_and_on_one_machine(monkeypatch):
    adult = load("a9a", data_home=data_home())
    monkeypatch.setattr(mixing, "PASSES", (1,))
    found = mixing.errors(adult.data, adult.target, adult.data_test, adult.target_test)
    assert found["1 passes"] == measured(mixing.RESULTS)["a9a"]["1 passes"]


def test_the_cost_model_follows_from_the_stored_times():
    stored = measured(cluster_costs.RESULTS)
    assert cluster_costs.fitted(stored["parts"]) == pytest.approx(stored["model"], rel=1e-6)
