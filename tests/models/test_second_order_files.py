"""Second-order learners come back from their files, and go on learning from there."""

import numpy as np
import pytest
from saved_models import hostile_table, model_of
from sklearn.pipeline import make_pipeline

from rosenblatt import (
    AROW,
    SCW,
    ConfidenceWeighted,
    SecondOrderPerceptron,
    WhitenedPerceptron,
    Whitening,
)
from rosenblatt.models import load, save
from rosenblatt.models.trust import from_bytes, to_bytes

pytest.importorskip("skops")

STREAMING = [
    AROW(),
    SCW(),
    SCW(loss="squared_hinge"),
    ConfidenceWeighted(),
    SecondOrderPerceptron(),
    SecondOrderPerceptron(ridge=0),
    SecondOrderPerceptron(covariance="diagonal"),
]


@pytest.mark.parametrize("n_classes", [2, 3])
@pytest.mark.parametrize("learner", [*STREAMING, WhitenedPerceptron(), WhitenedPerceptron(AROW())])
def test_scores_come_back_bit_for_bit(learner, n_classes, tmp_path):
    table = hostile_table(80, n_classes)
    model = model_of(learner.__class__(**learner.get_params(deep=False)), table)
    save(model, tmp_path / "m")
    np.testing.assert_array_equal(
        load(tmp_path / "m").decision_function(table), model.decision_function(table)
    )


def test_whitening_in_a_pipeline_comes_back(tmp_path):
    table = hostile_table(80, 2)
    model = model_of(make_pipeline(Whitening(), AROW(random_state=0)), table)
    save(model, tmp_path / "m")
    np.testing.assert_array_equal(
        load(tmp_path / "m").decision_function(table), model.decision_function(table)
    )


@pytest.mark.parametrize("learner", STREAMING)
def test_a_stream_goes_on_after_it_was_saved(learner):
    rng = np.random.default_rng(0)
    X = rng.normal(size=(90, 4))
    y = (X @ [1.0, -1.0, 0.5, 0.0] + 0.3 * rng.normal(size=90) > 0).astype(int)
    learner = learner.__class__(**learner.get_params()).partial_fit(X[:50], y[:50])
    loaded = from_bytes(to_bytes(learner), "memory")
    np.testing.assert_array_equal(
        loaded.partial_fit(X[50:], y[50:]).coef_, learner.partial_fit(X[50:], y[50:]).coef_
    )
