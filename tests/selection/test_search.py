"""LaneSearchCV as a scikit-learn search."""

import pickle

import numpy as np
import pandas as pd
import pytest
import sklearn
from searches import ALL_HYPOTHESES, assert_same, both, learner, table
from sklearn.base import clone
from sklearn.datasets import load_iris
from sklearn.exceptions import NotFittedError
from sklearn.model_selection import GridSearchCV

from rosenblatt import AveragedPerceptron
from rosenblatt.selection import LaneSearchCV, lanes

GRID = {"margin": [0.0, 0.25], "hypothesis": ALL_HYPOTHESES}


@pytest.fixture
def sessions(monkeypatch):
    """The sessions that a search opens."""
    opened = []

    class Watched(lanes.Session):
        def __init__(self, *args, **kwargs):
            super().__init__(*args, **kwargs)
            opened.append(self)

    monkeypatch.setattr(lanes, "Session", Watched)
    return opened


def test_candidates_share_one_session_per_fold(sessions):
    X, y = table()
    grid = {"margin": [0.0, 0.5], "lam": [0.0, 0.5], "alpha_bound": [None, 3]}
    LaneSearchCV(learner(), grid, cv=3, refit=False).fit(X, y)
    assert [len(session.settings) for session in sessions] == [8, 8, 8]


def test_hypotheses_are_read_from_one_lane(sessions):
    X, y = table()
    LaneSearchCV(learner(), GRID, cv=3, refit=False).fit(X, y)
    assert [len(session.settings) for session in sessions] == [2, 2, 2]


def test_folds_are_not_copied_from_x(sessions):
    X, y = table()
    LaneSearchCV(learner(), GRID, cv=3, refit=False).fit(X, y)
    assert all(session.data.rows.X is X for session in sessions)


def test_a_search_predicts_with_the_best_candidate_fitted_to_all_rows():
    X, y = table(3)
    search = LaneSearchCV(learner(), GRID, cv=3).fit(X, y)
    alone = learner(**search.best_params_).fit(X, y)
    np.testing.assert_array_equal(search.decision_function(X), alone.decision_function(X))
    np.testing.assert_array_equal(search.predict(X), alone.predict(X))
    assert search.score(X, y) == alone.score(X, y)


def test_a_search_without_refit_does_not_predict():
    X, y = table()
    search = LaneSearchCV(learner(), GRID, cv=3, refit=False).fit(X, y)
    assert not hasattr(search, "best_estimator_")
    assert not hasattr(search, "predict")


def test_refit_may_be_a_function_that_chooses():
    X, y = table()
    search = LaneSearchCV(learner(), GRID, cv=3, refit=lambda results: 7).fit(X, y)
    assert (search.best_index_, search.best_params_) == (7, search.cv_results_["params"][7])
    assert not hasattr(search, "best_score_")


def test_several_scores_need_a_name_to_refit_by():
    X, y = table()
    with pytest.raises(ValueError, match="refit must be set to a scorer key"):
        LaneSearchCV(learner(), GRID, scoring=["accuracy", "f1"]).fit(X, y)


def test_the_fitted_attributes_are_those_of_grid_search():
    X, y = table()
    X = pd.DataFrame(X, columns=list("abcde"))
    ours, theirs = both(learner(), GRID, X, y)
    public = {name for name in vars(theirs) if not name.startswith("_")}
    assert public <= set(vars(ours))
    assert ours.feature_names_in_.tolist() == list("abcde")
    assert (ours.n_features_in_, ours.classes_.tolist()) == (5, [0, 1])


def test_fit_times_are_shares_of_the_session():
    X, y = table()
    times = LaneSearchCV(learner(), {"margin": [0.0, 0.5]}, cv=3).fit(X, y).cv_results_
    assert times["mean_fit_time"][0] == times["mean_fit_time"][1] > 0


def test_a_fitted_search_can_be_pickled():
    X, y = table()
    search = LaneSearchCV(learner(), GRID, cv=3).fit(X, y)
    again = pickle.loads(pickle.dumps(search))
    np.testing.assert_array_equal(again.predict(X), search.predict(X))


def test_a_clone_is_not_fitted():
    X, y = table()
    search = clone(LaneSearchCV(learner(), GRID, cv=3).fit(X, y))
    with pytest.raises(NotFittedError):
        search.predict(X)


def test_metadata_routing_sends_weights_where_they_were_asked_for():
    X, y = table()
    weights = {"sample_weight": np.random.default_rng(0).random(90)}
    with sklearn.config_context(enable_metadata_routing=True):
        model = learner().set_fit_request(sample_weight=True)
        model.set_score_request(sample_weight=False)
        options = {"scoring": None, "refit": True, "fit_params": weights}
        assert_same(*both(model, GRID, X, y, **options))


def test_without_a_seed_the_candidates_of_a_fold_see_one_order():
    # Steps of another length only scale the weights, if the rows come in the same order.
    X, y = table()
    grid = {"eta0": [1.0, 2.0, 4.0]}
    model = learner(random_state=None, order="shuffled", hypothesis="last")
    found = LaneSearchCV(model, grid, cv=3, refit=False).fit(X, y).cv_results_
    for fold in range(3):
        assert len(set(found[f"split{fold}_test_score"])) == 1


def test_threads_draw_the_same_orders_from_the_global_generator():
    X, y = table()
    model = learner(random_state=None, order="random", max_iter=1, hypothesis="last")
    searches = []
    for n_jobs in (None, 3):
        np.random.seed(0)
        grid = {"margin": [0.0, 0.1], "max_iter": [1, 2]}
        searches.append(LaneSearchCV(model, grid, cv=5, refit=False, n_jobs=n_jobs).fit(X, y))
    assert_same(*searches)


def test_verbose_prints_what_shares_a_session(capsys):
    X, y = table()
    grid = [{"margin": [0.0, 0.5]}, {"early_stopping": [True]}]
    LaneSearchCV(learner(), grid, cv=3, verbose=1).fit(X, y)
    printed = capsys.readouterr().out
    assert "3 folds for each of 3 candidates: 2 in 1 sessions per fold, 1 separately" in printed


def test_a_missing_value_is_an_error_at_once():
    X, y = table()
    X[7, 3] = np.nan
    with pytest.raises(ValueError, match="row 7, column 3"):
        LaneSearchCV(learner(), GRID, error_score=0.0).fit(X, y)


def test_a_negative_weight_is_an_error_at_once():
    X, y = table()
    with pytest.raises(ValueError, match="negative weight"):
        LaneSearchCV(learner(), GRID).fit(X, y, sample_weight=np.full(90, -1.0))


def test_an_unknown_argument_of_fit_is_an_error():
    X, y = table()
    with pytest.raises(TypeError, match="fit was given speed, but Perceptron accepts only"):
        LaneSearchCV(learner(), GRID).fit(X, y, speed=3)


def test_an_unknown_parameter_is_an_error():
    X, y = table()
    with pytest.raises(ValueError, match="Invalid parameter 'tau'"):
        LaneSearchCV(learner(), {"tau": [0.0, 1.0]}).fit(X, y)


def test_a_splitter_without_folds_is_an_error():
    X, y = table()
    with pytest.raises(ValueError, match="announced 0 folds but made 0"):
        LaneSearchCV(learner(), GRID, cv=[]).fit(X, y)


def test_it_is_a_grid_search():
    assert isinstance(LaneSearchCV(learner(), GRID), GridSearchCV)


def test_candidates_learned_together_are_announced_as_fitted_separately(capsys):
    X, y = load_iris(return_X_y=True)
    search = LaneSearchCV(
        AveragedPerceptron(multi_class="joint"), {"margin": [0.1, 1.0]}, cv=2, verbose=1
    )
    search.fit(X, y)
    assert "0 in 0 sessions per fold, 2 separately" in capsys.readouterr().out
