"""Probabilities from held-out scores: the sigmoid of some splits is tested on the others.

A comparison has scores of rows by models that did not learn them anyway, so calibrating costs no
further fit.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import softmax

from rosenblatt.classifiers.sigmoid import Held, fit_sigmoid, probabilities_of
from rosenblatt.compare.held_scores import HeldScores, score_columns
from rosenblatt.compare.row_losses import Codes

MOST_ROWS = 5000  # a slope and an offset per class need no more
Probabilities = NDArray[np.float64]


def cross_calibrated(parts: Sequence[HeldScores], truths: Sequence[Codes]) -> list[Probabilities]:
    """Probabilities of each class for the test rows of every split.

    The splits are halved; each half is calibrated by the scores of the other. A single split is
    halved itself. Models with probabilities of their own keep them.
    """
    if all(part.logits for part in parts):
        return [softmax(score_columns(values_of(part)), axis=1) for part in parts]
    columns = [score_columns(values_of(part)) for part in parts]
    sizes = [len(truth) for truth in truths]
    number = np.repeat(np.arange(len(sizes)), sizes)
    halves = number % 2 if len(sizes) > 1 else np.arange(sizes[0]) % 2
    scores, codes = np.concatenate(columns), np.concatenate(list(truths))
    found = np.empty(scores.shape)
    for half in (0, 1):
        inside = halves == half
        sigmoid = sigmoid_of(scores[~inside], codes[~inside])
        found[inside] = probabilities_of(sigmoid, scores[inside])
    return np.split(found, np.cumsum(sizes)[:-1])


def sigmoid_of(scores: NDArray[Any], codes: Codes) -> NDArray[np.float64]:
    """Slope and offsets of least log loss on these rows, or on a sample of many."""
    if len(codes) > MOST_ROWS:
        chosen = np.random.default_rng(0).choice(len(codes), MOST_ROWS, replace=False)
        scores, codes = scores[chosen], codes[chosen]
    return fit_sigmoid(Held(scores, codes, np.ones(len(codes))))


def values_of(part: HeldScores) -> NDArray[Any]:
    assert part.values is not None
    return part.values
