"""One fit walks through few files: what docs/design.md draws, counted."""

import sys
from itertools import groupby
from pathlib import Path

import numpy as np

import rosenblatt
from rosenblatt import Perceptron

PACKAGE = Path(rosenblatt.__file__).parent


def files_called(action):
    """The files of the package whose functions are called, in turn."""
    called = []

    def note(frame, event, _):
        path = Path(frame.f_code.co_filename)
        if event == "call" and PACKAGE in path.parents:
            called.append(path.relative_to(PACKAGE).as_posix())

    sys.setprofile(note)
    try:
        action()
    finally:
        sys.setprofile(None)
    return [path for path, _ in groupby(called)]


def test_a_fit_changes_hands_at_most_15_times():
    X = np.random.default_rng(0).normal(size=(200, 5))
    y = X[:, 0] > 0.1
    model = Perceptron(random_state=0)
    walk = files_called(lambda: model.fit(X, y))
    assert len(walk) - 1 <= 15
    drawn = (
        (PACKAGE.parents[1] / "docs" / "design.md").read_text().split("## The walk of one fit")[1]
    )
    assert not [path for path in set(walk) if path not in drawn.split("\n## ")[0]]
