"""The second-order perceptron: Table 1, Figures 3 and 4, and the bounds of mistakes."""

from rosenblatt.reproduce.paper import Paper
from rosenblatt.reproduce.sop.drawings import FIGURES
from rosenblatt.reproduce.sop.mistake_tables import SETTING, TABLES

__all__ = ["PAPER"]

PAPER = Paper(
    name="sop",
    title="Comparison of performance of standard perceptron and second order perceptron",
    citation="H. Sahi (2017), University of Waterloo; after N. Cesa-Bianchi, A. Conconi and "
    "C. Gentile (2005), SIAM Journal on Computing 34, 640-668",
    tables=TABLES,
    figures=FIGURES,
    notes=(
        SETTING,
        "No intercept; rows in the order drawn; a score of 0 counts as +1 (the standard perceptron "
        "meets one at its first row alone, and learns it).",
    ),
)
