"""Nested cross-validation and its folds."""

from math import sqrt

import numpy as np
import pytest
import sklearn
from scipy.stats import t
from searches import learner, table
from sklearn.base import clone
from sklearn.metrics import accuracy_score, balanced_accuracy_score
from sklearn.model_selection import KFold

from rosenblatt.selection import (
    LaneSearchCV,
    NestedScores,
    PermutedFolds,
    StagedSearchCV,
    nested_cross_validate,
)

GRID = {"margin": [0.0, 0.25, 1.0], "hypothesis": ["longest", "voted"]}


def search_of_grid():
    return LaneSearchCV(learner(), GRID, cv=KFold(3))


def test_each_fold_is_searched_fitted_and_scored_by_itself():
    X, y = table()
    folds = PermutedFolds(4, random_state=0)
    found = nested_cross_validate(search_of_grid(), X, y, cv=folds)
    for number, (train, test) in enumerate(folds.split(X)):
        alone = clone(search_of_grid()).fit(X[train], y[train])
        assert found.params[number] == alone.best_params_
        assert found.scores[number] == alone.score(X[test], y[test])


def weights_of(y):
    return np.random.default_rng(7).integers(1, 5, size=len(y)) / 2


def test_weights_are_split_and_used_to_search_fit_and_score():
    X, y = table()
    folds, weights = PermutedFolds(4, random_state=0), weights_of(y)
    found = nested_cross_validate(search_of_grid(), X, y, cv=folds, sample_weight=weights)
    for number, (train, test) in enumerate(folds.split(X)):
        alone = search_of_grid().fit(X[train], y[train], sample_weight=weights[train])
        right = alone.predict(X[test]) == y[test]
        assert found.params[number] == alone.best_params_
        assert found.scores[number] == pytest.approx(np.average(right, weights=weights[test]))


def test_weights_of_one_change_nothing():
    X, y = table()
    folds = PermutedFolds(3, random_state=0)
    one, other = (
        nested_cross_validate(search_of_grid(), X, y, cv=folds, sample_weight=weights)
        for weights in (None, [1.0] * len(y))
    )
    assert one.params == other.params
    np.testing.assert_array_equal(one.scores, other.scores)


def test_rows_of_weight_zero_are_absent():
    """Rows of weight zero with wrong labels, among training, inner and outer test rows."""
    X, y = table()
    weights = (np.arange(90) < 60).astype(float)
    turned = np.where(weights > 0, y, 1 - y)
    without = LaneSearchCV(learner(), GRID, cv=[(np.arange(20), np.arange(20, 40))])
    one = nested_cross_validate(without, X, y, cv=[(np.arange(40), np.arange(40, 60))])
    # The training rows 40 to 54 have weight zero.
    search = LaneSearchCV(learner(), GRID, cv=[(np.r_[:20, 40:48], np.r_[20:40, 48:55])])
    outer = [(np.r_[:40, 60:75], np.r_[40:60, 75:90])]
    other = nested_cross_validate(search, X, turned, cv=outer, sample_weight=weights)
    assert one.params == other.params
    np.testing.assert_array_equal(one.scores, other.scores)


@pytest.mark.parametrize("scoring", [
    "balanced_accuracy", ["accuracy", "balanced_accuracy"],
    lambda model, X, y, sample_weight=None: model.score(X, y, sample_weight),
    lambda model, X, y, sample_weight=None: {"balanced_accuracy": model.score(X, y, sample_weight)},
], ids=["name", "several", "function", "function of several"])  # fmt: skip
def test_every_kind_of_scorer_that_accepts_weights_gets_them(scoring):
    X, y = table()
    refit = True if scoring == "balanced_accuracy" else "balanced_accuracy"
    search = LaneSearchCV(learner(), GRID, cv=3, scoring=scoring, refit=refit)
    (train, test), weights = (np.arange(60), np.arange(60, 90)), weights_of(y)
    found = nested_cross_validate(search, X, y, cv=[(train, test)], sample_weight=weights)
    alone = search.fit(X[train], y[train], sample_weight=weights[train])
    measure = balanced_accuracy_score if not callable(scoring) else accuracy_score
    expected = measure(y[test], alone.predict(X[test]), sample_weight=weights[test])
    assert found.scores[0] == pytest.approx(expected)


@pytest.mark.filterwarnings("ignore:The scoring .* does not support sample_weight")
def test_a_scorer_that_accepts_no_weights_gets_none():
    X, y = table()
    search = LaneSearchCV(learner(), GRID, cv=3, scoring=lambda model, X, y: model.score(X, y))
    (train, test), weights = (np.arange(60), np.arange(60, 90)), weights_of(y)
    found = nested_cross_validate(search, X, y, cv=[(train, test)], sample_weight=weights)
    alone = search.fit(X[train], y[train], sample_weight=weights[train])
    assert found.scores[0] == alone.score(X[test], y[test])


def test_metadata_routing_sends_weights_where_they_were_asked_for():
    X, y = table()
    (train, test), weights = (np.arange(60), np.arange(60, 90)), weights_of(y)
    with sklearn.config_context(enable_metadata_routing=True):
        model = learner().set_fit_request(sample_weight=True).set_score_request(sample_weight=True)
        search = LaneSearchCV(model, GRID, cv=3)
        found = nested_cross_validate(search, X, y, cv=[(train, test)], sample_weight=weights)
        alone = search.fit(X[train], y[train], sample_weight=weights[train])
        assert found.scores[0] == alone.score(X[test], y[test], sample_weight=weights[test])


def test_weights_of_another_length_are_an_error():
    X, y = table()
    with pytest.raises(ValueError, match="inconsistent numbers of samples"):
        nested_cross_validate(search_of_grid(), X, y, sample_weight=np.ones(89))


def test_the_test_rows_do_not_influence_the_choice():
    X, y = table()
    train, test = np.arange(60), np.arange(60, 90)
    turned = y.copy()
    turned[test] = 1 - y[test]
    one, other = (
        nested_cross_validate(search_of_grid(), X, labels, cv=[(train, test)])
        for labels in (y, turned)
    )
    assert one.params == other.params
    assert one.scores + other.scores == pytest.approx(1.0)


def test_a_number_of_folds_means_that_many():
    X, y = table()
    assert len(nested_cross_validate(search_of_grid(), X, y, cv=5).scores) == 5


def test_threads_change_nothing():
    X, y = table()
    folds = PermutedFolds(3, random_state=1)
    one, many = (
        nested_cross_validate(search_of_grid(), X, y, cv=folds, n_jobs=n_jobs)
        for n_jobs in (None, 3)
    )
    np.testing.assert_array_equal(one.scores, many.scores)


def test_a_staged_search_can_be_nested():
    X, y = table()
    search = StagedSearchCV(learner(), [{"margin": [0.0, 0.5]}, {"lam": [0.0, 0.5]}], cv=3)
    found = nested_cross_validate(search, X, y, cv=3)
    assert all(set(params) == {"margin", "lam"} for params in found.params)


def test_a_search_that_does_not_fit_its_choice_is_an_error():
    X, y = table()
    search = LaneSearchCV(learner(), GRID, refit=False)
    with pytest.raises(ValueError, match="give a search with refit=True"):
        nested_cross_validate(search, X, y)


def test_nested_scores_are_summarised_as_in_the_papers():
    scores = np.array([0.5, 0.7, 0.6, 0.8])
    found = NestedScores(scores, ({},) * 4)
    assert found.mean == pytest.approx(0.65)
    assert found.sd == pytest.approx(sqrt(np.mean((scores - 0.65) ** 2)))
    assert found.half_width == pytest.approx(t.ppf(0.975, 3) * found.sd / sqrt(3))
    assert str(found) == "0.6500 ± 0.2054"


def test_permuted_folds_are_contiguous_in_one_permutation():
    folds = list(PermutedFolds(4, random_state=3).split(np.zeros((11, 1))))
    order = np.concatenate([test for _, test in folds])
    assert sorted(order) == list(range(11))
    assert [len(test) for _, test in folds] == [3, 3, 3, 2]
    for train, test in folds:
        np.testing.assert_array_equal(train, order[~np.isin(order, test)])


def test_permuted_folds_need_two_or_more():
    with pytest.raises(ValueError, match="n_splits=1 is too few"):
        PermutedFolds(1)


def test_permuted_folds_need_a_row_each():
    with pytest.raises(ValueError, match="3 rows cannot be divided into 4 folds"):
        next(PermutedFolds(4).split(np.zeros((3, 1))))
