"""Accuracy by number of passes (Figure 3)."""

from rosenblatt.lab.outcome import Row
from rosenblatt.reproduce.kw.folds import accuracies, permuted, splits
from rosenblatt.reproduce.kw.paper_data import real
from rosenblatt.reproduce.kw.parameter_grid import HYPOTHESES, Setting

PASSES = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)


def accuracy_by_passes(dataset: str, permutation: int) -> list[Row]:
    """Accuracy of the three hypotheses after 1 to 1000 passes, with no parameter active.

    Returns
    -------
    rows : list of dict
        One per number of passes and hypothesis: passes, hypothesis, accuracy in percent.
    """
    X, y = permuted(*real(dataset), permutation)
    folds = splits(len(y))
    rows: list[Row] = []
    for passes in PASSES:
        found = accuracies(X, y, [Setting()], folds, max_iter=passes)[0].mean(axis=1)
        rows += [
            {"passes": passes, "hypothesis": name, "accuracy": float(mean)}
            for name, mean in zip(HYPOTHESES, found, strict=True)
        ]
    return rows
