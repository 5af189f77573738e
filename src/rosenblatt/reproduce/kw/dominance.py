"""Which hypothesis is more accurate on the artificial sets (Table 2)."""

from rosenblatt.lab.outcome import Row
from rosenblatt.reproduce.kw.folds import accuracies, permuted, splits
from rosenblatt.reproduce.kw.paper_data import COPIES, FEATURES, MARGINS, artificial
from rosenblatt.reproduce.kw.parameter_grid import HYPOTHESES, Setting


def compare_hypotheses(noise: float, permutation: int) -> list[Row]:
    """Accuracies of the three hypotheses on the thirty sets of a noise level, no parameter active.

    Each pass visits the rows in a new order, which gives the paper's number of ties; the same
    order in all passes, as in Table 3, does not.

    Parameters
    ----------
    noise : float
        Probability that a label is switched.
    permutation : int
        Number of the repetition; each has its own data sets and orders.

    Returns
    -------
    rows : list of dict
        One per data set: n_features, margin, copy, and the accuracy of each hypothesis in percent.
    """
    return [
        one_set(n_features, margin, noise, COPIES * permutation + copy)
        for n_features in FEATURES
        for margin in MARGINS
        for copy in range(COPIES)
    ]


def one_set(n_features: int, margin: float, noise: float, draw: int) -> Row:
    X, y = permuted(*artificial(n_features, margin, noise, draw), draw)
    found = accuracies(X, y, [Setting()], splits(len(y)), order="shuffled", seed=draw)
    means = found[0].mean(axis=1)
    row: Row = {"n_features": n_features, "margin": margin, "draw": draw}
    return row | {name: float(mean) for name, mean in zip(HYPOTHESES, means, strict=True)}
