"""Candidates that cannot share a session are fitted separately, with the same results."""

import numpy as np
import pytest
from searches import ALL_HYPOTHESES, assert_same, both, learner, table
from sklearn.exceptions import FitFailedWarning
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import KFold
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from rosenblatt.selection import LaneSearchCV, PermutedFolds
from rosenblatt.selection import evaluation as evaluation_module
from rosenblatt.training.groups import GROUPS

GRID = {"margin": [0.0, 0.25], "hypothesis": ALL_HYPOTHESES}


@pytest.mark.parametrize(
    "params",
    [{"early_stopping": True}, {"time_limit": 1e6}],
    ids=lambda params: next(iter(params)),
)
def test_settings_that_need_separate_sessions(params):
    X, y = table(3)
    assert_same(*both(learner(**params), GRID, X, y))


@pytest.mark.parametrize("n_classes", [2, 3])
@pytest.mark.parametrize("multi_class", GROUPS)
def test_groups_share_sessions_or_not(multi_class, n_classes):
    X, y = table(n_classes)
    assert_same(*both(learner(multi_class=multi_class), GRID, X, y))


def test_a_learner_that_prints_its_passes(capsys):
    X, y = table()
    assert_same(*both(learner(verbose=1), {"margin": [0.0, 0.5]}, X, y))
    assert "pass 4" in capsys.readouterr().out


@pytest.mark.parametrize("folds", [3, PermutedFolds(3, random_state=0)], ids=["rising", "permuted"])
@pytest.mark.parametrize("factor", [1e-170, 1e170])
@pytest.mark.filterwarnings("ignore:overflow encountered")
def test_rows_that_must_be_scaled_before_learning(factor, folds):
    X, y = table()
    assert_same(*both(learner(), GRID, X * factor, y, cv=folds))


def test_only_the_folds_whose_rows_must_be_scaled(monkeypatch):
    X, y = table()
    X[30:] *= 1e-150
    fit, separate = evaluation_module._fit_and_score, []
    monkeypatch.setattr(
        evaluation_module,
        "_fit_and_score",
        lambda *args, **kwargs: separate.append(kwargs["split_progress"]) or fit(*args, **kwargs),
    )
    assert_same(*both(learner(), {"margin": [0.0, 0.25]}, X, y, cv=KFold(3)))
    assert separate == [(0, 3), (0, 3)]


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.FitFailedWarning")
@pytest.mark.filterwarnings("ignore:One or more of the test scores")
@pytest.mark.parametrize(
    "grid",
    [
        {"margin": [-1.0, 0.0, 0.25]},
        {"init": ["zero", np.zeros((1, 2))]},
        {"order": ["content", "none"]},
        [{"margin": [0.0, 0.25]}, {"margin": [np.inf], "hypothesis": ["voted"]}],
    ],
    ids=["margin", "init", "order", "no survivors"],
)
def test_only_the_candidate_that_fails_gets_the_error_score(grid):
    X, y = table()
    ours, theirs = both(learner(), grid, X, y, scoring="accuracy", refit=True)
    assert_same(ours, theirs)
    assert np.isnan(ours.cv_results_["mean_test_score"]).sum() == 1


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("eta0", [1e-35, 1e38])
@pytest.mark.parametrize("weighted", [False, True])
def test_a_step_beyond_the_precision_does_not_affect_other_candidates(weighted, eta0):
    X, y = table()
    weights = {"sample_weight": np.linspace(0.5, 1.5, 90)} if weighted else {}
    options = {"scoring": None, "refit": False, "fit_params": weights}
    grid = {"eta0": [1.0, eta0], "hypothesis": ALL_HYPOTHESES}
    ours, theirs = both(learner(), grid, X.astype(np.float32), y, **options)
    assert_same(ours, theirs)
    assert not np.isnan(ours.cv_results_["mean_test_score"][:5]).any()


def test_a_candidate_that_fails_is_reported():
    X, y = table()
    with pytest.warns(FitFailedWarning, match="3 fits failed out of a total of 6"):
        LaneSearchCV(learner(), {"margin": [0.0, -1.0]}, cv=3, error_score=0.0).fit(X, y)


def test_a_failure_is_raised_if_asked_for():
    X, y = table()
    with pytest.raises(ValueError, match="'margin' parameter"):
        LaneSearchCV(learner(), {"margin": [0.0, -1.0]}, error_score="raise").fit(X, y)


def test_the_error_of_an_invalid_choice_is_raised():
    X, y = table()
    grid = {"margin": [0.0, np.inf], "hypothesis": ["voted"]}
    with pytest.raises(ValueError, match="with margin=inf none survives a row"):
        LaneSearchCV(learner(), grid, error_score="raise").fit(X, y)


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.FitFailedWarning")
@pytest.mark.filterwarnings("ignore:One or more of the test scores")
def test_only_the_fold_of_one_class_fails():
    X, y = table()
    one = np.flatnonzero(y == 1)
    folds = [(one, one), (np.arange(60), np.arange(60, 90))]
    ours, theirs = both(learner(), GRID, X, y, cv=folds, scoring="accuracy", refit=True)
    assert_same(ours, theirs)
    assert np.isnan(ours.cv_results_["split0_test_score"]).all()


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.FitFailedWarning")
@pytest.mark.filterwarnings("ignore:One or more of the test scores")
def test_only_the_fold_without_weight_fails():
    X, y = table()
    folds = [(np.arange(30), np.arange(60, 90)), (np.arange(60), np.arange(60, 90))]
    weights = {"sample_weight": (np.arange(90) >= 30).astype(float)}
    options = {"cv": folds, "scoring": None, "refit": False, "fit_params": weights}
    ours, theirs = both(learner(), GRID, X, y, **options)
    assert_same(ours, theirs)
    assert np.isnan(ours.cv_results_["split0_test_score"]).all()


def test_learners_of_other_libraries():
    X, y = table()
    assert_same(*both(LogisticRegression(), {"C": [0.1, 1.0]}, X, y, scoring=None, refit=True))


def test_a_pipeline():
    X, y = table()
    model = make_pipeline(StandardScaler(), learner())
    grid = {"perceptron__margin": [0.0, 0.25]}
    assert_same(*both(model, grid, X, y, scoring=None, refit=True))


class Events:
    """Keeps the names of the tasks it was called for."""

    def __init__(self):
        self.tasks = []

    def setup(self, estimator, context):
        pass

    def teardown(self, estimator, context):
        pass

    def on_fit_task_begin(self, estimator, context, **known):
        self.tasks.append(context.task_name)

    def on_fit_task_end(self, estimator, context, **known):
        pass


def test_callbacks_of_the_search_are_called_for_every_fit():
    X, y = table()
    events = Events()
    LaneSearchCV(learner(), {"margin": [0.0, 0.5]}, cv=3).set_callbacks(events).fit(X, y)
    assert events.tasks.count("candidate-split-evaluation") == 6
