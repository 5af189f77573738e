"""The learners: one thin file per family."""

from rosenblatt.estimators.fixed import AveragedPerceptron, PocketPerceptron, VotedPerceptron
from rosenblatt.estimators.perceptron import Perceptron

__all__ = ["AveragedPerceptron", "Perceptron", "PocketPerceptron", "VotedPerceptron"]
