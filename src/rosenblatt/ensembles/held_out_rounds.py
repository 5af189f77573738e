"""How many rounds of boosting predict rows best that were held out in turn."""

from dataclasses import replace
from typing import Any

import numpy as np

from rosenblatt.classifiers.calibration import FOLDS, folds_of
from rosenblatt.ensembles.boosting import LARGEST_SEED, Boosted, boost
from rosenblatt.training.examples import Examples
from rosenblatt.training.labels import taken

WINDOW = 10  # rounds before and after that an error is averaged over
ENOUGH = 2000  # rows that are judged: large tables need not hold out all
FEWEST = 10  # different rows of a class


def held_out_errors(
    learner: Any,
    examples: Examples,
    classes: np.ndarray,
    n_estimators: int,
    resample: bool,
    random: np.random.RandomState,
) -> np.ndarray | None:
    """The error on rows held out in turn after each number of rounds; None if rows are too few."""
    if np.bincount(examples.codes).min() < FEWEST:
        return None
    folds = folds_of(examples.codes, np.random.default_rng(random.randint(LARGEST_SEED)))
    wrong, mass, judged = np.zeros(n_estimators), 0.0, 0
    for fold in range(FOLDS):
        parts = (part_of(examples, kept) for kept in (folds != fold, folds == fold))
        learned, out = parts
        found = boost(learner, learned, classes, n_estimators, resample, random)
        weights = np.ones(len(out.codes)) if out.weights is None else out.weights
        wrong += wrong_after_rounds(found, out, weights, len(classes), n_estimators)
        mass, judged = mass + weights.sum(), judged + len(weights)
        if judged >= ENOUGH:
            break
    return wrong / mass


def part_of(examples: Examples, kept: np.ndarray) -> Examples:
    rows = np.flatnonzero(kept)
    weights = taken(examples.weights, rows)
    return replace(examples, X=examples.X[rows], codes=examples.codes[rows], weights=weights)


def wrong_after_rounds(
    found: Boosted, out: Examples, weights: np.ndarray, n_classes: int, rounds: int
) -> np.ndarray:
    """Weight of the rows that the vote gets wrong after each round; the last holds on."""
    votes = np.zeros((len(out.codes), n_classes))
    every = np.arange(len(out.codes))
    wrong = []
    for alpha, codes in zip(found.weights, found.hypotheses.codes(out.X), strict=True):
        votes[every, codes] += alpha
        guess = votes[:, 1] >= votes[:, 0] if n_classes == 2 else votes.argmax(axis=1)
        wrong.append(weights[guess != out.codes].sum())
    return np.append(wrong, np.full(rounds - len(wrong), wrong[-1]))


def best_rounds(errors: np.ndarray) -> int:
    """The number of rounds with the lowest error, averaged over those around it."""
    padded = np.pad(errors, WINDOW, mode="edge")
    smooth = np.convolve(padded, np.full(2 * WINDOW + 1, 1 / (2 * WINDOW + 1)), mode="valid")
    return int(np.argmin(np.round(smooth, 12))) + 1
