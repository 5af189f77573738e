"""Stored errors of learners are those that the code gives."""

import numpy as np
import pytest
from sklearn.datasets import load_breast_cancer

from benchmarks import intercepts, one_pass, table_errors, thresholds, training_errors
from benchmarks.public_tables import CHOOSING, JUDGING, NEED_FOLDER, TABLES, part
from benchmarks.stored import measured
from benchmarks.table_learners import CHOSEN, RECIPES
from benchmarks.table_pages import mean_errors

# One cell of each kind: our settings, raw and standardised, the recipe, descents and peers.
SAMPLE = [
    ("bupa", "raw", "Perceptron()"),
    ("glass", "raw", 'hypothesis="longest"'),
    ("iris", "standardised", "margin=0.25"),
    ("wine", "standardised", 'order="cyclic"'),
    ("iris", "standardised", CHOSEN),
    ("wpbc", "standardised", "BaggedRCDPerceptron()"),
    ("heart_statlog", "standardised", "RCD-bias"),
    ("glass", "standardised", "Fisher"),
]


def compare(cell):
    found = table_errors.stored()["errors"][table_errors.key_of(cell)]
    again = table_errors.measure(cell, splits=3)
    for kind, values in again.items():
        assert values == found[kind][:3]


@pytest.mark.parametrize("cell", SAMPLE, ids=table_errors.key_of)
def test_stored_cells_are_those_that_the_code_gives(cell):
    compare(cell)


OURS = [c for name in TABLES if name not in NEED_FOLDER for c in table_errors.cells(name)]


@pytest.mark.slow
@pytest.mark.parametrize("cell", OURS, ids=table_errors.key_of)
def test_every_stored_cell_is_what_the_code_gives(cell):
    compare(cell)


def test_everything_is_stored_with_its_origin():
    found = table_errors.stored()
    wanted = {table_errors.key_of(cell) for name in TABLES for cell in table_errors.cells(name)}
    assert set(found["errors"]) == wanted
    assert {"command", "commit", "versions"} <= set(found["made"])
    assert {"command", "commit", "versions"} <= set(intercepts.stored()["made"])


def test_the_halves_share_no_table_and_have_twenty_public_ones_at_least():
    assert set(CHOOSING).isdisjoint(JUDGING)
    assert len({*CHOOSING, *JUDGING} - {"ringnorm", "threenorm", "yinyang"}) >= 20


def test_the_recipe_is_the_one_that_the_choosing_half_prefers():
    means = {name: mean_errors(CHOOSING, "standardised", name).mean() for name in RECIPES}
    assert min(means, key=means.get) == CHOSEN


def test_parts_of_a_table_are_standardised_by_their_training_rows_alone():
    found = part("crx", 0, "standardised")
    assert abs(found.X_train.mean(axis=0)).max() < 1e-9
    assert abs(found.X_test.mean(axis=0)).max() > 1e-3


def test_stored_errors_in_other_units_are_those_that_the_code_gives():
    stored = intercepts.stored()["errors"]["wine, raw"]
    assert intercepts.in_units("wine", "raw") == stored


@pytest.mark.parametrize("learner", one_pass.LEARNERS)
def test_stored_errors_after_one_pass_are_those_that_the_code_gives(learner):
    [stored] = [r for r in one_pass.stored_table()["raw"] if r["set"] == "breast cancer"]
    X, y = load_breast_cancer(return_X_y=True)
    again = one_pass.errors(one_pass.LEARNERS[learner], X, y, splits=5)
    for hypothesis, errors in again.items():
        np.testing.assert_allclose(errors, stored["errors"][learner][hypothesis], atol=1e-9)


@pytest.mark.parametrize("name", ["heart", "votes84"])
def test_stored_errors_with_the_best_threshold_are_those_that_the_code_gives(name):
    rows = training_errors.rows_of(name)
    found = {who: thresholds.wrong_rows(who, *rows) for who in training_errors.RIVALS}
    assert found == thresholds.stored()[name]


def test_no_threshold_leaves_fewer_rows_wrong_than_the_best_one():
    rng = np.random.default_rng(0)
    scores, positive = np.round(rng.normal(size=60), 1), rng.random(60) < 0.4
    tried = [np.sum((scores > limit) != positive) for limit in [-np.inf, *scores]]
    assert thresholds.best_threshold(scores, positive) == min(tried)


def test_the_default_descent_errs_on_fewer_rows_than_rivals_with_their_best_threshold():
    ours = measured(training_errors.RESULTS)
    for name, rivals in thresholds.stored().items():
        assert max(ours[name]["efforts"]["default"]) < min(best for _, best in rivals.values())
