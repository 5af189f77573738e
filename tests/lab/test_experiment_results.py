"""Tables of an experiment: pure functions of the rows in its store."""

import math

import pytest

from rosenblatt.lab import Outcome, Store, from_dict, mean
from rosenblatt.lab.results import model_errors, ranks

EXPERIMENT = from_dict(
    {
        "name": "made up",
        "source": "numbers chosen by hand",
        "datasets": ["first", "second"],
        "models": [{"estimator": "Perceptron", "grid": {"lam": [0.0, 1.0]}}],
        "protocol": {"kind": "splits", "train_fraction": 0.8},
        "repetitions": 4,
    }
)
ERRORS = {
    ("first", 0.0): [0.1, 0.2, 0.3, 0.2], ("first", 1.0): [0.2, 0.4, 0.4, 0.3],
    ("second", 0.0): [0.2, 0.2, 0.2, 0.2], ("second", 1.0): [0.1, 0.1, 0.1, 0.1],
}  # fmt: skip


@pytest.fixture
def store():
    with Store(":memory:") as store:
        for task in EXPERIMENT.tasks():
            lam = task.arguments["model"]["parameters"]["lam"]
            error = ERRORS[task.arguments["dataset"]["name"], lam][task.arguments["repetition"]]
            store.add([(task, Outcome([{"part": 0, "train_error": 0.0, "test_error": error}]))])
        yield store


def test_differences_are_paired_and_tested_by_the_corrected_t_test(store):
    first, second = model_errors(EXPERIMENT, store)[:2]
    # Differences 0.1, 0.2, 0.1, 0.1: variance 0.0025, standard error sqrt((1/4 + 1/4) 0.0025);
    # t = 0.125 / 0.0353553 = 3.535534 with 3 degrees of freedom: p = 0.03844.
    assert math.isnan(first.p)
    assert second.difference == pytest.approx(0.125)
    assert second.p == pytest.approx(0.0384, abs=5e-4)


def test_means_have_standard_errors_over_all_splits(store):
    first = model_errors(EXPERIMENT, store)[0]
    assert first.test_error == mean([0.1, 0.2, 0.3, 0.2])
    assert first.test_error.standard_error == pytest.approx(math.sqrt(0.02 / 3 / 4))


def test_models_that_win_once_each_share_the_mean_rank(store):
    found, least = ranks(model_errors(EXPERIMENT, store))
    assert set(found.values()) == {1.5}
    assert least == pytest.approx(1.96 / math.sqrt(2), abs=1e-3)


def test_a_model_that_is_not_done_is_left_out():
    with Store(":memory:") as store:
        assert model_errors(EXPERIMENT, store) == []


def test_a_mean_does_not_depend_on_the_order_of_values():
    values = [1e16, 1.0, -1e16, 0.1]
    assert mean(values) == mean(values[::-1])
