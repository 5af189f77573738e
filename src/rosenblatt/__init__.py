"""Learning hyperplanes the perceptron way: the whole online family behind one interface."""

from typing import TYPE_CHECKING

from rosenblatt.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from rosenblatt.certificates import Certificate as Certificate
    from rosenblatt.certificates import ErrorBound as ErrorBound
    from rosenblatt.certificates import ExactPerceptron as ExactPerceptron
    from rosenblatt.certificates import HyperplaneDisplay as HyperplaneDisplay
    from rosenblatt.certificates import InseparableError as InseparableError
    from rosenblatt.certificates import LabelSuspects as LabelSuspects
    from rosenblatt.certificates import MarginDistributionDisplay as MarginDistributionDisplay
    from rosenblatt.certificates import MarginHyperplane as MarginHyperplane
    from rosenblatt.certificates import MistakesDisplay as MistakesDisplay
    from rosenblatt.certificates import PlaUpdateDisplay as PlaUpdateDisplay
    from rosenblatt.certificates import Separability as Separability
    from rosenblatt.certificates import TrainingErrorDisplay as TrainingErrorDisplay
    from rosenblatt.certificates import error_lower_bound as error_lower_bound
    from rosenblatt.certificates import freund_schapire_bound as freund_schapire_bound
    from rosenblatt.certificates import khardon_wachman_bound as khardon_wachman_bound
    from rosenblatt.certificates import label_suspects as label_suspects
    from rosenblatt.certificates import margin_guarantee as margin_guarantee
    from rosenblatt.certificates import margin_update_bound as margin_update_bound
    from rosenblatt.certificates import novikoff_bound as novikoff_bound
    from rosenblatt.certificates import pla_bound as pla_bound
    from rosenblatt.certificates import second_order_bound as second_order_bound
    from rosenblatt.certificates import started_bound as started_bound
    from rosenblatt.certificates.certify import certify as certify
    from rosenblatt.certificates.pla import pla as pla
    from rosenblatt.certificates.separability import separability as separability
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
    from rosenblatt.models.trust import trusted_types as trusted_types
    from rosenblatt.training.fisher import fisher_discriminant as fisher_discriminant

__version__ = "0.1.0"

__all__, __getattr__, __dir__ = lazy_exports(
    __name__,
    {
        ".certificates": (
            "Certificate",
            "ErrorBound",
            "ExactPerceptron",
            "HyperplaneDisplay",
            "InseparableError",
            "LabelSuspects",
            "MarginDistributionDisplay",
            "MarginHyperplane",
            "MistakesDisplay",
            "PlaUpdateDisplay",
            "Separability",
            "TrainingErrorDisplay",
            "certify",
            "error_lower_bound",
            "freund_schapire_bound",
            "khardon_wachman_bound",
            "label_suspects",
            "margin_guarantee",
            "margin_update_bound",
            "novikoff_bound",
            "pla",
            "pla_bound",
            "second_order_bound",
            "separability",
            "started_bound",
        ),
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
        ".models.trust": ("trusted_types",),
        ".training.fisher": ("fisher_discriminant",),
    },
    submodules=(
        "certificates",
        "compare",
        "datasets",
        "ensembles",
        "estimators",
        "metrics",
        "models",
        "selection",
    ),
)
