"""Khardon and Wachman's noise-tolerant perceptrons: Tables 2 to 7, Figures 3 and 4."""

from rosenblatt.reproduce.kw.figures import FIGURES
from rosenblatt.reproduce.kw.tables import TABLES
from rosenblatt.reproduce.paper import Paper

__all__ = ["PAPER"]

PAPER = Paper(
    name="kw",
    title="Noise tolerant variants of the perceptron algorithm",
    citation="R. Khardon and G. Wachman (2007), Journal of Machine Learning Research 8, 227-248",
    tables=TABLES,
    figures=FIGURES,
    notes=(
        "Every number is an accuracy in percent, the mean of ten folds; the paper prints one "
        "permutation of the rows, ours are means over twelve.",
        "The initial threshold and its step are the mean squared norm of the training rows, which "
        "is also the unit of margins; steps of 0.1, 100 passes. A row exactly on the margin is "
        "learned; a test score of 0 counts as positive; the initial weights have no vote.",
        "The algorithm as printed moves the threshold in the wrong direction (36 to 50 % "
        "accuracy); the sign is taken to be a misprint.",
        "Positive classes: breast 4, bupa 2, wdbc M, crx +, promoters +, ionosphere g, wpbc R, "
        "sonar M. One column per nominal value that occurs, missing values are zeros, and only "
        "Adult is scaled (to [0, 1]).",
    ),
)
