"""Proofs about hyperplanes and rows: what is separable, optimal, or suspicious."""

from rosenblatt.certificates.exact import ExactPerceptron

__all__ = ["ExactPerceptron"]
