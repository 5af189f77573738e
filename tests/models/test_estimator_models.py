"""Estimators fitted by hand, and pipelines, are saved and exported like models."""

import numpy as np
import pandas as pd
import pytest
from languages import LANGUAGES
from sklearn.compose import make_column_transformer
from sklearn.datasets import load_iris
from sklearn.decomposition import PCA, TruncatedSVD
from sklearn.feature_selection import SelectKBest, VarianceThreshold
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import (
    MaxAbsScaler,
    MinMaxScaler,
    Normalizer,
    OneHotEncoder,
    RobustScaler,
    StandardScaler,
)

from rosenblatt import (
    AdaBoostPerceptron,
    AveragedPerceptron,
    CommitteeMachine,
    KernelPerceptron,
    VotedPerceptron,
    Whitening,
)
from rosenblatt.models import export, load, model_of, save
from rosenblatt.tables import Table, TableCoder

X, y = load_iris(return_X_y=True)
FRAME = load_iris(as_frame=True).data
TABLE = Table.from_arrays("iris", X, y)
AVERAGED = AveragedPerceptron(random_state=0)
STEPS = {
    "nothing": [],
    "standard": [StandardScaler()],
    "standard without mean": [StandardScaler(with_mean=False)],
    "range": [MinMaxScaler()],
    "largest": [MaxAbsScaler()],
    "robust": [RobustScaler()],
    "two scalers": [StandardScaler(), MinMaxScaler((-1, 1)), "passthrough"],
    "components": [StandardScaler(), PCA(3)],
    "white components": [PCA(2, whiten=True)],
    "singular vectors": [MaxAbsScaler(), TruncatedSVD(2, random_state=0)],
    "selection": [VarianceThreshold(0.5)],
    "best features": [StandardScaler(), SelectKBest(k=2)],
    "whitening": [Whitening()],
    "components, then scaled": [PCA(3), StandardScaler()],
}
LEARNERS = {
    "averaged": AVERAGED,
    "boosted": AdaBoostPerceptron(n_estimators=8, random_state=0),
    "voted": VotedPerceptron(max_iter=1, random_state=0),
    "committee": CommitteeMachine(random_state=0),
}


def agrees(model, rows, labels, table, folder, language):
    found = LANGUAGES[language](model_of(model), table, folder)
    return np.mean(np.asarray(found).astype(str) == labels.astype(str))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("steps", STEPS)
def test_a_pipeline_of_linear_steps_is_exported(steps, language, tmp_path):
    model = make_pipeline(*STEPS[steps], AVERAGED).fit(X, y)
    assert agrees(model, X, model.predict(X), TABLE, tmp_path, language) == 1.0


@pytest.mark.parametrize("learner", LEARNERS)
@pytest.mark.parametrize("language", ["onnx", "sqlite", "c"])
def test_every_kind_of_formula_goes_through_linear_steps(learner, language, tmp_path):
    model = make_pipeline(StandardScaler(), PCA(3), LEARNERS[learner]).fit(X, y)
    assert agrees(model, X, model.predict(X), TABLE, tmp_path, language) > 0.99


@pytest.mark.parametrize("language", ["onnx", "c", "json"])
def test_a_kernel_after_a_scaler_is_exported(language, tmp_path):
    model = make_pipeline(StandardScaler(), KernelPerceptron(random_state=0)).fit(X, y)
    assert agrees(model, X, model.predict(X), TABLE, tmp_path, language) == 1.0


def test_a_kernel_after_other_steps_is_refused_with_a_remedy():
    model = make_pipeline(PCA(2), KernelPerceptron(random_state=0)).fit(X, y)
    with pytest.raises(ValueError, match="scale columns one by one"):
        export(model, "c")


def test_a_step_that_is_not_linear_is_refused_by_name():
    model = make_pipeline(Normalizer(), AVERAGED).fit(X, y)
    with pytest.raises(ValueError, match="Normalizer is not a linear transformer"):
        export(model, "sql")


@pytest.mark.parametrize("steps", sorted(STEPS.keys() - {"best features"}))
def test_a_pipeline_is_saved_and_loaded(steps, tmp_path):
    pytest.importorskip("skops")
    model = make_pipeline(*STEPS[steps], AVERAGED).fit(X, y)
    save(model, tmp_path / "m.rosenblatt")
    again = load(tmp_path / "m.rosenblatt")
    np.testing.assert_array_equal(again.predict(TABLE), model.predict(X))


def test_a_pipeline_with_a_function_in_it_is_not_saved_but_exported(tmp_path):
    pytest.importorskip("skops")
    model = make_pipeline(*STEPS["best features"], AVERAGED).fit(X, y)
    with pytest.raises(ValueError, match="f_classif, which a model file may not"):
        save(model, tmp_path / "m.rosenblatt")


def test_columns_keep_the_names_of_the_frame():
    model = make_pipeline(StandardScaler(), AVERAGED).fit(FRAME, y)
    assert '"petal width (cm)"' in export(model, to="sql")


def mixed():
    rng = np.random.default_rng(0)
    frame = pd.DataFrame({"size": rng.normal(size=80), "kind": rng.choice(["oak", "fir"], 80),
                          "age": rng.normal(size=80)})  # fmt: skip
    return frame, np.where((frame["size"] > 0) ^ (frame["kind"] == "oak"), "yes", "no")


@pytest.mark.parametrize("language", LANGUAGES)
def test_scaled_numbers_and_one_hot_texts_are_exported(language, tmp_path):
    frame, target = mixed()
    columns = make_column_transformer(
        (OneHotEncoder(handle_unknown="ignore"), ["kind"]), (StandardScaler(), ["size"])
    )
    model = make_pipeline(columns, AVERAGED).fit(frame, target)
    named = {"kind": frame["kind"].to_numpy(object), "size": frame["size"].to_numpy()}
    table = Table("mixed", named, target, 80)
    labels = model.predict(frame)
    assert agrees(model, frame, labels, table, tmp_path, language) == 1.0


def test_one_hot_coding_that_drops_a_value_is_refused():
    frame, target = mixed()
    columns = make_column_transformer((OneHotEncoder(drop="first"), ["kind"]))
    with pytest.raises(ValueError, match="set drop=None"):
        export(make_pipeline(columns, AVERAGED).fit(frame, target), "sql")


def test_a_table_coder_in_front_is_the_coding_of_the_model(tmp_path):
    frame, target = mixed()
    named = {"kind": frame["kind"].to_numpy(object), "size": frame["size"].to_numpy()}
    model = make_pipeline(TableCoder(), AVERAGED).fit(named, target)
    found = LANGUAGES["sqlite"](model_of(model), Table("mixed", named, target, 80), tmp_path)
    np.testing.assert_array_equal(found, model.predict(named))


def test_a_search_leaves_as_what_it_chose():
    search = GridSearchCV(make_pipeline(StandardScaler(), AVERAGED),
                          {"averagedperceptron__margin": [0.0, 1.0]}).fit(X, y)  # fmt: skip
    np.testing.assert_array_equal(model_of(search).predict(TABLE), search.predict(X))


def test_many_columns_that_are_not_shifted_stay_one_matrix():
    rows = np.random.default_rng(0).random((30, 1200))
    labels = (rows[:, 0] > 0.5).astype(int)
    model = make_pipeline(MaxAbsScaler(), AVERAGED).fit(rows, labels)
    assert model_of(model).coder.schema_["kind"] == "matrix"


def test_an_estimator_that_is_not_fitted_is_refused():
    with pytest.raises(ValueError, match="not fitted"):
        export(AveragedPerceptron(), "json")
