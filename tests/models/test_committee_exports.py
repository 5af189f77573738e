"""Exported committees give the labels of ``predict``, and their files come back as they were."""

import json

import numpy as np
import pytest
from languages import LANGUAGES, as_input
from saved_models import hostile_table, model_of
from untied_rows import clear_rows

from rosenblatt import (
    AdaBoostPerceptron,
    CommitteeMachine,
    DiscriminantParallelPerceptron,
    ParallelPerceptron,
)
from rosenblatt.models import Model, load, save
from rosenblatt.models.describing import weights_of
from rosenblatt.models.exporting import exported
from rosenblatt.models.feature_map import feature_map_of
from rosenblatt.models.learner_formulas import formula_of

LEARNERS = {
    "machine": CommitteeMachine(random_state=0),
    "machine of one": CommitteeMachine(n_perceptrons=1, hypothesis="last", random_state=0),
    "parallel": ParallelPerceptron(max_iter=50, random_state=0),
    "parallel, even": ParallelPerceptron(n_perceptrons=2, max_iter=50, random_state=0),
    "discriminant": DiscriminantParallelPerceptron(max_iter=50, random_state=0),
}


@pytest.fixture(scope="module")
def tables():
    return {n: hostile_table(1000, n) for n in (2, 3)}


@pytest.fixture(scope="module")
def models(tables):
    return {
        (name, n): model_of(learner.__class__(**learner.get_params()), table, max_values=4)
        for name, learner in LEARNERS.items()
        for n, table in tables.items()
    }


@pytest.mark.parametrize("n_classes", [2, 3])
@pytest.mark.parametrize("learner", LEARNERS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_an_exported_committee_agrees(language, learner, n_classes, models, tables, tmp_path):
    model, table = models[learner, n_classes], tables[n_classes]
    clear = clear_rows(model, table)
    labels = LANGUAGES[language](model, table, tmp_path)
    assert clear.sum() > 900
    np.testing.assert_array_equal(labels[clear], model.predict(table)[clear])


@pytest.mark.parametrize("n_classes", [2, 3])
@pytest.mark.parametrize("learner", LEARNERS)
def test_formulas_and_onnx_have_the_scores_of_the_model(learner, n_classes, models, tables):
    model, table = models[learner, n_classes], tables[n_classes]
    expected = model.decision_function(table).reshape(table.n_rows, -1)
    formula = formula_of(model.estimator, feature_map_of(model.coder).n_features)
    np.testing.assert_allclose(
        formula.scores(model.coder.transform(table)), expected, rtol=1e-9, atol=1e-9
    )
    onnxruntime = pytest.importorskip("onnxruntime")
    session = onnxruntime.InferenceSession(exported(model, "onnx"))
    wanted = [i.name for i in session.get_inputs()]
    cells = {name: as_input(table.columns[name.removeprefix("column ")]) for name in wanted}
    (scores,) = session.run(["scores"], cells)
    np.testing.assert_allclose(scores, expected, rtol=1e-9, atol=1e-9)


def test_json_says_how_committees_decide(models):
    told = {name: json.loads(exported(models[name, 2], "json")) for name in LEARNERS}
    assert "median of run" in told["machine"]["how"]["decision"]
    assert "sum of the signs" in told["parallel"]["how"]["decision"]
    assert "max(-1, h / widths[o])" in told["discriminant"]["how"]["decision"]
    assert told["machine"]["members"] == 5 == len(told["discriminant"]["shares"][0])


def test_committees_that_vote_as_a_whole_are_refused_with_what_to_do(tables):
    few = tables[2].take(np.arange(100))
    model = model_of(CommitteeMachine(hypothesis="voted", random_state=0), few)
    with pytest.raises(ValueError, match=r"hypothesis='voted' .* hypothesis='averaged'"):
        exported(model, "json")
    boosted = AdaBoostPerceptron(CommitteeMachine(max_iter=2), n_estimators=2, random_state=0)
    with pytest.raises(ValueError, match="boosts CommitteeMachine, which itself votes"):
        exported(model_of(boosted, few), "c")


@pytest.mark.parametrize("learner", LEARNERS)
def test_weights_are_shares_of_the_features(learner, models):
    found = weights_of(models[learner, 2])
    assert len(found.features) == len(found.values) == 12
    if learner != "machine of one":
        assert "perceptrons of the model" in found.unit


@pytest.mark.parametrize("n_classes", [2, 3])
@pytest.mark.parametrize("learner", LEARNERS)
def test_a_file_holds_the_whole_committee(learner, n_classes, models, tables, tmp_path):
    pytest.importorskip("skops")
    model, table = models[learner, n_classes], tables[n_classes]
    save(model, tmp_path / "m")
    found = load(tmp_path / "m")
    np.testing.assert_array_equal(found.decision_function(table), model.decision_function(table))
    for name, values in model.estimator.history_.items():
        np.testing.assert_array_equal(found.estimator.history_[name], values)


@pytest.mark.parametrize("hypothesis", ["last", "averaged", "voted"])
def test_a_stream_of_committees_goes_on_after_loading(hypothesis, tables, tmp_path):
    pytest.importorskip("skops")
    coder = model_of(CommitteeMachine(max_iter=1), tables[3]).coder
    X, y = coder.transform(tables[3]), tables[3].target
    learner = CommitteeMachine(hypothesis=hypothesis, random_state=0)
    learner.partial_fit(X[:500], y[:500], classes=np.unique(y))
    save(Model(coder, learner, "verdict", "hostile"), tmp_path / "m", resume=True)
    loaded = load(tmp_path / "m").estimator
    for stream in (learner, loaded):
        stream.partial_fit(X[500:], y[500:])
    np.testing.assert_array_equal(loaded.coef_, learner.coef_)
    np.testing.assert_array_equal(loaded.decision_function(X), learner.decision_function(X))
