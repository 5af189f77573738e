"""Which learners are judged against the best, and by what."""

import numpy as np

from rosenblatt.compare.comparison import Entry
from rosenblatt.compare.cross_validation import Measurements
from rosenblatt.compare.entries import differences_to_best
from rosenblatt.compare.held_scores import HeldScores
from rosenblatt.compare.measured_losses import MeasuredLosses
from rosenblatt.compare.single_fit import FitResult

ROWS = 500


def entry(name, mean, rows=None):
    return Entry(name, name, True, errors=[mean, mean], mean=mean, subsample=rows)


def measured(entries, splits=2):
    """Each learner is wrong on the first rows of every split, as many as its error says."""
    found = {
        entry.name: [FitResult(entry.mean, held=HeldScores(np.arange(ROWS) < ROWS * entry.mean))]
        for entry in entries
    }
    tested = [np.arange(ROWS) + ROWS * k for k in range(splits)]
    return MeasuredLosses(Measurements([found] * splits, tested), np.zeros(splits * ROWS, int))


def judged(*entries, splits=2):
    return {
        found["b"]: found["verdict"]
        for found in differences_to_best(list(entries), measured(entries, splits), 0.5)
    }


def test_learners_with_as_many_rows_as_the_best_are_judged():
    best = entry("best", 0.1, rows=500)
    others = entry("near", 0.102, rows=500), entry("all", 0.5)
    assert judged(best, *others) == {"near": "cannot tell", "all": "worse"}


def test_learners_with_fewer_rows_than_the_best_are_not_judged():
    assert judged(entry("best", 0.1), entry("part", 0.4, rows=500)) == {}


def test_no_learner_is_judged_after_a_single_split():
    assert judged(entry("best", 0.1), entry("other", 0.4), splits=1) == {}
