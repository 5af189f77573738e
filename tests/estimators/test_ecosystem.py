"""The estimators inside scikit-learn's tools: pipelines, searches, ensembles, routing, files."""

import copy
import pickle

import joblib
import numpy as np
import pandas as pd
import pytest
import sklearn
from sklearn.base import clone, is_classifier
from sklearn.calibration import CalibratedClassifierCV
from sklearn.datasets import load_breast_cancer, load_iris
from sklearn.ensemble import AdaBoostClassifier, BaggingClassifier, StackingClassifier
from sklearn.inspection import permutation_importance
from sklearn.model_selection import GridSearchCV, cross_val_score, cross_validate
from sklearn.multiclass import OneVsOneClassifier, OneVsRestClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils import get_tags

from rosenblatt import AveragedPerceptron, Perceptron, PocketPerceptron, VotedPerceptron

FAMILY = (Perceptron, AveragedPerceptron, VotedPerceptron, PocketPerceptron)


@pytest.fixture(scope="module")
def cancer():
    X, y = load_breast_cancer(return_X_y=True)
    return StandardScaler().fit_transform(X), y


@pytest.fixture(scope="module")
def iris():
    return load_iris(return_X_y=True, as_frame=True)


# ---------------------------------------------------------------- pipelines and tables


@pytest.mark.parametrize("output", ["pandas", "polars"])
def test_a_pipeline_that_passes_tables_on_keeps_the_names(output, iris):
    X, y = iris
    pipeline = make_pipeline(StandardScaler().set_output(transform=output), Perceptron())
    pipeline.fit(X, y)
    assert pipeline[-1].feature_names_in_.tolist() == X.columns.tolist()
    assert pipeline.score(X, y) > 0.8


def test_names_in_another_order_are_an_error_inside_a_pipeline(iris):
    X, y = iris
    pipeline = make_pipeline(StandardScaler().set_output(transform="pandas"), Perceptron())
    pipeline.fit(X, y)
    with pytest.raises(ValueError, match="same order"):
        pipeline.predict(X[X.columns[::-1]])


def test_numbers_after_names_bring_a_warning(iris):
    X, y = iris
    model = Perceptron().fit(X, y)
    with pytest.warns(UserWarning, match="does not have valid feature names"):
        model.predict(X.to_numpy())


def test_a_fit_on_numbers_forgets_the_names(iris):
    X, y = iris
    model = Perceptron().fit(X, y).fit(X.to_numpy(), y)
    assert not hasattr(model, "feature_names_in_")


def test_a_pipeline_can_be_streamed_through(cancer):
    X, y = cancer
    model = Perceptron()
    for rows in np.array_split(np.arange(len(y)), 5):
        model.partial_fit(pd.DataFrame(X[rows]).add_prefix("x"), y[rows])
    assert model.feature_names_in_[0] == "x0"
    assert model.score(pd.DataFrame(X).add_prefix("x"), y) > 0.9


# ---------------------------------------------------------------- metadata routing


@pytest.fixture
def routing():
    with sklearn.config_context(enable_metadata_routing=True):
        yield


def weights_of(y):
    return np.where(y == 0, 0.25, 3.0)


def test_weights_are_routed_through_a_pipeline(routing, cancer):
    X, y = cancer
    model = Perceptron(random_state=0).set_fit_request(sample_weight=True)
    pipeline = make_pipeline(StandardScaler().set_fit_request(sample_weight=False), model)
    pipeline.fit(X, y, sample_weight=weights_of(y))
    scaled = StandardScaler().fit_transform(X)
    direct = Perceptron(random_state=0).fit(scaled, y, weights_of(y))
    np.testing.assert_array_equal(pipeline[-1].coef_, direct.coef_)


def test_weights_are_routed_through_a_search_to_fit_and_score(routing, cancer):
    X, y = cancer
    model = Perceptron(random_state=0).set_fit_request(sample_weight=True)
    model.set_score_request(sample_weight=True)
    search = GridSearchCV(model, {"margin": [0.0, 0.5]}, cv=3)
    search.fit(X, y, sample_weight=weights_of(y))
    params = search.best_params_
    direct = Perceptron(random_state=0, **params).fit(X, y, weights_of(y))
    np.testing.assert_array_equal(search.best_estimator_.coef_, direct.coef_)


def test_weights_nobody_asked_for_are_an_error(routing, cancer):
    X, y = cancer
    with pytest.raises(sklearn.exceptions.UnsetMetadataPassedError, match="sample_weight"):
        GridSearchCV(Perceptron(), {}, cv=2).fit(X, y, sample_weight=weights_of(y))


def test_classes_and_weights_can_be_requested_by_partial_fit(routing):
    model = Perceptron().set_partial_fit_request(sample_weight=True, classes=True)
    assert model.get_metadata_routing().partial_fit.requests == {
        "sample_weight": True,
        "classes": True,
    }


# ---------------------------------------------------------------- copies and files


@pytest.mark.parametrize("kind", FAMILY)
def test_a_clone_has_the_parameters_and_nothing_learned(kind, cancer):
    X, y = cancer
    model = kind(margin=0.25, init=np.ones((1, 30)), class_weight={0: 2.0}, random_state=3)
    copied = clone(model.fit(X, y))
    assert copied.get_params().keys() == model.get_params().keys()
    assert vars(copied).keys() == copied.get_params().keys()
    np.testing.assert_array_equal(copied.init, model.init)


@pytest.mark.parametrize("kind", FAMILY)
def test_fit_does_not_change_the_parameters(kind, cancer):
    X, y = cancer
    start, factors, generator = np.ones((1, 30)), {0: 2.0}, np.random.RandomState(0)
    model = kind(init=start, class_weight=factors, random_state=generator).fit(X, y)
    assert model.init is start and model.class_weight is factors
    assert model.random_state is generator
    assert factors == {0: 2.0} and (start == 1).all()


def round_trips(tmp_path):
    def by_joblib(model):
        joblib.dump(model, tmp_path / "model.joblib", compress=3)
        return joblib.load(tmp_path / "model.joblib")

    def mapped(model):
        joblib.dump(model, tmp_path / "plain.joblib")
        return joblib.load(tmp_path / "plain.joblib", mmap_mode="r")

    return {
        "pickle": lambda model: pickle.loads(pickle.dumps(model)),
        "old pickle": lambda model: pickle.loads(pickle.dumps(model, protocol=2)),
        "deepcopy": copy.deepcopy,
        "joblib": by_joblib,
        "joblib mapped": mapped,
    }


@pytest.mark.parametrize("how", ["pickle", "old pickle", "deepcopy", "joblib", "joblib mapped"])
@pytest.mark.parametrize("kind", FAMILY)
def test_a_stored_model_predicts_and_learns_as_before(kind, how, tmp_path, iris):
    X, y = iris[0].to_numpy(), iris[1].to_numpy()
    model = kind(random_state=0).fit(X, y)
    stored = round_trips(tmp_path)[how](model)
    np.testing.assert_array_equal(stored.decision_function(X), model.decision_function(X))
    if hasattr(model, "partial_fit"):
        model.partial_fit(X[::-1], y[::-1])
        stored.partial_fit(X[::-1], y[::-1])
        np.testing.assert_array_equal(stored.decision_function(X), model.decision_function(X))


def test_a_model_that_was_told_of_callbacks_is_stored_without_trouble(cancer):
    X, y = cancer
    model = Perceptron(verbose=0).fit(X, y)
    assert "_callback_fit_ctx" not in vars(model)
    assert pickle.loads(pickle.dumps(model)).score(X, y) == model.score(X, y)


# ---------------------------------------------------------------- representation


@pytest.mark.parametrize("kind", FAMILY)
def test_the_html_shows_the_name_and_the_changed_parameters(kind):
    html = kind(margin=0.125)._repr_html_()
    assert kind.__name__ in html
    assert "margin" in html and "0.125" in html


@pytest.mark.parametrize("kind", FAMILY)
def test_the_text_shows_changed_parameters_alone(kind):
    assert repr(kind(margin=0.125)) == f"{kind.__name__}(margin=0.125)"


@pytest.mark.parametrize("kind", FAMILY)
def test_every_learner_is_a_classifier_that_takes_sparse_rows(kind):
    assert is_classifier(kind())
    assert get_tags(kind()).input_tags.sparse


# ---------------------------------------------------------------- searches and ensembles


@pytest.mark.parametrize("kind", FAMILY)
def test_grid_search_finds_a_good_model(kind, cancer):
    X, y = cancer
    search = GridSearchCV(kind(random_state=0), {"margin": [0.0, 0.5]}, cv=3).fit(X, y)
    assert search.best_score_ > 0.93


@pytest.mark.parametrize("backend", ["threading", "multiprocessing"])
def test_jobs_of_joblib_give_the_scores_of_one(backend, iris):
    X, y = iris
    one = cross_val_score(Perceptron(random_state=0, n_jobs=2), X, y, cv=3)
    with joblib.parallel_backend(backend):
        many = cross_val_score(Perceptron(random_state=0, n_jobs=2), X, y, cv=3, n_jobs=2)
    np.testing.assert_array_equal(one, many)


def test_cross_validation_by_average_precision_works(cancer):
    X, y = cancer
    scoring = ["accuracy", "roc_auc", "average_precision"]
    found = cross_validate(VotedPerceptron(random_state=0), X, y, scoring=scoring, cv=3)
    assert found["test_roc_auc"].min() > 0.95


def test_scores_can_be_calibrated(cancer):
    X, y = cancer
    model = CalibratedClassifierCV(Perceptron(random_state=0), cv=3).fit(X, y)
    assert model.predict_proba(X).shape == (len(y), 2)
    assert model.score(X, y) > 0.95


def test_scores_of_three_classes_can_be_calibrated(iris):
    model = CalibratedClassifierCV(Perceptron(margin=0.1, random_state=0), cv=3).fit(*iris)
    np.testing.assert_allclose(model.predict_proba(iris[0]).sum(axis=1), 1.0)


def test_perceptrons_can_be_bagged(cancer):
    X, y = cancer
    model = BaggingClassifier(Perceptron(max_iter=5), n_estimators=5, random_state=0)
    assert model.fit(X, y).score(X, y) > 0.95


@pytest.mark.parametrize("order", ["content", "shuffled"])
def test_perceptrons_can_be_boosted(order, cancer):
    X, y = cancer
    weak = Perceptron(max_iter=2, order=order, random_state=0)
    model = AdaBoostClassifier(weak, n_estimators=5, random_state=0).fit(X, y)
    assert model.score(X, y) > 0.93


def test_perceptrons_can_be_stacked(cancer):
    X, y = cancer
    parts = [("averaged", AveragedPerceptron()), ("pocket", PocketPerceptron(max_iter=5))]
    model = StackingClassifier(parts, final_estimator=Perceptron(), cv=3).fit(X, y)
    assert model.score(X, y) > 0.9


@pytest.mark.parametrize("wrapper", [OneVsRestClassifier, OneVsOneClassifier])
def test_scikit_learns_ways_to_many_classes_work(wrapper, iris):
    model = wrapper(Perceptron(margin=0.1, random_state=0)).fit(*iris)
    assert model.score(*iris) > 0.8


def test_one_against_the_rest_equals_scikit_learns(iris):
    X, y = iris[0].to_numpy(), iris[1].to_numpy()
    settings = {"order": "cyclic", "max_iter": 7, "margin": 0.1}
    ours = Perceptron(**settings).fit(X, y)
    theirs = OneVsRestClassifier(Perceptron(**settings)).fit(X, y)
    for line, other in zip(ours.coef_, theirs.estimators_, strict=True):
        np.testing.assert_array_equal(line, other.coef_[0])


def test_permutation_importance_finds_the_feature_that_matters():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(200, 3))
    y = (X[:, 1] > 0).astype(int)
    model = Perceptron(random_state=0).fit(X, y)
    importances = permutation_importance(model, X, y, random_state=0, n_repeats=3).importances_mean
    assert importances.argmax() == 1
