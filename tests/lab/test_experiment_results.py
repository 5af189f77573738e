"""Tables of an experiment: pure functions of the rows in its store."""

import math

import pytest

from rosenblatt.lab import Outcome, Store, from_dict, mean, run
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


def test_measurements_that_do_not_say_which_rows_are_wrong_get_no_verdict(store):
    first, second = model_errors(EXPERIMENT, store)[:2]
    assert second.difference == pytest.approx(0.125)
    assert first.judgement is None and second.judgement is None


def test_a_model_is_judged_by_the_rows_it_gets_wrong():
    experiment = from_dict(
        {
            "name": "overlapping classes",
            "source": "test parts of seven times the training part",
            "datasets": [{"name": "make_threenorm", "n_samples": 2000, "random_state": 0}],
            "models": [
                {"estimator": "AveragedPerceptron"},
                {"estimator": "Perceptron", "parameters": {"hypothesis": "last", "max_iter": 1}},
            ],
            "protocol": {"kind": "splits", "train_fraction": 0.12},
            "repetitions": 10,
        }
    )
    with Store(":memory:") as store:
        run(experiment.tasks(), store)
        first, second = model_errors(experiment, store)
    assert first.judgement is None
    assert second.judgement.mean == pytest.approx(second.difference)
    assert second.difference > 0.03 and second.judgement.verdict == "worse"


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
