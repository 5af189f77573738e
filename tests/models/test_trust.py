"""Loading a model file creates objects of known types only, and runs no code from it."""

import numpy as np
import pytest
import scipy.sparse as sp
from saved_models import hostile_table, model_of
from sklearn.dummy import DummyClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.svm import LinearSVC

import rosenblatt
from rosenblatt import AdaBoostPerceptron, AveragedPerceptron, KernelPerceptron, VotedPerceptron
from rosenblatt.atomic_write import write_whole
from rosenblatt.models import BadModelError, load, save
from rosenblatt.models.model_file import pack
from rosenblatt.models.storage import header_of
from rosenblatt.tables import Table

sio = pytest.importorskip("skops.io")

LEARNERS = [
    learner
    for name in rosenblatt.__all__
    if isinstance(learner := getattr(rosenblatt, name), type) and hasattr(learner, "predict")
]


class Stranger(LogisticRegression):
    """A learner of a type that is not trusted."""


@pytest.fixture(scope="module")
def tables():
    return {n: hostile_table(60, n) for n in (2, 3)}


@pytest.mark.parametrize("n_classes", [2, 3])
@pytest.mark.parametrize("learner", [*LEARNERS, LogisticRegression, LinearSVC, DummyClassifier])
def test_every_learner_comes_back_from_its_file(learner, n_classes, tables, tmp_path):
    model = model_of(learner(), tables[n_classes])
    save(model, tmp_path / "m")
    predicted = load(tmp_path / "m").predict(tables[n_classes])
    assert predicted.tolist() == model.predict(tables[n_classes]).tolist()


@pytest.mark.parametrize("boosted", [VotedPerceptron(), LogisticRegression()])
def test_boosting_over_whole_estimators_comes_back(boosted, tables, tmp_path):
    model = model_of(AdaBoostPerceptron(boosted, n_estimators=3, random_state=0), tables[2])
    save(model, tmp_path / "m")
    assert load(tmp_path / "m").predict(tables[2]).tolist() == model.predict(tables[2]).tolist()


@pytest.mark.parametrize("learner", [VotedPerceptron, KernelPerceptron])
def test_sparse_rows_come_back_as_sparse_rows(learner, tmp_path):
    X = sp.random_array((60, 20), density=0.2, rng=np.random.default_rng(0), format="csr")
    table = Table.from_arrays("sparse", X, np.arange(60) % 2)
    model = model_of(learner(random_state=0), table)
    save(model, tmp_path / "m")
    loaded = load(tmp_path / "m")
    kept = loaded.estimator._model if learner is KernelPerceptron else loaded.estimator._votes
    assert sp.issparse(kept.rows)
    np.testing.assert_array_equal(loaded.decision_function(table), model.decision_function(table))


def test_sparse_rows_with_columns_out_of_range_are_refused(tmp_path):
    X = sp.random_array((60, 20), density=0.2, rng=np.random.default_rng(0), format="csr")
    model = model_of(VotedPerceptron(), Table.from_arrays("sparse", X, np.arange(60) % 2))
    model.estimator._votes.rows.indices[0] = 1000
    save(model, tmp_path / "m")
    with pytest.raises(BadModelError, match="cannot be read"):
        load(tmp_path / "m")


def test_a_type_that_is_not_trusted_is_refused_at_save(tables, tmp_path):
    with pytest.raises(ValueError, match="Stranger, which a model file may not"):
        save(model_of(Stranger(), tables[2]), tmp_path / "m")
    assert list(tmp_path.iterdir()) == []


def test_a_type_that_is_not_trusted_is_refused_at_load(tables, tmp_path):
    model = model_of(Stranger(), tables[2])
    payload = sio.dumps({"coder": model.coder, "estimator": model.estimator})
    write_whole(tmp_path / "m", pack(header_of(model), payload))
    with pytest.raises(BadModelError, match=r"not trusted: .*Stranger"):
        load(tmp_path / "m")


def test_a_function_smuggled_in_is_refused(tables, tmp_path):
    import os

    model = model_of(AveragedPerceptron(), tables[2])
    content = {"coder": model.coder, "estimator": model.estimator, "more": os.system}
    write_whole(tmp_path / "m", pack(header_of(model), sio.dumps(content)))
    with pytest.raises(BadModelError, match=r"not trusted: .*system"):
        load(tmp_path / "m")


def test_a_pickle_is_refused(tables, tmp_path):
    import pickle

    model = model_of(AveragedPerceptron(), tables[2])
    payload = pickle.dumps({"coder": model.coder, "estimator": model.estimator})
    write_whole(tmp_path / "m", pack(header_of(model), payload))
    with pytest.raises(BadModelError, match="cannot be read"):
        load(tmp_path / "m")


def test_a_compressed_archive_is_refused(tables, tmp_path):
    import zipfile

    model = model_of(AveragedPerceptron(), tables[2])
    content = {"coder": model.coder, "estimator": model.estimator}
    payload = sio.dumps(content, compression=zipfile.ZIP_DEFLATED)
    write_whole(tmp_path / "m", pack(header_of(model), payload))
    with pytest.raises(BadModelError, match="compressed"):
        load(tmp_path / "m")


def test_an_archive_without_a_model_is_refused(tables, tmp_path):
    model = model_of(AveragedPerceptron(), tables[2])
    write_whole(tmp_path / "m", pack(header_of(model), sio.dumps({"coder": 1})))
    with pytest.raises(BadModelError, match="does not contain a model"):
        load(tmp_path / "m")


def test_a_header_that_describes_another_model_is_refused(tables, tmp_path):
    model = model_of(AveragedPerceptron(), tables[2])
    payload = sio.dumps({"coder": model.coder, "estimator": model.estimator})
    header = {**header_of(model), "classes": ["yes", "no", "maybe"]}
    write_whole(tmp_path / "m", pack(header, payload))
    with pytest.raises(BadModelError, match="fits its own description"):
        load(tmp_path / "m")
