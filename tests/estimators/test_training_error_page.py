"""What docs/training_error.md shows is measured, and the defaults keep their word."""

import json
from pathlib import Path

import pytest

from benchmarks import error_against_time, training_errors

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "training_error.md").read_text("utf-8")
MEASURED = json.loads(training_errors.RESULTS.read_text("utf-8"))
CURVES = json.loads(error_against_time.RESULTS.read_text("utf-8"))


def test_the_tables_of_the_training_error_page_are_the_stored_measurements():
    assert training_errors.table(MEASURED) in PAGE
    assert error_against_time.table(CURVES) in PAGE


def test_all_data_sets_of_the_paper_and_all_made_tables_were_measured():
    assert list(MEASURED) == [*training_errors.STORED, *training_errors.TABLES]


@pytest.mark.parametrize("name", MEASURED)
def test_the_default_errs_on_fewer_rows_than_its_rivals_with_every_seed(name):
    found = MEASURED[name]
    assert max(found["efforts"]["default"]) < min(found["rivals"].values())


@pytest.mark.parametrize("name", MEASURED)
def test_the_default_takes_at_most_three_times_the_time_of_the_paper(name):
    seconds = MEASURED[name]["seconds"]
    assert seconds["default"] <= 3 * seconds["paper"]


@pytest.mark.parametrize("name", training_errors.STORED)
def test_high_effort_reaches_the_errors_of_the_perturbed_search(name):
    reached = CURVES[f"{name}: {error_against_time.PERTURBED}"]["errors"][-1]
    assert min(MEASURED[name]["efforts"]["high"]) <= reached


def test_the_default_still_beats_its_rivals_on_made_rows():
    X, y = training_errors.rows_of("slips of the comma")
    X, y = X[:600], y[:600]
    rivals = [training_errors.wrong(made(), X, y) for made in training_errors.RIVALS.values()]
    default = training_errors.wrong(training_errors.RCDPerceptron(random_state=0), X, y)
    assert default < min(rivals)
