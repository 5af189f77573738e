"""Which rows are so far from every tie that rounding cannot change their label."""

import numpy as np

from rosenblatt.models import Model
from rosenblatt.models.feature_map import feature_map_of
from rosenblatt.models.formula import ClassVotes, KernelSums, Planes
from rosenblatt.models.learner_formulas import formula_of
from rosenblatt.tables import Table


def clear_rows(model: Model, table: Table, gap: float = 1e-9) -> np.ndarray:
    """Rows where no hyperplane, vote or final score is so near a tie that rounding counts."""
    feature_map = feature_map_of(model.coder)
    formula = formula_of(model.estimator, feature_map.n_features)
    X = model.coder.transform(table)
    clear = lead(formula.scores(X)) > gap
    if isinstance(formula, Planes | KernelSums):
        return clear
    scores = X @ formula.lines[:, :-1].T + formula.lines[:, -1]
    if isinstance(formula, ClassVotes):
        cut = scores.reshape(-1, len(formula.classes))
        return clear & (lead(cut).reshape(len(X), -1) > gap).all(axis=1)
    return clear & (np.abs(scores) > gap).all(axis=1)


def lead(scores: np.ndarray) -> np.ndarray:
    """How far the best score is ahead of the second; of a single score its size."""
    if scores.shape[1] == 1:
        return np.abs(scores[:, 0])
    ordered = np.sort(scores, axis=1)
    return ordered[:, -1] - ordered[:, -2]
