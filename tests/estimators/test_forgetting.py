"""Nothing that an earlier fit found is taken for a part of the next."""

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression
from streams import signs

from rosenblatt import BaggedPerceptron, Perceptron, RCDPerceptron
from rosenblatt.selection import LaneSearchCV


def names(model):
    return {name for name in vars(model) if name.endswith("_")}


HAND_OVERS = [
    (Perceptron(random_state=0), {"hypothesis": "pocket"}, {"hypothesis": "last"}),
    (Perceptron(random_state=0), {"probability": "sigmoid"}, {"probability": None}),
    (Perceptron(random_state=0), {"early_stopping": True}, {"early_stopping": False}),
    (RCDPerceptron(max_iter=5, random_state=0), {"probability": "sigmoid"}, {"probability": None}),
    (BaggedPerceptron(n_estimators=2), {"probability": "sigmoid"}, {"probability": None}),
    (LaneSearchCV(Perceptron(), {"margin": [0.0]}), {"refit": True}, {"refit": False}),
    (LaneSearchCV(LogisticRegression(), {"C": [1.0]}), {"refit": True}, {"refit": False}),
]


@pytest.mark.parametrize(("model", "before", "after"), HAND_OVERS, ids=str)
def test_a_fit_leaves_what_a_first_fit_would_leave(model, before, after):
    X, y = signs()
    again = type(model)(**{**model.get_params(deep=False), **before}).fit(X, y)
    fresh = type(model)(**{**model.get_params(deep=False), **after}).fit(X, y)
    assert names(again.set_params(**after).fit(X, y)) == names(fresh)


@pytest.mark.parametrize("before", [{"hypothesis": "pocket"}, {"probability": "sigmoid"}], ids=str)
def test_a_batch_leaves_what_a_first_batch_would_leave(before):
    X, y = signs()
    model = Perceptron(**before).fit(X, y).set_params(hypothesis="last", probability=None)
    assert names(model.partial_fit(X, y)) == names(Perceptron(hypothesis="last").partial_fit(X, y))


def test_a_batch_keeps_the_names_of_the_features():
    pd = pytest.importorskip("pandas")
    X, y = signs()
    X = pd.DataFrame(X, columns=list("abcdef"))
    model = Perceptron().partial_fit(X, y).partial_fit(X, y)
    assert model.feature_names_in_.tolist() == list("abcdef")


def test_a_search_forgets_the_names_of_features_that_have_none_now():
    pd = pytest.importorskip("pandas")
    X, y = signs()
    search = LaneSearchCV(Perceptron(), {"margin": [0.0]})
    search.fit(pd.DataFrame(X, columns=list("abcdef")), y).fit(X, y)
    assert not hasattr(search, "feature_names_in_")


def test_a_search_that_fails_keeps_what_it_had():
    X, y = signs()
    search = LaneSearchCV(Perceptron(), {"margin": [0.0]}).fit(X, y)
    before = dict(vars(search))
    with pytest.raises(ValueError, match="row 0, column 0"):
        search.fit(np.full_like(X, np.nan), y)
    assert vars(search) == before
