"""One test of contact for each library that people use around an estimator; `make neighbours`."""

import numpy as np
import pytest
from neighbour_models import LEARNERS, name, rows
from sklearn.base import clone
from sklearn.model_selection import cross_val_predict, train_test_split
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from rosenblatt import (
    AveragedPerceptron,
    Perceptron,
    trusted_types,
)


@pytest.mark.parametrize("learner", LEARNERS, ids=name)
def test_skops_loads_what_the_public_list_trusts(learner):
    skops_io = pytest.importorskip("skops.io")
    X, y = rows()
    model = make_pipeline(StandardScaler(), clone(learner)).fit(X, y)
    loaded = skops_io.loads(skops_io.dumps(model), trusted=trusted_types())
    np.testing.assert_array_equal(loaded.decision_function(X), model.decision_function(X))


def test_mlflow_saves_and_loads_in_its_default_format(tmp_path):
    mlflow = pytest.importorskip("mlflow")
    X, y = rows()
    model = AveragedPerceptron(random_state=0).fit(X, y)
    mlflow.sklearn.save_model(
        model, str(tmp_path / "model"), skops_trusted_types=trusted_types(), pip_requirements=[]
    )
    loaded = mlflow.sklearn.load_model(str(tmp_path / "model"))
    np.testing.assert_array_equal(loaded.predict(X), model.predict(X))


def test_shap_explains_the_score_of_a_linear_learner():
    shap = pytest.importorskip("shap")
    X, y = rows()
    model = AveragedPerceptron(random_state=0).fit(X, y)
    explained = shap.LinearExplainer(model, X)(X)
    scores = explained.values.sum(axis=1) + explained.base_values
    np.testing.assert_allclose(scores, model.decision_function(X), rtol=1e-6, atol=1e-6)


def test_shap_that_takes_a_voted_model_for_a_hyperplane_warns():
    shap = pytest.importorskip("shap")
    X, y = rows()
    model = Perceptron(hypothesis="voted", random_state=0).fit(X, y)
    with pytest.warns(UserWarning, match="does not say how it predicts"):
        shap.LinearExplainer(model, X)


def test_eli5_shows_the_weights():
    eli5 = pytest.importorskip("eli5")
    X, y = rows()
    model = AveragedPerceptron(random_state=0).fit(X, y)
    told = eli5.explain_weights(model)
    assert told.error is None or "not supported" in told.error
    assert eli5.sklearn.PermutationImportance(model, random_state=0).fit(X, y)


def test_dask_ml_feeds_partial_fit():
    wrappers = pytest.importorskip("dask_ml.wrappers")
    da = pytest.importorskip("dask.array")
    X, y = rows()
    chunked = da.from_array(X, chunks=(40, 6)), da.from_array(y, chunks=40)
    model = wrappers.Incremental(AveragedPerceptron(random_state=0), shuffle_blocks=False)
    model.fit(*chunked, classes=[0, 1])
    whole = AveragedPerceptron(random_state=0)
    for at in (0, 40, 80):
        whole.partial_fit(X[at : at + 40], y[at : at + 40], classes=[0, 1])
    np.testing.assert_array_equal(model.estimator_.coef_, whole.coef_)


def test_imbalanced_learn_resamples_before_a_learner():
    pipeline = pytest.importorskip("imblearn.pipeline")
    sampling = pytest.importorskip("imblearn.over_sampling")
    X, y = rows()
    y = y * (np.arange(len(y)) % 4 == 0)
    model = pipeline.make_pipeline(
        sampling.RandomOverSampler(random_state=0), AveragedPerceptron(random_state=0)
    )
    assert set(model.fit(X, y).predict(X)) == {0, 1}


def test_optuna_searches_parameters():
    optuna = pytest.importorskip("optuna")
    optuna.logging.set_verbosity(optuna.logging.WARNING)
    X, y = rows()
    kept = train_test_split(X, y, random_state=0)

    def error(trial):
        model = Perceptron(margin=trial.suggest_float("margin", 0.0, 1.0), random_state=0)
        return 1 - model.fit(kept[0], kept[2]).score(kept[1], kept[3])

    study = optuna.create_study(sampler=optuna.samplers.RandomSampler(seed=0))
    study.optimize(error, n_trials=4)
    assert study.best_value == min(trial.value for trial in study.trials)


def test_cleanlab_finds_wrong_labels_by_our_probabilities():
    filters = pytest.importorskip("cleanlab.filter")
    X, y = rows()
    y = y.copy()
    turned = np.flatnonzero(np.abs(X[:, 0]) > 1)[:6]
    y[turned] = 1 - y[turned]
    model = AveragedPerceptron(probability="sigmoid", random_state=0)
    shares = cross_val_predict(model, X, y, cv=3, method="predict_proba")
    assert filters.find_label_issues(y, shares).shape == y.shape


def test_mapie_makes_prediction_sets_of_our_probabilities():
    mapie = pytest.importorskip("mapie.classification")
    X, y = rows(3)
    learned, kept, y_learned, y_kept = train_test_split(X, y, random_state=0)
    model = AveragedPerceptron(probability="sigmoid", random_state=0).fit(learned, y_learned)
    split = mapie.SplitConformalClassifier(model, confidence_level=0.9, prefit=True)
    sets = split.conformalize(kept, y_kept).predict_set(kept)[1]
    assert sets[np.arange(len(y_kept)), y_kept, 0].mean() >= 0.9
