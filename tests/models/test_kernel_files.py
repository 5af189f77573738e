"""Models with kernels come back from their files, and go on learning from there."""

import numpy as np
import pytest
from saved_models import hostile_table, model_of
from sklearn.metrics.pairwise import laplacian_kernel
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from rosenblatt import (
    ROMMA,
    AdaBoostPerceptron,
    KernelPerceptron,
    PassiveAggressiveClassifier,
    SecondOrderPerceptron,
)
from rosenblatt.models import Model, load, save
from rosenblatt.models.trust import from_bytes, to_bytes

pytest.importorskip("skops")

SETTINGS = {
    "linear": {"kernel": "linear"},
    "poly": {"kernel": "poly", "degree": 2, "coef0": 1.0},
    "rbf": {},
    "sigmoid": {"kernel": "sigmoid", "coef0": 0.5},
    "last": {"hypothesis": "last"},
    "voted": {"hypothesis": "voted"},
    "together": {"hypothesis": "voted", "multi_class": "joint"},
    "another rule": {"rule": PassiveAggressiveClassifier(C=0.5)},
    "a rule that remembers": {"rule": ROMMA()},
    "a rule that remembers a matrix": {"rule": SecondOrderPerceptron(ridge=0.1)},
    "projected": {"budget": 5},
    "random": {"budget": 5, "budget_policy": "random", "hypothesis": "last"},
    "calibrated": {"probability": "sigmoid"},
}


SUSPENDED = ["rbf", "voted", "a rule that remembers", "a rule that remembers a matrix", "projected"]


def kernel_learner(**settings):
    return KernelPerceptron(**{"max_iter": 2, "random_state": 0, **settings})


def reloaded(model, folder):
    save(model, folder / "m", resume=True)
    return load(folder / "m")


@pytest.fixture(scope="module")
def tables():
    return {n: hostile_table(80, n) for n in (2, 3)}


@pytest.mark.parametrize("n_classes", [2, 3])
@pytest.mark.parametrize("setting", SETTINGS)
def test_scores_come_back_bit_for_bit(setting, n_classes, tables, tmp_path):
    model = model_of(kernel_learner(**SETTINGS[setting]), tables[n_classes])
    scores = model.decision_function(tables[n_classes])
    found = reloaded(model, tmp_path).decision_function(tables[n_classes])
    np.testing.assert_array_equal(found, scores)


@pytest.mark.parametrize("hypothesis", ["last", "longest", "averaged", "voted"])
def test_every_hypothesis_that_was_kept_is_in_the_file(hypothesis, tables, tmp_path):
    model = model_of(kernel_learner(), tables[3])
    loaded = reloaded(model, tmp_path)
    for one in (model, loaded):
        one.estimator.set_params(hypothesis=hypothesis)
    np.testing.assert_array_equal(
        loaded.decision_function(tables[3]), model.decision_function(tables[3])
    )


@pytest.mark.parametrize("setting", SUSPENDED)
def test_a_stream_goes_on_after_loading_as_if_it_had_not_been_saved(setting, tables, tmp_path):
    model = model_of(kernel_learner(**SETTINGS[setting]), tables[2])
    X, y = model.coder.transform(tables[2]), tables[2].target
    learner = kernel_learner(**SETTINGS[setting]).partial_fit(X[:40], y[:40], classes=np.unique(y))
    loaded = reloaded(Model(model.coder, learner, "verdict", "hostile"), tmp_path).estimator
    for stream in (learner, loaded):
        stream.partial_fit(X[40:], y[40:])
    np.testing.assert_array_equal(loaded.dual_coef_, learner.dual_coef_)
    np.testing.assert_array_equal(loaded.decision_function(X), learner.decision_function(X))


def test_a_pipeline_around_a_kernel_comes_back(tables, tmp_path):
    model = model_of(make_pipeline(StandardScaler(), kernel_learner()), tables[3])
    scores = model.decision_function(tables[3])
    np.testing.assert_array_equal(reloaded(model, tmp_path).decision_function(tables[3]), scores)


def test_a_precomputed_kernel_comes_back():
    X = np.random.default_rng(0).normal(size=(40, 3))
    learner = kernel_learner(kernel="precomputed").fit(X @ X.T, X[:, 0] > 0)
    loaded = from_bytes(to_bytes(learner), "memory")
    np.testing.assert_array_equal(
        loaded.decision_function(X @ X.T), learner.decision_function(X @ X.T)
    )


@pytest.mark.parametrize(
    "wrapped",
    [lambda one: one, lambda one: make_pipeline(StandardScaler(), one), AdaBoostPerceptron],
    ids=["bare", "pipeline", "boosted"],
)
def test_a_kernel_that_is_a_function_is_refused_by_name(wrapped, tables, tmp_path):
    model = model_of(wrapped(kernel_learner(kernel=laplacian_kernel)), tables[2])
    with pytest.raises(ValueError, match=r"KernelPerceptron\(kernel=laplacian_kernel\) calls"):
        save(model, tmp_path / "m")
    assert list(tmp_path.iterdir()) == []
