"""Proofs about hyperplanes: separable or not, how far from a bound, how far from the optimum."""

from rosenblatt.certificates.exact import ExactPerceptron
from rosenblatt.certificates.margin import InseparableError, MarginHyperplane
from rosenblatt.certificates.separability import Separability, separability

__all__ = [
    "ExactPerceptron",
    "InseparableError",
    "MarginHyperplane",
    "Separability",
    "separability",
]
