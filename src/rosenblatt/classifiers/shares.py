"""Probabilities whose arg max is the prediction."""

import numpy as np

from rosenblatt.classifiers.classifier import predicted_codes


def columns(scores: np.ndarray) -> np.ndarray:
    """One column of scores per class; those of two classes differ by the one score given."""
    scores = scores.astype(np.float64)
    return np.column_stack([-scores / 2, scores / 2]) if scores.ndim == 1 else scores


def vote_shares(votes: np.ndarray, codes: np.ndarray) -> np.ndarray:
    """Votes for each class over all votes; equal for all classes where there are none."""
    totals = votes.sum(axis=1, keepdims=True)
    shares = np.full(votes.shape, 1 / votes.shape[1])
    np.divide(votes, totals, out=shares, where=totals > 0)
    return favoured(shares, codes)


def for_prediction(probabilities: np.ndarray, scores: np.ndarray) -> np.ndarray:
    """The nearest probabilities of which no class has more than the one predicted by scores."""
    codes = predicted_codes(scores)
    below = probabilities[np.arange(len(codes)), codes] < probabilities.max(axis=1, initial=0.0)
    probabilities = probabilities.copy()
    probabilities[below] = levelled(probabilities[below], codes[below])
    return favoured(probabilities, codes)


def levelled(probabilities: np.ndarray, codes: np.ndarray) -> np.ndarray:
    """The class of each row shares evenly with those above it, the highest first."""
    rows = np.arange(len(codes))
    others = probabilities.copy()
    others[rows, codes] = -1.0
    falling = -np.sort(-others, axis=1)[:, :-1]
    means = probabilities[rows, codes][:, None] + np.cumsum(falling, axis=1)
    means /= np.arange(2, probabilities.shape[1] + 1)
    next_ones = np.column_stack([falling[:, 1:], np.full(len(codes), -1.0)])
    enough = (means >= next_ones).argmax(axis=1)
    level = means[rows, enough][:, None]
    shared = others >= falling[rows, enough][:, None]
    shared[rows, codes] = True
    return np.where(shared, level, probabilities)


def favoured(probabilities: np.ndarray, codes: np.ndarray) -> np.ndarray:
    """A tie, or rounding, must not hide the predicted class: one step of rounding decides it."""
    lost = np.flatnonzero(probabilities.argmax(axis=1) != codes)
    probabilities[lost, codes[lost]] = np.nextafter(probabilities[lost].max(axis=1), 2.0)
    if probabilities.shape[1] == 2:  # many ask whether the second has one half or more
        second = probabilities[:, 1]
        probabilities[:, 1] = np.where(
            codes == 1, np.maximum(second, 0.5), np.minimum(second, np.nextafter(0.5, 0.0))
        )
    return probabilities
