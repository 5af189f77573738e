"""Parameter searches that train candidates together, and the search protocols of the papers."""

from rosenblatt.selection.folds import PermutedFolds
from rosenblatt.selection.nested import NestedScores, nested_cross_validate
from rosenblatt.selection.search import LaneSearchCV
from rosenblatt.selection.staged import StagedSearchCV
from rosenblatt.statistics import t_interval

__all__ = [
    "LaneSearchCV",
    "NestedScores",
    "PermutedFolds",
    "StagedSearchCV",
    "nested_cross_validate",
    "t_interval",
]
