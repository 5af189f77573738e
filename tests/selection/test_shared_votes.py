"""Voted candidates of a search: a row that several of them have learned is multiplied once."""

import numpy as np
import pytest
import scipy.sparse as sp
from searches import ALL_HYPOTHESES, assert_same, both, learner
from sklearn.metrics import make_scorer
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer, MaxAbsScaler

from rosenblatt.selection import LaneSearchCV
from rosenblatt.training import votes as votes_module

MARGINS = {"margin": [0.0, 0.125, 0.5, 2.0], "hypothesis": ["voted"]}


def noisy(n_rows, n_features, n_classes=2, seed=0):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n_rows, n_features))
    scores = X @ rng.normal(size=(n_features, n_classes)) + rng.normal(size=(n_rows, n_classes))
    return X, scores.argmax(axis=1)


def decisions(estimator, X, y):
    """Every score of every row, as one number each, so that a single vote shows."""
    values = np.asarray(estimator.decision_function(X)).ravel()
    return {"accuracy": estimator.score(X, y)} | {str(k): v for k, v in enumerate(values)}


@pytest.fixture
def multiplied(monkeypatch):
    """Shapes of all products of learned rows and points, as they are asked for."""
    shapes, products = [], votes_module.place_free_products

    def told(rows, points):
        shapes.append((rows.shape[0], points.shape[0]))
        return products(rows, points)

    monkeypatch.setattr(votes_module, "place_free_products", told)
    return shapes


@pytest.mark.parametrize("n_classes", [2, 3])
@pytest.mark.parametrize("rows", [np.asarray, np.float32, sp.csr_array])
def test_every_vote_is_that_of_separate_fits(rows, n_classes):
    X, y = noisy(417, 7, n_classes)
    folds = [(np.r_[:300], np.r_[300:417])]
    grid = {"margin": MARGINS["margin"], "hypothesis": ALL_HYPOTHESES}
    assert_same(
        *both(learner(), grid, rows(X), y, scoring=decisions, refit="accuracy", cv=folds,
              return_train_score=True)
    )  # fmt: skip


@pytest.mark.parametrize("rows", [np.asarray, sp.csr_array])
def test_a_row_that_all_candidates_learned_is_multiplied_once(multiplied, rows):
    X, y = noisy(300, 5)
    LaneSearchCV(learner(), MARGINS, cv=3, refit=False).fit(rows(X), y)
    assert sum(points for _, points in multiplied) == len(X)
    assert max(lines for lines, _ in multiplied) <= 200  # of a fold's training rows


def test_training_rows_that_are_scored_too_are_counted_together(multiplied):
    X, y = noisy(300, 5)
    LaneSearchCV(learner(), MARGINS, cv=3, refit=False, return_train_score=True).fit(X, y)
    assert sum(points for _, points in multiplied) == 3 * len(X)


def test_behind_transformers_too(multiplied):
    X, y = noisy(300, 5)
    grid = {f"perceptron__{name}": values for name, values in MARGINS.items()}
    pipeline = make_pipeline(MaxAbsScaler(), learner())
    ours, theirs = both(pipeline, grid, X, y, scoring="accuracy", refit=False)
    assert_same(ours, theirs)
    multiplied.clear()
    LaneSearchCV(pipeline, grid, cv=3, refit=False).fit(X, y)
    assert sum(points for _, points in multiplied) == len(X)


def test_a_transformer_that_breaks_the_test_rows_is_reported_for_each_candidate():
    X, y = noisy(90, 3)

    def broken(values):
        return values if len(values) > 40 else values * np.nan

    grid = {f"perceptron__{name}": values for name, values in MARGINS.items()}
    search = LaneSearchCV(
        make_pipeline(FunctionTransformer(broken), learner()), grid, cv=3, refit=False
    )
    with pytest.warns(UserWarning, match="Scoring failed"):
        search.fit(X, y)
    assert np.isnan(search.cv_results_["mean_test_score"]).all()


def test_a_scorer_that_asks_for_other_rows_gets_their_votes():
    X, y = noisy(300, 5)

    def mirrored(estimator, X, y):
        return float(estimator.decision_function(-X) @ np.arange(len(X)))

    assert_same(*both(learner(), MARGINS, X, y, scoring=mirrored, refit=False))


def test_a_scorer_may_change_the_scores_it_was_given():
    X, y = noisy(300, 5)

    def spoiling(estimator, X, y):
        scores = estimator.decision_function(X)
        scores[:] = 0
        return estimator.score(X, y)

    found = LaneSearchCV(learner(), MARGINS, cv=3, refit=False, scoring=spoiling).fit(X, y)
    plain = LaneSearchCV(learner(), MARGINS, cv=3, refit=False).fit(X, y)
    np.testing.assert_array_equal(
        found.cv_results_["mean_test_score"], plain.cv_results_["mean_test_score"]
    )


def test_the_time_of_counting_is_a_part_of_each_score(monkeypatch):
    X, y = noisy(200, 4)
    seconds = iter(range(10**6))
    monkeypatch.setattr(
        "rosenblatt.selection.lanes.time.perf_counter", lambda: float(next(seconds))
    )
    found = LaneSearchCV(
        learner(), {**MARGINS, "hypothesis": ["last", "voted"]}, cv=2, refit=False,
        scoring=make_scorer(lambda a, b: 0.0),
    ).fit(X, y)  # fmt: skip
    voted = found.cv_results_["param_hypothesis"] == "voted"
    assert (
        found.cv_results_["mean_score_time"][voted]
        > found.cv_results_["mean_score_time"][~voted].max()
    ).all()
