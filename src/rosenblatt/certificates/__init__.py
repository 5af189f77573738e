"""Proofs about hyperplanes: separable or not, how far from a bound, how far from the optimum."""

from rosenblatt.certificates.bounds import (
    freund_schapire_bound,
    khardon_wachman_bound,
    margin_guarantee,
    margin_update_bound,
    novikoff_bound,
    pla_bound,
    second_order_bound,
    slack_of,
    started_bound,
)
from rosenblatt.certificates.certify import Certificate, certify
from rosenblatt.certificates.displays import (
    HyperplaneDisplay,
    MarginDistributionDisplay,
    MistakesDisplay,
    PlaUpdateDisplay,
    TrainingErrorDisplay,
)
from rosenblatt.certificates.error_bound import ErrorBound, error_lower_bound
from rosenblatt.certificates.exact import ExactPerceptron
from rosenblatt.certificates.margin import InseparableError, MarginHyperplane
from rosenblatt.certificates.pla import PlaTrace, PlaUpdate, pla
from rosenblatt.certificates.separability import Separability, separability
from rosenblatt.certificates.suspects import LabelSuspects, label_suspects

__all__ = [
    "Certificate",
    "ErrorBound",
    "ExactPerceptron",
    "HyperplaneDisplay",
    "InseparableError",
    "LabelSuspects",
    "MarginDistributionDisplay",
    "MarginHyperplane",
    "MistakesDisplay",
    "PlaTrace",
    "PlaUpdate",
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
    "slack_of",
    "started_bound",
]
