"""How Khardon and Wachman search, choose and count."""

import numpy as np
import pytest
from sklearn.model_selection import KFold
from sklearn.svm import LinearSVC

from rosenblatt import Perceptron
from rosenblatt.reproduce.kw import PAPER
from rosenblatt.reproduce.kw.adult import draws
from rosenblatt.reproduce.kw.dominance_table import counts
from rosenblatt.reproduce.kw.folds import (
    accuracies,
    percent_right,
    permuted,
    predicted,
    splits,
)
from rosenblatt.reproduce.kw.large import in_one_fold
from rosenblatt.reproduce.kw.optimising import optimise
from rosenblatt.reproduce.kw.parameter_grid import (
    COLUMNS,
    HYPOTHESES,
    Setting,
    choose,
    optimised,
    searched,
    settings,
)
from rosenblatt.reproduce.kw.search_tables import best_by_column
from rosenblatt.reproduce.kw.svm import HARD, one_fold
from rosenblatt.reproduce.kw.tolerance import line, tolerance
from rosenblatt.selection import LaneSearchCV, PermutedFolds, StagedSearchCV

TABLES = {table.number: table for table in PAPER.tables}
FIGURES = {figure.number: figure for figure in PAPER.figures}


@pytest.fixture(scope="module")
def noisy():
    rng = np.random.default_rng(3)
    X = rng.normal(size=(60, 4)) + 0.5
    return X, np.where(X.sum(axis=1) + rng.normal(size=60) > 2, 1, -1)


def test_folds_are_those_of_permuted_rows(noisy):
    X, _ = permuted(*noisy, 5)
    expected = PermutedFolds(10, random_state=5).split(noisy[0])
    for (train, test), (wanted_train, wanted_test) in zip(splits(60), expected, strict=True):
        np.testing.assert_array_equal(X[train], noisy[0][wanted_train])
        np.testing.assert_array_equal(X[test], noisy[0][wanted_test])


def test_searches_leave_out_values_without_effect():
    tried = settings()
    assert [len(searched(column, tried)) for column in COLUMNS] == [1, 6, 6, 6, 36, 36]


def test_choices_include_values_without_effect():
    tried = settings()
    assert [len(optimised(column, tried)) for column in COLUMNS] == [1, 7, 7, 7, 49, 49]


@pytest.mark.parametrize("column", [*COLUMNS, "tau_then_lambda", "tau_then_alpha"])
def test_among_equals_no_parameter_is_active(column):
    tried = settings()
    assert tried[choose(column, tried, np.full(len(tried), 70.0))] == Setting()


def test_staged_columns_keep_the_tau_that_was_best_alone():
    tried = settings()
    means = np.zeros(len(tried))
    means[tried.index(Setting(tau=0.5))] = 80
    means[tried.index(Setting(tau=0.5, lam=1.0))] = 81
    means[tried.index(Setting(tau=2.0, lam=4.0))] = 90
    assert tried[choose("tau_x_lambda", tried, means)] == Setting(2.0, 4.0)
    assert tried[choose("tau_then_lambda", tried, means)] == Setting(0.5, 1.0)


@pytest.fixture(scope="module")
def shared_search(noisy):
    """What the columns choose in fold 3, each hypothesis from one search."""
    rows = optimise(*permuted(*noisy, 0), settings(), max_iter=5)
    return {(row["hypothesis"], row["search"]): row for row in rows if row["fold"] == 3}


@pytest.mark.parametrize("hypothesis", ["last", "longest", "voted"])
def test_columns_that_share_a_search_choose_what_separate_searches_choose(
    noisy, shared_search, hypothesis
):
    X, y = permuted(*noisy, 0)
    train, test = splits(60)[3]
    learner = Perceptron(
        eta0=0.1,
        init="threshold",
        intercept_scaling="norm",
        order="cyclic",
        max_iter=5,
        hypothesis=hypothesis,
    )
    taus, bounds = (
        {"margin": [s.tau for s in settings()[::7][:7]]},
        {"alpha_bound": [None, 80, 60, 40, 20, 10, 5]},
    )
    own = {
        "tau": LaneSearchCV(learner, taus, cv=KFold(10), scoring=percent_right),
        "tau_then_alpha": StagedSearchCV(learner, [taus, bounds], cv=KFold(10)),
    }
    for column, search in own.items():
        row = shared_search[hypothesis, column]
        search.fit(X[train], y[train])
        assert row["tau"] == search.best_params_["margin"]
        assert row["alpha"] == (search.best_params_.get("alpha_bound") or 0)
        assert row["accuracy"] == percent_right(search.best_estimator_, X[test], y[test])


def test_settings_trained_together_give_what_separate_fits_give(noisy):
    X, y = permuted(*noisy, 0)
    tried = [Setting(), Setting(0.5, 0.25), Setting(0.125, 0.0, 5)]
    together = accuracies(X, y, tried, splits(60), max_iter=7)
    for at, setting in enumerate(tried):
        model = Perceptron(
            eta0=0.1, init="threshold", intercept_scaling="norm", order="cyclic", max_iter=7,
            hypothesis="voted",
            **setting.params(),
        )  # fmt: skip
        alone = [model.fit(X[a], y[a]).score(X[b], y[b]) for a, b in splits(60)]
        np.testing.assert_allclose(together[at, 2], 100 * np.array(alone), rtol=0, atol=1e-9)


@pytest.mark.parametrize("hypothesis", ["last", "longest", "voted"])
def test_predicting_without_validation_predicts_the_same(noisy_data, hypothesis):
    X, y = noisy_data
    for labels in (y, y > 0):
        model = Perceptron(hypothesis=hypothesis, max_iter=3).fit(X, labels)
        expected = model.predict(X)
        if hypothesis == "voted" and labels is y:  # the paper does not break ties
            expected = model._votes.sums(X).argmax(axis=1)
        np.testing.assert_array_equal(predicted(model, X), expected)


def test_a_table_shows_the_best_of_each_permutation():
    rows = [
        {"dataset": "a", "permutation": run, "tau": tau, "lam": 0.0, "alpha": 0,
         "hypothesis": "last", "accuracy": accuracy}
        for run, tau, accuracy in [(0, 0.5, 70.0), (0, 1.0, 80.0), (1, 0.5, 60.0), (1, 0.0, 99.0)]
    ]  # fmt: skip
    best = best_by_column(rows, "dataset")
    assert best["a", "last", "tau"] == [80.0, 60.0]
    assert best["a", "last", "nothing"] == [99.0]


def test_incomplete_repetitions_of_table_2_are_not_counted():
    row = {"noise": 0.1, "voted": 80.0, "longest": 80.0, "last": 79.0}
    rows = [{**row, "permutation": 0}] * 30 + [{**row, "permutation": 1}] * 29
    assert counts(rows, 0.1, "V>C") == [30.0]


def test_no_tolerance_is_below_one_point():
    assert tolerance([70.0] * 12) == 1.0


def test_a_wide_spread_widens_the_tolerance():
    assert tolerance([60.0, 80.0] * 6) == pytest.approx(2.5 * np.std([60, 80] * 6, ddof=1))


@pytest.mark.parametrize(("runs", "verdict"), [(11, "shown"), (12, "inside")])
def test_a_verdict_needs_twelve_permutations(runs, verdict):
    assert line({}, 70.4, [70.0] * runs).verdict == verdict


def test_large_sets_choose_by_inner_folds_and_show_the_test_accuracy():
    cells = [
        {"dataset": "usps", "permutation": 0, "part": part, "tau": s.tau, "lam": s.lam,
         "hypothesis": name, "accuracy": accuracy(s, part)}
        for part in range(11) for s in settings(alpha=False) for name in HYPOTHESES
    ]  # fmt: skip
    found = {tuple(line.labels.values()): line.ours for line in TABLES["7"].table(cells)}
    assert found["USPS", "voted", "tau"] == 70.5
    assert found["USPS", "voted", "nothing"] == 99.0
    without_test = TABLES["7"].table([cell for cell in cells if cell["part"] < 10])
    assert {line.verdict for line in without_test} == {"missing"}


def accuracy(setting, part):
    """Tau 0.5 is best in the inner folds, no parameter on the test rows."""
    if part == 10:
        return 99.0 if setting == Setting() else 70.0 + setting.tau
    return 90.0 if setting == Setting(0.5) else 80.0


def test_in_one_pass_settings_of_one_margin_are_the_same(noisy):
    X, y = permuted(*noisy, 0)
    tried, [fold, *_] = settings(), splits(60)
    expected = accuracies(X, y, tried, [fold], eta0=1.0, max_iter=1)[:, :, 0]
    np.testing.assert_array_equal(in_one_fold(X, y, tried, fold, 1.0, 1), expected)
    several = accuracies(X, y, tried, [fold], eta0=0.1, max_iter=5)[:, :, 0]
    np.testing.assert_array_equal(in_one_fold(X, y, tried, fold, 0.1, 5), several)
    assert len(np.unique(several, axis=0)) > 7


def test_rows_for_adult_are_drawn_from_the_training_rows_without_repetition():
    for (train, test), (all_train, _) in zip(draws(200, 50, 1), splits(200), strict=True):
        assert len(set(train)) == 50
        assert set(train) <= set(all_train)
        assert len(test) == 20


@pytest.mark.parametrize("penalty", [0.1, 1.0, 10.0])
def test_squared_slack_in_the_kernel_is_squared_slack(noisy, penalty):
    X, y = noisy
    train, test = np.arange(40), np.arange(40, 60)
    found, finished = one_fold(X @ X.T, y, (train, test), HARD, penalty)
    # A large constant feature leaves the intercept free, as libsvm does.
    model = LinearSVC(C=1 / (2 * penalty), intercept_scaling=100.0, tol=1e-8, max_iter=100_000)
    assert finished
    assert found == pytest.approx(100 * model.fit(X[train], y[train]).score(X[test], y[test]))


@pytest.mark.parametrize(
    ("number", "cells"),
    [
        ("2", 35),
        ("3", 144),
        ("3-large", 30),
        ("4", 90),
        ("5", 126),
        ("6", 206),
        ("7", 45),
        ("7-kernel", 12),
    ],
)
def test_every_printed_cell_has_a_line_before_any_task_is_run(number, cells):
    lines = TABLES[number].table([])
    assert len(lines) == cells
    assert {found.verdict for found in lines} == {"missing"}


def test_figures_take_their_rows_from_the_tables():
    in_tables = {task for table in TABLES.values() for task in table.tasks(2, False)}
    for number, figure in FIGURES.items():
        if number != "3":
            assert set(figure.tasks(2, False)) <= in_tables


def test_a_figure_draws_each_hypothesis_with_one_parameter_active():
    rows = [
        {"tau": tau, "lam": lam, "alpha": 0, "hypothesis": name, "accuracy": 80.0 + tau}
        for tau in (0.0, 0.5, 1.0)
        for lam in (0.0, 1.0)
        for name in ("last", "voted")
    ]
    drawn = FIGURES["4f"].figure(rows)
    assert drawn.count("<svg") == 1
    assert drawn.count("voted: 81 at 1") == 1
    assert "longest:" not in drawn
