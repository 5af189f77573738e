"""Searches over the parameters of any rule share sessions and give what separate fits give."""

from inspect import isclass

import pytest
from searches import assert_same, both, table

from rosenblatt import (
    ALMA,
    AROW,
    NORMA,
    ROMMA,
    SCW,
    AveragedPerceptron,
    Ballseptron,
    CommitteeMachine,
    ConfidenceWeighted,
    GradientPerceptron,
    PassiveAggressiveClassifier,
    Perceptron,
    PocketPerceptron,
    SecondOrderPerceptron,
    VotedPerceptron,
    estimators,
)
from rosenblatt.estimators.base import BasePerceptron
from rosenblatt.selection import evaluation as evaluation_module

GRIDS = [
    (PassiveAggressiveClassifier, {"C": [0.1, 1.0], "loss": ["hinge", "squared_hinge"]}),
    (GradientPerceptron, {"loss": ["hinge", "least_squares"], "decay": [0.0, 0.5]}),
    (ROMMA, {"aggressive": [False, True], "min_margin": [0.1, 1e-4]}),
    (ALMA, {"alpha": [0.5, 0.9], "hypothesis": ["last", "voted"]}),
    (NORMA, {"nu": [None, 0.2], "lam": [0.1, 0.001], "hypothesis": ["last", "averaged"]}),
    (AROW, {"r": [0.1, 1.0], "hypothesis": ["averaged", "pocket"]}),
    (SCW, {"C": [0.1, 1.0], "loss": ["hinge", "squared_hinge"]}),
    (ConfidenceWeighted, {"confidence": [0.6, 0.9], "hypothesis": ["averaged", "pocket"]}),
    (SecondOrderPerceptron, {"ridge": [0, 0.1], "hypothesis": ["averaged", "pocket"]}),
    (Ballseptron, {"radius": [0.0, 0.1], "hypothesis": ["longest", "pocket"]}),
    (Perceptron, {"margin": [0.0, (0.1, 1.0)]}),
]


def test_every_rule_has_a_grid():
    fixed = {AveragedPerceptron, VotedPerceptron, PocketPerceptron}
    assert {kind for kind, _ in GRIDS} | fixed | {CommitteeMachine} == online_learners()


def online_learners():
    public = {getattr(estimators, name) for name in estimators.__all__}
    return {kind for kind in public if isclass(kind) and issubclass(kind, BasePerceptron)}


@pytest.mark.parametrize("n_classes", [2, 3])
@pytest.mark.parametrize(("kind", "grid"), GRIDS, ids=[kind.__name__ for kind, _ in GRIDS])
def test_a_search_in_lanes_gives_what_separate_fits_give(kind, grid, n_classes, monkeypatch):
    def refuse(*args, **kwargs):
        raise AssertionError("a candidate was fitted separately")

    monkeypatch.setattr(evaluation_module, "_fit_and_score", refuse)
    assert_same(*both(kind(random_state=5, max_iter=4), grid, *table(n_classes)))


def test_a_search_over_committees_gives_what_separate_fits_give():
    """Their hyperplanes are lanes already; every size is a fit of its own."""
    grid = {"n_perceptrons": [1, 3], "hypothesis": ["last", "averaged"]}
    assert_same(*both(CommitteeMachine(random_state=5, max_iter=4), grid, *table(3)))
