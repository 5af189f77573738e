"""Li's random coordinate descent: Tables 2 to 4, Figures 1 to 4."""

from rosenblatt.reproduce.li.figures import FIGURES
from rosenblatt.reproduce.li.tables import TABLES
from rosenblatt.reproduce.paper import Paper

__all__ = ["PAPER"]

PAPER = Paper(
    name="li",
    title="Perceptron learning with random coordinate descent",
    citation="L. Li (2005), California Institute of Technology",
    tables=TABLES,
    figures=FIGURES,
    notes=(
        "80 % of the rows for training, rounded down (600 of one fixed pool of 5000 for ringnorm, "
        "threenorm and yinyang); features scaled to [-1, 1] by the training rows alone.",
        "Inferred: Fisher's discriminant has swapped priors in the bias and its own scale; the run "
        "of a new vector of the averaged perceptron starts at the weight of its row; a boosted "
        "learner without error gets the weight 0.5 log 1000, and boosting continues.",
        "ROMMA is left out, as in the paper: it does badly on rows that are not separable.",
    ),
)
