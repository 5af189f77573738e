"""Faults 25 and 26: forks while the core runs, and threads that change nothing."""

import numpy as np
import pytest
import scipy.sparse as sp
from children import in_child, seconds_to_stop
from long_fits import SOON, endless, hopeless, while_another_fit_runs
from streams import IN_STREAMS

from rosenblatt import Perceptron
from rosenblatt.estimators.base import BasePerceptron

HYPOTHESES = ("last", "longest", "pocket", "averaged", "voted")


@pytest.mark.parametrize("n_jobs", [1, 2])
def test_a_child_forked_while_a_fit_runs_can_fit(n_jobs):
    """Fault 25."""
    X, y = hopeless(n_classes=3)

    def fit():
        return Perceptron(max_iter=3, n_jobs=n_jobs, random_state=0).fit(X, y).coef_

    def forks():
        return [in_child(fit, timeout=5) for _ in range(5)]

    found = in_child(lambda: while_another_fit_runs(forks, n_jobs=n_jobs), timeout=40)
    for coef in found:
        np.testing.assert_array_equal(coef, fit())


def test_a_child_forked_while_a_fit_runs_can_be_interrupted():
    """Fault 25: the child sets its own handler, as worker processes do."""
    X, y = hopeless()

    def fork():
        return in_child(lambda: seconds_to_stop(lambda: endless().fit(X, y)), timeout=5)

    assert in_child(lambda: while_another_fit_runs(fork)) < SOON


@pytest.mark.parametrize("hypothesis", HYPOTHESES)
@pytest.mark.parametrize("order", ["content", "shuffled", "cyclic", "random"])
@pytest.mark.parametrize("kind", ["float32", "float64", "csr"])
def test_any_number_of_jobs_gives_the_same_bits(kind, order, hypothesis):
    """Fault 26."""
    X, y = hopeless(n=500, n_classes=5)
    X = sp.csr_array(X) if kind == "csr" else X.astype(kind)
    weights = np.random.default_rng(0).uniform(0, 3, size=len(y))
    settings = {"order": order, "hypothesis": hypothesis, "random_state": 0, "max_iter": 10}
    models = [Perceptron(n_jobs=n, **settings).fit(X, y, weights) for n in (1, 2, 4, -1)]
    for other in models[1:]:
        assert_same_bits(models[0], other, X)


def assert_same_bits(one, other, X):
    for name in ("coef_", "intercept_", "mistakes_"):
        np.testing.assert_array_equal(getattr(one, name), getattr(other, name), err_msg=name)
    for name in one.history_:
        np.testing.assert_array_equal(one.history_[name], other.history_[name])
    np.testing.assert_array_equal(one.decision_function(X), other.decision_function(X))


def test_any_number_of_jobs_counts_the_errors_of_pockets_as_often():
    """Fault 26: sums of fractional weights round, and must round alike for one lane or many."""
    for seed in range(60):
        rng = np.random.default_rng(seed)
        X, y = rng.normal(size=(40, 3)), rng.integers(0, 5, size=40)
        weights = rng.uniform(0, 3, size=40)
        settings = {"hypothesis": "pocket", "order": "cyclic", "max_iter": 6}
        one, four = (Perceptron(n_jobs=n, **settings).fit(X, y, weights) for n in (1, 4))
        assert one.n_error_evaluations_ == four.n_error_evaluations_
        assert_same_bits(one, four, X)


@pytest.mark.parametrize("hypothesis", IN_STREAMS)
def test_any_number_of_jobs_gives_the_same_stream(hypothesis):
    """Fault 26."""
    X, y = hopeless(n=300, n_classes=4)
    models = [Perceptron(n_jobs=n, hypothesis=hypothesis) for n in (1, 2, 4)]
    for model in models:
        for batch in np.split(np.arange(300), 5):
            model.partial_fit(X[batch], y[batch])
    for other in models[1:]:
        assert_same_bits(models[0], other, X)


def test_every_learner_has_the_one_fit_that_is_tested_here():
    """Faults 23 to 26 hold for all learners: none brings its own loop."""
    ours = [k for k in Perceptron.__subclasses__() if k.__module__.startswith("rosenblatt.")]
    assert ours and all("fit" not in vars(kind) for kind in ours)
    assert issubclass(Perceptron, BasePerceptron) and "fit" not in vars(Perceptron)
