"""Learning hyperplanes the perceptron way: the whole online family behind one interface."""

from rosenblatt.ensembles import AdaBoostPerceptron, BaggedPerceptron, BaggedRCDPerceptron
from rosenblatt.estimators import (
    ALMA,
    AROW,
    NORMA,
    ROMMA,
    AveragedPerceptron,
    Ballseptron,
    CommitteeMachine,
    DiscriminantParallelPerceptron,
    GradientPerceptron,
    KernelPerceptron,
    ParallelPerceptron,
    PassiveAggressiveClassifier,
    Perceptron,
    PocketPerceptron,
    RCDPerceptron,
    SecondOrderPerceptron,
    VotedPerceptron,
)
from rosenblatt.metrics import g_mean, g_mean_scorer
from rosenblatt.training.fisher import fisher_discriminant

__version__ = "0.1.0"

__all__ = [
    "ALMA",
    "AROW",
    "NORMA",
    "ROMMA",
    "AdaBoostPerceptron",
    "AveragedPerceptron",
    "BaggedPerceptron",
    "BaggedRCDPerceptron",
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
    "fisher_discriminant",
    "g_mean",
    "g_mean_scorer",
]
