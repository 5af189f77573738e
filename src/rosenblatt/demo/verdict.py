"""What the numbers say, in two sentences; every word of judgement is computed."""

from collections.abc import Sequence
from textwrap import fill

import numpy as np

from rosenblatt.demo.contest import Result
from rosenblatt.demo.learners import AVERAGED, PEER, STRONGEST, Learner
from rosenblatt.demo.table import standard_error

WIDTH = 98


def verdict(results: Sequence[Result]) -> str:
    """The default learner against scikit-learn's Perceptron, and against the strongest peer.

    The pairs were fixed before any number was known, so no winner is picked in hindsight.
    """
    noise = f"{100 * results[0].noises[-1]:.0f} %"
    first = f"With {noise} of the labels wrong, the averaged perceptron against "
    first += f"scikit-learn's Perceptron: {'; '.join(against(r, PEER) for r in results)}."
    parts = [f"{against(result, STRONGEST)}, {speed(result, STRONGEST)}" for result in results]
    second = f"Against {STRONGEST.name}: {'; '.join(parts)}."
    return "\n".join(fill(sentence, WIDTH) for sentence in (first, second))


def against(result: Result, peer: Learner) -> str:
    """How much lower the test error of the averaged perceptron is at the highest noise."""
    ours, theirs = result.line(AVERAGED)[-1], result.line(peer)[-1]
    numbers = f"{ours.mean():.1f} % against {theirs.mean():.1f} %"
    return f"{judgement(theirs - ours)} on {result.name} ({numbers})"


def judgement(gain: np.ndarray) -> str:
    mean, spread = float(gain.mean()), float(standard_error(gain))
    if abs(mean) <= 2 * spread:
        return "level within two standard errors"
    word = "better" if mean > 0 else "worse"
    return f"{abs(mean):.1f} ± {spread:.1f} points {word}"


def speed(result: Result, peer: Learner) -> str:
    ratio = result.fit_time(peer) / result.fit_time(AVERAGED)
    return f"in 1/{ratio:.0f} of its time" if ratio >= 2 else f"in {1 / ratio:.1f} of its time"
