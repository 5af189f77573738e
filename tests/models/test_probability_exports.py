"""Exported models give the probabilities of ``Model.predict_proba``."""

from dataclasses import replace

import numpy as np
import pytest
from languages import PROBABILITIES
from saved_models import hostile_table, model_of
from sklearn.dummy import DummyClassifier
from sklearn.linear_model import LogisticRegression
from untied_rows import clear_rows

from rosenblatt import (
    AdaBoostPerceptron,
    AveragedPerceptron,
    CommitteeMachine,
    DiscriminantParallelPerceptron,
    KernelPerceptron,
    VotedPerceptron,
)
from rosenblatt.models import export, load, save

LEARNERS = {
    "sigmoid": AveragedPerceptron(probability="sigmoid", random_state=0),
    "logistic": LogisticRegression(),
    "boosted": AdaBoostPerceptron(n_estimators=8, random_state=0),
    "voted": VotedPerceptron(max_iter=1, random_state=0),
    "voted together": VotedPerceptron(max_iter=1, multi_class="joint", random_state=0),
    "committee": CommitteeMachine(probability="sigmoid", random_state=0),
    "ramps": DiscriminantParallelPerceptron(
        n_perceptrons=3, max_iter=5, probability="sigmoid", random_state=0
    ),
    "majority": DummyClassifier(),
}


@pytest.fixture(scope="module")
def tables():
    return {n: hostile_table(400, n) for n in (2, 3)}


@pytest.fixture(scope="module")
def models(tables):
    few = {n: table.take(np.arange(120)) for n, table in tables.items()}
    return {
        (name, n): model_of(learner.__class__(**learner.get_params()), few[n], max_values=4)
        for name, learner in LEARNERS.items()
        for n in few
    }


def assert_agree(model, table, language, folder):
    clear = clear_rows(model, table)
    found = PROBABILITIES[language](model, table, folder)
    assert clear.sum() > 300
    np.testing.assert_allclose(found[clear], model.predict_proba(table)[clear], atol=1e-9)


@pytest.mark.parametrize("n_classes", [2, 3])
@pytest.mark.parametrize("learner", LEARNERS)
@pytest.mark.parametrize("language", PROBABILITIES)
def test_exported_probabilities_agree(language, learner, n_classes, models, tables, tmp_path):
    assert_agree(models[learner, n_classes], tables[n_classes], language, tmp_path)


@pytest.mark.parametrize("n_classes", [2, 3])
@pytest.mark.parametrize("language", PROBABILITIES)
def test_a_sigmoid_that_contradicts_the_prediction_is_levelled_everywhere(
    language, n_classes, models, tables, tmp_path
):
    """Offsets so large that the last class would nearly always be the most probable."""
    offsets = np.arange(n_classes, dtype=float)
    skewed = replace(models["sigmoid", n_classes], sigmoid=np.append(0.01, offsets))
    shares = skewed.predict_proba(tables[n_classes])
    assert np.isclose(np.sort(shares, axis=1)[:, -1], np.sort(shares, axis=1)[:, -2]).any()
    assert_agree(skewed, tables[n_classes], language, tmp_path)


@pytest.mark.parametrize("language", ["onnx", "c", "json"])
def test_a_kernel_has_probabilities_too(language, tables, tmp_path):
    learner = KernelPerceptron(probability="sigmoid", random_state=0)
    model = model_of(learner, tables[2].take(np.arange(120)), max_values=4)
    assert_agree(model, tables[2], language, tmp_path)


@pytest.mark.parametrize("language", ["onnx", "c", "json"])
def test_a_model_without_probabilities_is_exported_without_them(language, tables):
    model = model_of(AveragedPerceptron(random_state=0), tables[2])
    content = export(model, to=language)
    name = b"probabilities" if language == "onnx" else "void rosenblatt_probabilities"
    assert name not in content if language != "json" else '"probability"' not in content


def test_sql_asks_for_a_class_that_is_there(models):
    with pytest.raises(ValueError, match="there is no class 'maybe'; the classes are it's, no"):
        export(models["sigmoid", 2], "sql", probability="maybe")


def test_a_model_without_probabilities_says_how_to_get_them(tables):
    model = model_of(AveragedPerceptron(random_state=0), tables[2])
    with pytest.raises(ValueError, match="fit it with probability='sigmoid'"):
        export(model, "sql", probability="no")


def test_only_sql_is_asked_for_one_class(models):
    with pytest.raises(ValueError, match="c gives the probabilities of all classes"):
        export(models["sigmoid", 2], "c", probability="no")


def test_the_sigmoid_beside_a_model_is_saved_with_it(models, tables, tmp_path):
    pytest.importorskip("skops")
    model = replace(models["sigmoid", 3], sigmoid=np.array([2.0, 0.0, 0.5, -0.5]))
    save(model, tmp_path / "m.rosenblatt")
    again = load(tmp_path / "m.rosenblatt")
    np.testing.assert_array_equal(again.predict_proba(tables[3]), model.predict_proba(tables[3]))
