"""A search in lanes gives what separate fits give, to the last bit."""

import numpy as np
import pandas as pd
import polars as pl
import pytest
import scipy.sparse as sp
from searches import ALL_HYPOTHESES, assert_same, both, fingerprint, learner, table
from sklearn.model_selection import (
    KFold,
    LeaveOneGroupOut,
    RepeatedStratifiedKFold,
    ShuffleSplit,
    StratifiedShuffleSplit,
)

import rosenblatt
from rosenblatt.selection import LaneSearchCV, PermutedFolds
from rosenblatt.selection import evaluation as evaluation_module


@pytest.fixture(autouse=True)
def nothing_is_fitted_separately(monkeypatch):
    def refuse(*args, **kwargs):
        raise AssertionError("a candidate was fitted separately")

    monkeypatch.setattr(evaluation_module, "_fit_and_score", refuse)


ORDERS = ["cyclic", "shuffled", "random", "content"]
WIDE = {"margin": [0.0, 0.25], "hypothesis": ALL_HYPOTHESES}


def with_index(matrix, kind):
    matrix.indices, matrix.indptr = matrix.indices.astype(kind), matrix.indptr.astype(kind)
    return matrix


ROWS = {
    "float64": lambda X: X,
    "float32": lambda X: X.astype(np.float32),
    "integers": lambda X: (10 * X).astype(np.int64),
    "columns side by side": np.asfortranarray,
    "every second column": lambda X: np.repeat(X, 2, axis=1)[:, ::2],
    "list": lambda X: X.tolist(),
    "csr float64": lambda X: with_index(sp.csr_array(X), np.int32),
    "csr float32 int64": lambda X: with_index(sp.csr_array(X.astype(np.float32)), np.int64),
    "csc": sp.csc_array,
    "coo matrix": sp.coo_matrix,
    "pandas": lambda X: pd.DataFrame(X, columns=[f"f{j}" for j in range(X.shape[1])]),
    "polars": lambda X: pl.DataFrame(X),
}


class Bootstrap:
    """Training rows drawn with replacement."""

    def get_n_splits(self, X=None, y=None, groups=None):
        return 3

    def split(self, X, y=None, groups=None):
        rng = np.random.default_rng(0)
        for _ in range(3):
            train = rng.integers(0, len(y), size=len(y))
            yield train, np.setdiff1d(np.arange(len(y)), train)


FOLDS = {
    "number": 4,
    "KFold": KFold(3),
    "shuffled KFold": KFold(3, shuffle=True, random_state=0),
    "repeated": RepeatedStratifiedKFold(n_splits=2, n_repeats=2, random_state=0),
    "shuffled training rows": StratifiedShuffleSplit(3, random_state=0),
    "part of the rows": ShuffleSplit(3, train_size=0.5, test_size=0.2, random_state=0),
    "permuted": PermutedFolds(3, random_state=0),
    "repeated rows": Bootstrap(),
    "masks": [(np.arange(90) % 3 != k, np.arange(90) % 3 == k) for k in range(3)],
    "lists counted from the end": [(list(range(-60, 0)), list(range(30)))],
}


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("n_classes", [2, 3])
@pytest.mark.parametrize("rows", ["float64", "float32", "csr float64", "csr float32 int64"])
def test_every_kind_of_rows_order_and_hypothesis(rows, n_classes, order):
    X, y = table(n_classes)
    assert_same(*both(learner(order=order), WIDE, ROWS[rows](X), y))


@pytest.mark.parametrize("rows", ROWS)
def test_every_form_of_x(rows):
    X, y = table()
    assert_same(*both(learner(), WIDE, ROWS[rows](X), y))


@pytest.mark.parametrize("order", ["cyclic", "content"])
@pytest.mark.parametrize("folds", FOLDS)
def test_every_splitter(folds, order):
    X, y = table()
    assert_same(*both(learner(order=order), WIDE, X, y, cv=FOLDS[folds]))


@pytest.mark.parametrize("order", ORDERS)
def test_shuffled_training_rows_that_are_not_copied(order):
    X, y = table()
    X[:, 0] += np.arange(90) / 1024  # equal rows would share their mistakes by their place in X
    grid = {
        "margin": [0.0, 0.25],
        "hypothesis": [name for name in ALL_HYPOTHESES if name != "voted"],
    }
    assert_same(*both(learner(order=order), grid, X, y, cv=FOLDS["permuted"]))


@pytest.mark.parametrize("class_weight", [None, "balanced", {0: 2.0, 1: 0.5}])
@pytest.mark.parametrize("weights", ["none", "with zeros", "whole"])
@pytest.mark.parametrize("order", ORDERS)
def test_sample_weights_and_class_weights(order, weights, class_weight):
    X, y = table()
    rng = np.random.default_rng(1)
    given = {
        "none": None,
        "with zeros": rng.random(90) * (rng.random(90) < 0.7),
        "whole": rng.integers(0, 4, size=90),
    }[weights]
    fit_params = {"sample_weight": given}
    model = learner(order=order, class_weight=class_weight)
    folds = FOLDS["shuffled training rows"]
    assert_same(*both(model, WIDE, X, y, cv=folds, fit_params=fit_params))


def test_drawing_rows_by_their_weight():
    X, y = table()
    fit_params = {"sample_weight": np.random.default_rng(1).random(90)}
    model = learner(order="random", weighting="resample")
    assert_same(*both(model, WIDE, X, y, fit_params=fit_params))


@pytest.mark.parametrize("n_classes", [2, 3])
def test_every_parameter_of_a_lane(n_classes):
    X, y = table(n_classes)
    grid = {"lam": [0.0, 0.25], "alpha_bound": [None, 2], "eta0": [1.0, 0.1]}
    survivors = {"margin": [0.0, 0.5], "hypothesis": ["longest", "voted"]}
    others = {"margin": [0.5, np.inf], "hypothesis": ["last", "averaged"]}
    assert_same(*both(learner(), [{**grid, **survivors}, {**grid, **others}], X, y))


@pytest.mark.parametrize("fit_intercept", [True, False])
@pytest.mark.parametrize("n_classes", [2, 3])
def test_every_start(n_classes, fit_intercept):
    X, y = table(n_classes)
    lines = np.random.default_rng(0).normal(size=(1 if n_classes == 2 else 3, 6))
    grid = {"init": ["zero", "threshold", "fisher", lines], "hypothesis": ALL_HYPOTHESES}
    assert_same(*both(learner(fit_intercept=fit_intercept), grid, X, y))


def test_parameters_of_the_session_may_be_in_the_grid():
    X, y = table(3)
    grid = {
        "margin": [0.0, 0.5],
        "order": ["cyclic", "shuffled"],
        "max_iter": [1, 7],
        "class_weight": [None, "balanced"],
        "random_state": [0, 1],
    }
    assert_same(*both(learner(), grid, X, y))


def test_a_list_of_grids():
    X, y = table()
    grid = [{"margin": [0.0, 0.5]}, {"lam": [0.5], "hypothesis": ["voted"]}, {"max_iter": [2]}]
    assert_same(*both(learner(), grid, X, y))


def test_more_lanes_than_fit_into_one_session(monkeypatch):
    monkeypatch.setattr(evaluation_module, "LANES_AT_ONCE", 7)
    X, y = table(3)
    assert_same(*both(learner(), {"margin": np.linspace(0, 1, 9)}, X, y))


@pytest.mark.parametrize("name", ["AveragedPerceptron", "VotedPerceptron", "PocketPerceptron"])
def test_learners_whose_hypothesis_is_fixed(name):
    X, y = table()
    model = getattr(rosenblatt, name)(max_iter=4, random_state=5)
    assert_same(*both(model, {"margin": [0.0, 0.25]}, X, y))


@pytest.mark.parametrize(
    "params",
    [{"warm_start": True}, {"intercept_scaling": 1.0}, {"n_jobs": 2}],
    ids=lambda params: next(iter(params)),
)
def test_settings_of_the_whole_session(params):
    X, y = table(3)
    assert_same(*both(learner(**params), WIDE, X, y))


def test_joint_training_of_two_classes():
    X, y = table()
    assert_same(*both(learner(multi_class="joint"), WIDE, X, y))


def test_separable_rows_on_which_lanes_stop_at_different_times():
    X, y = table()
    X[:, 0] += 6.0 * y - 3.0
    assert_same(*both(learner(max_iter=60), WIDE, X, y))


def test_a_class_that_is_missing_from_some_folds():
    X, y = table(3)
    y = np.sort(y)
    assert_same(*both(learner(order="content"), WIDE, X, y, cv=KFold(3)))


def test_a_class_without_weight():
    X, y = table(3)
    weights = {"sample_weight": (y != 1).astype(float)}
    assert_same(*both(learner(), WIDE, X, y, fit_params=weights))


def test_text_labels():
    X, y = table(3)
    assert_same(*both(learner(), WIDE, X, np.array(["one", "three", "two"])[y]))


def test_sparse_rows_with_repeated_columns():
    X, y = table()
    twice = sp.hstack([sp.csr_array(X), sp.csr_array(X)]).tocsr()
    twice.indices %= X.shape[1]
    X = sp.csr_array((twice.data, twice.indices, twice.indptr), shape=X.shape)
    assert_same(*both(learner(), WIDE, X, y))


def test_a_random_state_object():
    X, y = table()
    assert_same(*both(learner(random_state=np.random.RandomState(3)), WIDE, X, y))


def test_scores_of_the_training_rows():
    X, y = table()
    for folds in (3, FOLDS["permuted"]):
        assert_same(*both(learner(), WIDE, X, y, cv=folds, return_train_score=True))


def test_several_threads():
    X, y = table(3)
    grid = {**WIDE, "max_iter": [2, 3]}
    one, many = (
        LaneSearchCV(learner(), grid, scoring=fingerprint, refit=False, n_jobs=n_jobs).fit(X, y)
        for n_jobs in (None, 4)
    )
    assert_same(many, one)


@pytest.mark.parametrize(
    ("scoring", "refit"),
    [(None, True), ("roc_auc", False), (["accuracy", "f1"], "f1"), (fingerprint, "accuracy")],
    ids=["default", "name", "list", "function"],
)
@pytest.mark.parametrize("weighted", [False, True])
def test_every_kind_of_scoring(scoring, refit, weighted):
    X, y = table()
    fit_params = {"sample_weight": np.random.default_rng(0).random(90)} if weighted else {}
    options = {"scoring": scoring, "refit": refit, "fit_params": fit_params}
    assert_same(*both(learner(), WIDE, X, y, **options))


def test_groups_reach_the_splitter():
    X, y = table()
    groups = {"groups": np.arange(90) % 4}
    assert_same(*both(learner(), WIDE, X, y, cv=LeaveOneGroupOut(), fit_params=groups))
