"""With an infinite margin every row is learned, so that no hypothesis survives one."""

import numpy as np
import pytest

from rosenblatt import (
    AdaBoostPerceptron,
    BaggedPerceptron,
    Perceptron,
    PocketPerceptron,
    VotedPerceptron,
)

SURVIVORS = ["longest", "pocket", "voted"]
REFUSED = "with margin=.*none survives a row; choose .*'last' or 'averaged', or a finite margin"


def table():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(60, 3))
    return X, (X[:, 0] + 0.3 * rng.normal(size=60) > 0).astype(int)


@pytest.mark.parametrize("hypothesis", SURVIVORS)
@pytest.mark.parametrize("margin", [np.inf, (np.inf, np.inf), [np.inf, np.inf]])
@pytest.mark.parametrize("alpha_bound", [None, 1])
def test_hypotheses_that_cannot_survive_are_refused_by_name(alpha_bound, margin, hypothesis):
    model = Perceptron(margin=margin, alpha_bound=alpha_bound, hypothesis=hypothesis)
    with pytest.raises(ValueError, match=f"hypothesis='{hypothesis}'.*{REFUSED}"):
        model.fit(*table())


@pytest.mark.parametrize("hypothesis", ["longest", "voted"])
def test_a_stream_refuses_them_too(hypothesis):
    with pytest.raises(ValueError, match=REFUSED):
        Perceptron(margin=np.inf, hypothesis=hypothesis).partial_fit(*table())


@pytest.mark.parametrize("kind", [PocketPerceptron, VotedPerceptron])
def test_classes_of_a_fixed_hypothesis_refuse_the_margin(kind):
    with pytest.raises(ValueError, match=REFUSED):
        kind(margin=np.inf).fit(*table())


@pytest.mark.parametrize("hypothesis", ["longest", "pocket"])
@pytest.mark.parametrize("ensemble", [AdaBoostPerceptron, BaggedPerceptron])
def test_ensembles_pass_the_refusal_on(ensemble, hypothesis):
    learner = Perceptron(margin=np.inf, hypothesis=hypothesis)
    with pytest.raises(ValueError, match=REFUSED):
        ensemble(learner).fit(*table())


@pytest.mark.parametrize("hypothesis", SURVIVORS)
@pytest.mark.parametrize("margin", [(np.inf, 0.1), (0.1, np.inf)])
def test_one_finite_side_is_enough_to_survive(margin, hypothesis):
    X, y = table()
    model = Perceptron(margin=margin, hypothesis=hypothesis, random_state=0).fit(X, y)
    assert np.abs(model.decision_function(X)).max() > 0


@pytest.mark.parametrize("hypothesis", ["last", "averaged"])
def test_the_other_hypotheses_learn_every_row(hypothesis):
    X, y = table()
    model = Perceptron(margin=np.inf, hypothesis=hypothesis, max_iter=3).fit(X, y)
    assert (model.mistakes_ == 3).all() and model.score(X, y) > 0.8
