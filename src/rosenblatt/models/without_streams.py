"""Learners without what only a later batch needs, which may be as large as the model itself."""

import copy
from dataclasses import replace
from typing import Any

from sklearn.base import BaseEstimator
from sklearn.pipeline import Pipeline

from rosenblatt.ensembles.hypotheses import Fitted
from rosenblatt.training.stream import Stream


def without_streams(learner: Any) -> Any:
    """A copy that predicts the same, and refuses ``partial_fit`` and warm starts."""
    made = copy.copy(learner)
    if isinstance(made, Pipeline):
        made.steps = [(name, without_streams(step)) for name, step in made.steps]
        return made
    for name, value in vars(made).items():
        if isinstance(value, Stream):
            vars(made)[name] = value.ended()
        elif isinstance(value, Fitted):
            lean = [without_streams(each) for each in value.estimators]
            vars(made)[name] = replace(value, estimators=lean)
        elif isinstance(value, BaseEstimator):
            vars(made)[name] = without_streams(value)
    return made
