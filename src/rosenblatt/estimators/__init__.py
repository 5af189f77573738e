"""The learners: one thin file per family."""

from rosenblatt.estimators.alma import ALMA
from rosenblatt.estimators.arow import AROW
from rosenblatt.estimators.ballseptron import Ballseptron
from rosenblatt.estimators.checks import expected_failed_checks
from rosenblatt.estimators.committee_machine import CommitteeMachine
from rosenblatt.estimators.fixed import AveragedPerceptron, PocketPerceptron, VotedPerceptron
from rosenblatt.estimators.gradient import GradientPerceptron
from rosenblatt.estimators.kernel import KernelPerceptron
from rosenblatt.estimators.norma import NORMA
from rosenblatt.estimators.parallel import (
    DiscriminantParallelPerceptron,
    ParallelPerceptron,
)
from rosenblatt.estimators.passive_aggressive import PassiveAggressiveClassifier
from rosenblatt.estimators.perceptron import Perceptron
from rosenblatt.estimators.rcd import RCDPerceptron
from rosenblatt.estimators.romma import ROMMA
from rosenblatt.estimators.second_order import SecondOrderPerceptron

__all__ = [
    "ALMA",
    "AROW",
    "NORMA",
    "ROMMA",
    "AveragedPerceptron",
    "Ballseptron",
    "CommitteeMachine",
    "DiscriminantParallelPerceptron",
    "GradientPerceptron",
    "KernelPerceptron",
    "ParallelPerceptron",
    "PassiveAggressiveClassifier",
    "Perceptron",
    "PocketPerceptron",
    "RCDPerceptron",
    "SecondOrderPerceptron",
    "VotedPerceptron",
    "expected_failed_checks",
]
