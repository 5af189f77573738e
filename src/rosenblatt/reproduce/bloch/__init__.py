"""Bloch's lecture on the perceptron learning algorithm: Theorem 2.1 and Figures 1 to 5."""

from rosenblatt.reproduce.bloch.lecture_figures import FIGURES
from rosenblatt.reproduce.bloch.theorem_table import TABLES
from rosenblatt.reproduce.paper import Paper

__all__ = ["PAPER"]

PAPER = Paper(
    name="bloch",
    title="Perceptron learning algorithm",
    citation="M. R. Bloch, lecture notes",
    tables=TABLES,
    figures=FIGURES,
    notes=(
        "The lecture prints no data: all rows are drawn anew, so figures show the same things, not "
        "the same points.",
        "sgn(0) = -1 as in Definition 1.1: from zero, a first negative row is no mistake.",
        "After (15): convergence is slow where tau / rho is large; the text says small. In section "
        "2 the inequality that defines subgradients is reversed.",
        "Figure 4 has the penalty C/N of (23), which is libsvm's C.",
    ),
)
