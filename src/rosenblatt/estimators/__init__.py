"""The learners: one thin file per family."""

from rosenblatt.estimators.fixed import AveragedPerceptron, PocketPerceptron, VotedPerceptron
from rosenblatt.estimators.perceptron import Perceptron
from rosenblatt.estimators.rcd import BaggedRCDPerceptron, RCDPerceptron

__all__ = [
    "AveragedPerceptron",
    "BaggedRCDPerceptron",
    "Perceptron",
    "PocketPerceptron",
    "RCDPerceptron",
    "VotedPerceptron",
]
