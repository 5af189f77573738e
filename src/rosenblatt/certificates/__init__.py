"""Proofs about hyperplanes: separable or not, how far from a bound, how far from the optimum."""

from rosenblatt.certificates.exact import ExactPerceptron
from rosenblatt.certificates.margin import InseparableError, MarginHyperplane
from rosenblatt.certificates.separability import Separability, separability
from rosenblatt.certificates.suspects import LabelSuspects, label_suspects

__all__ = [
    "ExactPerceptron",
    "InseparableError",
    "LabelSuspects",
    "MarginHyperplane",
    "Separability",
    "label_suspects",
    "separability",
]
