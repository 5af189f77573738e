"""Exported models give the labels of ``predict``, row by row, away from the boundary."""

import numpy as np
import pytest
import scipy.sparse as sp
from languages import LANGUAGES, by_c, by_hand, by_onnx
from saved_models import hostile_table, model_of
from sklearn.dummy import DummyClassifier
from sklearn.linear_model import LogisticRegression
from untied_rows import clear_rows

from rosenblatt import (
    AROW,
    SCW,
    AdaBoostPerceptron,
    AveragedPerceptron,
    ConfidenceWeighted,
    PassiveAggressiveClassifier,
    Perceptron,
    RCDPerceptron,
    SecondOrderPerceptron,
    VotedPerceptron,
    WhitenedPerceptron,
)
from rosenblatt.models import export
from rosenblatt.models.exporting import exported
from rosenblatt.tables import Table

LEARNERS = {
    "last": Perceptron(random_state=0),
    "averaged": AveragedPerceptron(random_state=0),
    "descent": RCDPerceptron(max_iter=50, random_state=0),
    "passive-aggressive": PassiveAggressiveClassifier(random_state=0),
    "arow": AROW(random_state=0),
    "soft confidence": SCW(random_state=0),
    "confidence": ConfidenceWeighted(random_state=0),
    "second order": SecondOrderPerceptron(random_state=0),
    "whitened": WhitenedPerceptron(random_state=0),
    "logistic": LogisticRegression(),
    "boosted": AdaBoostPerceptron(n_estimators=15, random_state=0),
    "voted": VotedPerceptron(max_iter=1, margin=0.0, random_state=0),
    "voted together": VotedPerceptron(max_iter=1, multi_class="joint", random_state=0),
    "majority": DummyClassifier(),
}


@pytest.fixture(scope="module")
def tables():
    return {n: hostile_table(1000, n) for n in (2, 3)}


@pytest.fixture(scope="module")
def models(tables):
    """Learned from few rows, so that voted ones stay short; four values and other towns."""
    few = {n: table.take(np.arange(150)) for n, table in tables.items()}
    return {
        (name, n): model_of(learner.__class__(**learner.get_params()), few[n], max_values=4)
        for name, learner in LEARNERS.items()
        for n in few
    }


@pytest.mark.parametrize("n_classes", [2, 3])
@pytest.mark.parametrize("learner", LEARNERS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_an_exported_model_agrees(language, learner, n_classes, models, tables, tmp_path):
    model, table = models[learner, n_classes], tables[n_classes]
    clear = clear_rows(model, table)
    labels = LANGUAGES[language](model, table, tmp_path)
    assert clear.sum() > 900
    np.testing.assert_array_equal(labels[clear], model.predict(table)[clear])


@pytest.mark.parametrize("run", [by_onnx, by_hand])
def test_a_model_of_a_sparse_matrix_agrees(run, tmp_path):
    X = sp.random_array((300, 20), density=0.2, rng=np.random.default_rng(0), format="csr")
    y = (np.asarray(X.sum(axis=1)).ravel() > 2).astype(int)
    table = Table.from_arrays("sparse", X, y)
    model = model_of(AveragedPerceptron(random_state=0), table)
    np.testing.assert_array_equal(run(model, table, tmp_path), model.predict(table))


def test_c_labels_are_words_even_for_numbers(tmp_path):
    table = Table.from_arrays("toy", np.array([[0.0], [1.0], [2.0], [3.0]]), [3, 3, 7, 7])
    model = model_of(AveragedPerceptron(random_state=0), table)
    assert by_c(model, table, tmp_path).tolist() == ["3", "3", "7", "7"]


def test_many_terms_stay_within_the_depth_a_database_allows(tmp_path):
    rng = np.random.default_rng(0)
    X = rng.normal(size=(40, 1500))
    table = Table.from_arrays("wide", X, (X[:, 0] > 0).astype(int))
    model = model_of(AveragedPerceptron(random_state=0), table)
    labels = LANGUAGES["sqlite"](model, table, tmp_path)
    np.testing.assert_array_equal(labels, model.predict(table))


def test_a_voted_perceptron_that_is_too_long_says_so(tmp_path, monkeypatch, models):
    monkeypatch.setattr("rosenblatt.models.voted_formula.MOST_NUMBERS", 50)
    with pytest.raises(ValueError, match="export an AveragedPerceptron instead"):
        export(models["voted", 2], "json", tmp_path / "m.json")


def test_sql_of_too_many_hyperplanes_is_refused(monkeypatch, models):
    monkeypatch.setattr("rosenblatt.models.exports.sql.MOST_TERMS", 50)
    with pytest.raises(ValueError, match="too much for one SQL expression"):
        exported(models["boosted", 2], "sql")


def test_boosted_voters_are_refused_with_a_reason(tables):
    few = tables[2].take(np.arange(150))
    boosted = AdaBoostPerceptron(VotedPerceptron(max_iter=1), n_estimators=2, random_state=0)
    with pytest.raises(ValueError, match="only boosted hyperplanes can be exported"):
        exported(model_of(boosted, few), "c")


def test_a_learner_without_hyperplanes_is_refused_with_a_reason(tables):
    from sklearn.tree import DecisionTreeClassifier

    model = model_of(DecisionTreeClassifier(), tables[2])
    with pytest.raises(ValueError, match="DecisionTreeClassifier is not made of hyperplanes"):
        exported(model, "json")


def test_an_unknown_language_names_the_known_ones(models):
    with pytest.raises(ValueError, match="choose one of onnx, sql, c, json"):
        exported(models["averaged", 2], "cobol")


def test_an_export_that_fails_leaves_no_file(models, tmp_path):
    with pytest.raises(ValueError, match="not known"):
        export(models["averaged", 2], "cobol", tmp_path / "m")
    assert list(tmp_path.iterdir()) == []
