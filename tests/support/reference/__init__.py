"""The reference: online learners in plain NumPy, slow and obvious, to hold the core to."""

from reference.fisher import fisher, mean_squared_norm
from reference.groups import ManyClasses, TwoClasses, joint_votes, vote_sum
from reference.keepers import KEEPERS
from reference.loop import Result, joint, train
from reference.rules import (
    INEXACT,
    RIGHT,
    RULES,
    SUPPRESSED,
    Alma,
    Ballseptron,
    Example,
    Gradient,
    Norma,
    PassiveAggressive,
    Perceptron,
    Romma,
)

__all__ = [
    "INEXACT",
    "KEEPERS",
    "RIGHT",
    "RULES",
    "SUPPRESSED",
    "Alma",
    "Ballseptron",
    "Example",
    "Gradient",
    "ManyClasses",
    "Norma",
    "PassiveAggressive",
    "Perceptron",
    "Result",
    "Romma",
    "TwoClasses",
    "fisher",
    "joint",
    "joint_votes",
    "mean_squared_norm",
    "train",
    "vote_sum",
]
