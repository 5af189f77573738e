"""scikit-learn's own checks, on every public class: none is skipped, and one fails on one class."""

import inspect
import os
import warnings

import pytest
from public_classes import made, public_classes
from sklearn.utils.estimator_checks import check_estimator

from rosenblatt import Perceptron, RCDPerceptron

BY_WEIGHT = {
    "check_sample_weight_equivalence_on_dense_data",
    "check_sample_weight_equivalence_on_sparse_data",
}
# With weights of 1000 and 0.0001 the check wants 87 % of fifty test rows in the heavy class. The
# lowest training error leaves none of its rows wrong and cuts off four light ones; how many test
# rows lie beyond that cut hangs on the seed (78 to 92 %). That the minimum is reached is tested in
# test_the_optimum_of_scikit_learns_class_weight_check_is_reached_with_every_seed.
BY_SEED = "check_class_weight_classifiers"


def results_of(estimator):
    """Names of the checks by what came of them."""
    assert os.environ.get("SCIPY_ARRAY_API") == "1", "set SCIPY_ARRAY_API=1: a check needs it"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        results = check_estimator(estimator, on_fail=None, on_skip=None)
    assert len(results) > 50
    return {(r["check_name"], r["status"], str(r["exception"])) for r in results}


def troubles(results):
    return {result for result in results if result[1] != "passed"}


def test_the_walk_finds_the_whole_family():
    names = {kind.__name__ for kind in public_classes()}
    assert {"Perceptron", "AveragedPerceptron", "VotedPerceptron", "PocketPerceptron"} <= names


@pytest.mark.parametrize("kind", public_classes(), ids=lambda kind: kind.__name__)
def test_every_public_class_passes_every_check(kind):
    found = {(name, status) for name, status, _ in troubles(results_of(made(kind)))}
    assert found == ({(BY_SEED, "failed")} if kind is RCDPerceptron else set())


def with_sigmoid():
    """Those that can have one; all but one of each base are left to the slow tests."""
    for kind in public_classes():
        if "probability" in inspect.signature(kind).parameters:
            marks = () if kind in (Perceptron, RCDPerceptron) else pytest.mark.slow
            yield pytest.param(kind, marks=marks, id=kind.__name__)


@pytest.mark.parametrize("kind", list(with_sigmoid()))
def test_every_public_class_passes_every_check_with_a_sigmoid(kind):
    found = {name for name, _, _ in troubles(results_of(kind(probability="sigmoid")))}
    assert found == ({BY_SEED} if kind is RCDPerceptron else set())


@pytest.mark.parametrize("settings", [
    {"directions": "mixed", "perturb": True, "max_iter": 300},
    {"directions": "gradient", "scale": "standard"}, {"init": "lp", "scale": None},
    {"init": "averaged", "n_restarts": 3, "combine": "mean"},
    {"bootstrap": True, "n_restarts": 3, "n_jobs": 2},
], ids=str)  # fmt: skip
def test_every_variant_of_descent_passes_every_check_but_the_one_that_hangs_on_the_seed(settings):
    found = {name for name, _, _ in troubles(results_of(RCDPerceptron(**settings)))}
    assert found <= {BY_SEED}


@pytest.mark.parametrize("settings", [
    {"hypothesis": "last"}, {"hypothesis": "longest"}, {"multi_class": "joint"},
    {"init": "fisher"}, {"margin": 0.5, "lam": 0.1, "alpha_bound": 3, "init": "threshold"},
    {"intercept_scaling": 1.0}, {"class_weight": "balanced"}, {"n_jobs": 2},
    {"early_stopping": True},
], ids=str)  # fmt: skip
def test_every_variant_passes_every_check(settings):
    assert troubles(results_of(Perceptron(**settings))) == set()


@pytest.mark.parametrize("settings", [
    {"order": "shuffled"}, {"order": "cyclic"}, {"order": "random"},
    {"order": "random", "weighting": "resample"},
], ids=str)  # fmt: skip
def test_other_orders_fail_the_two_checks_of_weight_equivalence_alone(settings):
    found = troubles(results_of(Perceptron(**settings)))
    assert {(name, status) for name, status, _ in found} == {(n, "failed") for n in BY_WEIGHT}
