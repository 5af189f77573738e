"""The learners: one thin file per family."""

from typing import TYPE_CHECKING

from rosenblatt.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from rosenblatt.estimators.alma import ALMA as ALMA
    from rosenblatt.estimators.arow import AROW as AROW
    from rosenblatt.estimators.ballseptron import Ballseptron as Ballseptron
    from rosenblatt.estimators.checks import expected_failed_checks as expected_failed_checks
    from rosenblatt.estimators.committee_machine import CommitteeMachine as CommitteeMachine
    from rosenblatt.estimators.confidence import ConfidenceWeighted as ConfidenceWeighted
    from rosenblatt.estimators.fixed import AveragedPerceptron as AveragedPerceptron
    from rosenblatt.estimators.fixed import PocketPerceptron as PocketPerceptron
    from rosenblatt.estimators.fixed import VotedPerceptron as VotedPerceptron
    from rosenblatt.estimators.gradient import GradientPerceptron as GradientPerceptron
    from rosenblatt.estimators.kernel import KernelPerceptron as KernelPerceptron
    from rosenblatt.estimators.norma import NORMA as NORMA
    from rosenblatt.estimators.parallel import (
        DiscriminantParallelPerceptron as DiscriminantParallelPerceptron,
    )
    from rosenblatt.estimators.parallel import ParallelPerceptron as ParallelPerceptron
    from rosenblatt.estimators.passive_aggressive import (
        PassiveAggressiveClassifier as PassiveAggressiveClassifier,
    )
    from rosenblatt.estimators.perceptron import Perceptron as Perceptron
    from rosenblatt.estimators.rcd import RCDPerceptron as RCDPerceptron
    from rosenblatt.estimators.romma import ROMMA as ROMMA
    from rosenblatt.estimators.scw import SCW as SCW
    from rosenblatt.estimators.second_order import SecondOrderPerceptron as SecondOrderPerceptron
    from rosenblatt.estimators.whitened import WhitenedPerceptron as WhitenedPerceptron

__all__, __getattr__, __dir__ = lazy_exports(
    __name__,
    {
        ".alma": ("ALMA",),
        ".arow": ("AROW",),
        ".ballseptron": ("Ballseptron",),
        ".checks": ("expected_failed_checks",),
        ".committee_machine": ("CommitteeMachine",),
        ".confidence": ("ConfidenceWeighted",),
        ".fixed": ("AveragedPerceptron", "PocketPerceptron", "VotedPerceptron"),
        ".gradient": ("GradientPerceptron",),
        ".kernel": ("KernelPerceptron",),
        ".norma": ("NORMA",),
        ".parallel": ("DiscriminantParallelPerceptron", "ParallelPerceptron"),
        ".passive_aggressive": ("PassiveAggressiveClassifier",),
        ".perceptron": ("Perceptron",),
        ".rcd": ("RCDPerceptron",),
        ".romma": ("ROMMA",),
        ".scw": ("SCW",),
        ".second_order": ("SecondOrderPerceptron",),
        ".whitened": ("WhitenedPerceptron",),
    },
)
