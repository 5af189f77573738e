"""Learning hyperplanes the perceptron way: the whole online family behind one interface."""

from typing import TYPE_CHECKING

from rosenblatt.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from rosenblatt.classifiers.whitening import Whitening as Whitening
    from rosenblatt.ensembles import AdaBoostPerceptron as AdaBoostPerceptron
    from rosenblatt.ensembles import BaggedPerceptron as BaggedPerceptron
    from rosenblatt.ensembles import BaggedRCDPerceptron as BaggedRCDPerceptron
    from rosenblatt.estimators import ALMA as ALMA
    from rosenblatt.estimators import AROW as AROW
    from rosenblatt.estimators import NORMA as NORMA
    from rosenblatt.estimators import ROMMA as ROMMA
    from rosenblatt.estimators import SCW as SCW
    from rosenblatt.estimators import AveragedPerceptron as AveragedPerceptron
    from rosenblatt.estimators import Ballseptron as Ballseptron
    from rosenblatt.estimators import CommitteeMachine as CommitteeMachine
    from rosenblatt.estimators import ConfidenceWeighted as ConfidenceWeighted
    from rosenblatt.estimators import (
        DiscriminantParallelPerceptron as DiscriminantParallelPerceptron,
    )
    from rosenblatt.estimators import GradientPerceptron as GradientPerceptron
    from rosenblatt.estimators import KernelPerceptron as KernelPerceptron
    from rosenblatt.estimators import ParallelPerceptron as ParallelPerceptron
    from rosenblatt.estimators import PassiveAggressiveClassifier as PassiveAggressiveClassifier
    from rosenblatt.estimators import Perceptron as Perceptron
    from rosenblatt.estimators import PocketPerceptron as PocketPerceptron
    from rosenblatt.estimators import RCDPerceptron as RCDPerceptron
    from rosenblatt.estimators import SecondOrderPerceptron as SecondOrderPerceptron
    from rosenblatt.estimators import VotedPerceptron as VotedPerceptron
    from rosenblatt.estimators import WhitenedPerceptron as WhitenedPerceptron
    from rosenblatt.metrics import g_mean as g_mean
    from rosenblatt.metrics import g_mean_scorer as g_mean_scorer
    from rosenblatt.training.fisher import fisher_discriminant as fisher_discriminant

__version__ = "0.1.0"

__all__, __getattr__, __dir__ = lazy_exports(
    __name__,
    {
        ".classifiers.whitening": ("Whitening",),
        ".ensembles": ("AdaBoostPerceptron", "BaggedPerceptron", "BaggedRCDPerceptron"),
        ".estimators": (
            "ALMA",
            "AROW",
            "AveragedPerceptron",
            "Ballseptron",
            "CommitteeMachine",
            "ConfidenceWeighted",
            "DiscriminantParallelPerceptron",
            "GradientPerceptron",
            "KernelPerceptron",
            "NORMA",
            "ParallelPerceptron",
            "PassiveAggressiveClassifier",
            "Perceptron",
            "PocketPerceptron",
            "RCDPerceptron",
            "ROMMA",
            "SCW",
            "SecondOrderPerceptron",
            "VotedPerceptron",
            "WhitenedPerceptron",
        ),
        ".metrics": ("g_mean", "g_mean_scorer"),
        ".training.fisher": ("fisher_discriminant",),
    },
    submodules=("datasets", "ensembles", "estimators", "metrics", "models", "selection"),
)
