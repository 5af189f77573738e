"""Gradient-boosted trees as a reference: would something that is no hyperplane do better?"""

from __future__ import annotations

from typing import Any

from sklearn.ensemble import HistGradientBoostingClassifier

MOST_CELLS = 20_000_000


class ReferenceTrees(HistGradientBoostingClassifier):
    """scikit-learn's trees with their defaults, which also read sparse rows if they are few."""

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> ReferenceTrees:
        """Learn from the rows."""
        return super().fit(dense(X), y, sample_weight)

    def predict(self, X: Any) -> Any:
        """Class of each row."""
        return super().predict(dense(X))

    def predict_proba(self, X: Any) -> Any:
        """Probability of each class."""
        return super().predict_proba(dense(X))


def dense(X: Any) -> Any:
    """The rows as an array, if that is not too large."""
    if not hasattr(X, "toarray"):
        return X
    if X.shape[0] * X.shape[1] > MOST_CELLS:
        raise ValueError(f"trees read dense rows only, and {X.shape[1]} columns are too many")
    return X.toarray()
