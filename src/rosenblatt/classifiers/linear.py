"""Classifiers whose scores are hyperplanes."""

from typing import Any

import numpy as np

from rosenblatt.classifiers.classifier import Classifier
from rosenblatt.training.finite_products import finite_products


class LinearClassifier(Classifier):
    """Hyperplanes over classes, however they are found.

    Attributes
    ----------
    coef_ : ndarray of shape (1, n_features) or (n_classes, n_features)
        Weights. For two classes there is one hyperplane, with the second class on its positive
        side; for more, one per class.
    intercept_ : ndarray of shape (1,) or (n_classes,)
        Intercepts.
    """

    coef_: np.ndarray
    intercept_: np.ndarray

    def __sklearn_is_fitted__(self) -> bool:
        return "coef_" in vars(self)

    def _scores(self, X: Any) -> np.ndarray:
        return linear_scores(self.coef_, self.intercept_, X)

    def _unit(self) -> float:
        largest = float(np.abs(self.coef_).max(initial=0.0)) or 1.0
        return largest * float(np.linalg.norm(self.coef_ / largest)) or 1.0


def linear_scores(coef: np.ndarray, intercept: np.ndarray, X: Any) -> np.ndarray:
    """One score per row, or one column per hyperplane if there are several."""
    scores = lane_scores(coef, intercept, X)
    return scores.ravel() if scores.shape[1] == 1 else scores


def lane_scores(coef: np.ndarray, intercept: np.ndarray, X: Any) -> np.ndarray:
    """One column per hyperplane."""
    return finite_products(X, coef) + intercept
