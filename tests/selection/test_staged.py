"""Grids searched one after the other."""

import numpy as np
import pytest
from searches import learner, table
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV, KFold

from rosenblatt.selection import StagedSearchCV

MARGINS = {"margin": [0.0, 0.125, 0.25, 0.5, 1.0]}
BOUNDS = {"alpha_bound": [None, 4, 2, 1]}


def fitted(stages, n_classes=2, **options):
    X, y = table(n_classes)
    return StagedSearchCV(learner(), stages, **{"cv": 3, **options}).fit(X, y)


def test_two_stages_are_two_grid_searches():
    X, y = table(3)
    staged = fitted([MARGINS, BOUNDS], n_classes=3)
    first = GridSearchCV(learner(), MARGINS, cv=3).fit(X, y)
    second = GridSearchCV(learner(**first.best_params_), BOUNDS, cv=3).fit(X, y)
    both = [*first.cv_results_["mean_test_score"], *second.cv_results_["mean_test_score"]]
    np.testing.assert_array_equal(staged.cv_results_["mean_test_score"], both)
    assert staged.best_params_ == {**first.best_params_, **second.best_params_}


def test_the_results_have_a_column_for_the_stage():
    results = fitted([MARGINS, BOUNDS]).cv_results_
    assert results["stage"].tolist() == [1] * 5 + [2] * 4
    assert results["param_alpha_bound"].mask.tolist() == [True] * 5 + [False] * 4


def test_a_later_stage_uses_the_best_candidate_of_the_one_before():
    search = fitted([MARGINS, BOUNDS])
    means = search.cv_results_["mean_test_score"][:5]
    winner = MARGINS["margin"][int(means.argmax())]
    assert {params["margin"] for params in search.cv_results_["params"][5:]} == {winner}


def test_the_first_of_equals_wins():
    stages = [{"eta0": [4.0, 1.0, 2.0]}, {"margin": [0.0]}]  # without margin eta0 changes nothing
    assert fitted(stages).best_params_["eta0"] == 4.0


def test_equal_scores_in_another_order_are_equal():
    folds = np.array([[0.8, 0.6, 0.5], [0.6, 0.5, 0.8]])
    means = folds.mean(axis=1)
    assert means[0] < means[1]
    results = {"stage": [1, 1], "mean_test_score": means}
    assert StagedSearchCV._select_best_index(True, "score", results) == 0


def test_the_last_stage_decides_even_if_it_is_worse():
    search = fitted(
        [MARGINS, {"intercept_scaling": [100.0], "max_iter": [1], "hypothesis": ["last"]}]
    )
    assert search.best_index_ == 5
    assert search.best_score_ < search.cv_results_["mean_test_score"].max()


@pytest.mark.filterwarnings("ignore")
def test_candidates_that_fail_are_not_chosen():
    search = fitted([{"margin": [-1.0, 0.25]}, {"lam": [-1.0, 0.5]}])
    assert search.best_params_ == {"margin": 0.25, "lam": 0.5}


def test_unseeded_folds_are_the_same_in_all_stages():
    stages = [{"margin": [0.25]}, {"lam": [0.0]}]
    results = fitted(stages, cv=KFold(3, shuffle=True)).cv_results_
    for fold in range(3):
        assert len(set(results[f"split{fold}_test_score"])) == 1


def test_the_best_candidate_is_fitted_to_all_rows():
    X, y = table()
    search = fitted([MARGINS, BOUNDS])
    alone = learner(**search.best_params_).fit(X, y)
    np.testing.assert_array_equal(search.predict(X), alone.predict(X))


def test_a_stage_may_be_a_list_of_grids():
    search = fitted([[{"margin": [0.0]}, {"lam": [0.5]}], BOUNDS])
    assert search.cv_results_["stage"].tolist() == [1, 1, 2, 2, 2, 2]


def test_of_several_scores_the_named_one_chooses():
    search = fitted([MARGINS, BOUNDS], scoring=["accuracy", "recall"], refit="recall")
    recall = search.cv_results_["mean_test_recall"]
    assert search.best_score_ == recall[5:].max()


def test_several_scores_without_a_name_are_an_error():
    with pytest.raises(ValueError, match="refit=False does not say which of several scores"):
        fitted([MARGINS, BOUNDS], scoring=["accuracy", "recall"], refit=False)


def test_no_stage_is_an_error():
    with pytest.raises(ValueError, match="stages is empty"):
        fitted([])


def test_learners_of_other_libraries_can_be_searched():
    X, y = table()
    stages = [{"C": [0.1, 1.0]}, {"fit_intercept": [True, False]}]
    search = StagedSearchCV(LogisticRegression(), stages, cv=3).fit(X, y)
    assert search.cv_results_["stage"].tolist() == [1, 1, 2, 2]
    assert search.best_index_ >= 2
