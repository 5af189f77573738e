"""Searches over pipelines: transformers once for each fold, learners in lanes."""

import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import load_breast_cancer, load_iris
from sklearn.decomposition import PCA
from sklearn.model_selection import GridSearchCV, StratifiedKFold
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from rosenblatt import AveragedPerceptron, Perceptron
from rosenblatt.selection import LaneSearchCV
from rosenblatt.selection import pipelines as module

X, y = load_breast_cancer(return_X_y=True)
MARGINS = {"averagedperceptron__margin": [0.0, 0.25, 1.0]}
SCORES = ("mean_test_score", "std_test_score", "rank_test_score", "split0_test_score")


def learner(**more):
    return AveragedPerceptron(max_iter=5, random_state=0, **more)


def assert_same(ours, theirs):
    for name in SCORES:
        np.testing.assert_array_equal(ours.cv_results_[name], theirs.cv_results_[name])
    assert ours.best_params_ == theirs.best_params_
    np.testing.assert_array_equal(ours.predict(X), theirs.predict(X))


@pytest.mark.parametrize("steps", [[StandardScaler()], [StandardScaler(), PCA(5, random_state=0)]])
@pytest.mark.parametrize("shuffle", [False, True])
def test_scores_equal_those_of_a_grid_search(steps, shuffle):
    pipeline = make_pipeline(*steps, learner())
    seed = 0 if shuffle else None
    folds = StratifiedKFold(4, shuffle=shuffle, random_state=seed)
    search = [kind(pipeline, MARGINS, cv=folds).fit(X, y) for kind in (LaneSearchCV, GridSearchCV)]
    assert_same(*search)


def test_transformers_are_fitted_once_for_each_fold(monkeypatch):
    fits = []

    class Counting(StandardScaler):
        def fit(self, X, y=None, sample_weight=None):
            fits.append(len(X))
            return super().fit(X, y, sample_weight)

    pipeline = make_pipeline(Counting(), learner())
    LaneSearchCV(pipeline, MARGINS, cv=3, refit=False).fit(X, y)
    assert len(fits) == 3


def test_candidates_that_change_a_transformer_are_fitted_separately():
    grid = {"standardscaler__with_mean": [True, False], **MARGINS}
    pipeline = make_pipeline(StandardScaler(), learner())
    search = [kind(pipeline, grid, cv=3).fit(X, y) for kind in (LaneSearchCV, GridSearchCV)]
    assert_same(*search)


def test_hypotheses_and_several_classes_share_lanes():
    rows, labels = load_iris(return_X_y=True)
    grid = {"perceptron__hypothesis": ["last", "averaged", "voted"], "perceptron__lam": [0.0, 0.5]}
    pipeline = make_pipeline(StandardScaler(), Perceptron(max_iter=5, random_state=0))
    ours, theirs = (k(pipeline, grid, cv=3).fit(rows, labels) for k in (LaneSearchCV, GridSearchCV))
    np.testing.assert_array_equal(
        ours.cv_results_["mean_test_score"], theirs.cv_results_["mean_test_score"]
    )


def test_several_scores_and_training_scores_are_told():
    pipeline = make_pipeline(StandardScaler(), learner())
    options = {"scoring": ["accuracy", "roc_auc"], "refit": "roc_auc", "cv": 3}
    found = [
        kind(pipeline, MARGINS, return_train_score=True, **options).fit(X, y).cv_results_
        for kind in (LaneSearchCV, GridSearchCV)
    ]
    for name in ("mean_test_accuracy", "mean_test_roc_auc", "mean_train_roc_auc"):
        np.testing.assert_array_equal(found[0][name], found[1][name])


def test_a_data_frame_keeps_its_names():
    frame = pd.DataFrame(X, columns=[f"c{k}" for k in range(X.shape[1])])
    search = LaneSearchCV(make_pipeline(StandardScaler(), learner()), MARGINS, cv=3).fit(frame, y)
    assert search.feature_names_in_[0] == "c0"


def test_weights_for_a_step_are_left_to_the_grid_search(monkeypatch):
    def refuse(*_):
        raise AssertionError("in lanes")

    monkeypatch.setattr(module.PipelineEvaluation, "_fit_fold", refuse)
    search = LaneSearchCV(make_pipeline(StandardScaler(), learner()), MARGINS, cv=3)
    search.fit(X, y, averagedperceptron__sample_weight=np.ones(len(y)))
    assert search.best_score_ > 0.9
