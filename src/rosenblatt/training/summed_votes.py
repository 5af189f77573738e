"""What the hypotheses of a voted model score in sum, and how that decides where votes do not.

Classes that are voted on one by one may have as many votes as each other, or all be voted down.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from rosenblatt.training.votes import VoteList


@dataclass(frozen=True)
class SummedSteps:
    """The weights of all hypotheses, each times its votes, as sums of the rows they learned.

    All of them are times one power of two, so that whole numbers stay exact and nothing overflows.
    """

    dual: np.ndarray  # (lanes, rows)
    start: np.ndarray  # (lanes,) how much of the starting weights there is


def summed_steps(lists: Sequence["VoteList"], lanes: int, rows: int) -> SummedSteps:
    """Of lists of updates, one for each group of lanes."""
    each = lanes // len(lists)
    dual, start = np.zeros((lanes, rows)), np.zeros(lanes)
    for number, made in enumerate(lists):
        after = votes_after(made)
        first = number * each
        start[first : first + each] = made.start_run + after[-1]
        update = np.repeat(np.arange(len(made.run)), np.diff(made.first))
        np.add.at(dual, (first + made.lane, made.row[update]), made.step * after[update])
    size = max(np.abs(dual).sum(axis=1).max(initial=0.0), start.max(initial=0.0))
    smaller = np.ldexp(1.0, -int(np.frexp(size)[1]))
    return SummedSteps(dual * smaller, start * smaller)


def votes_after(made: "VoteList") -> np.ndarray:
    """Votes of each update's hypothesis and all later ones, as far as its step is kept in them.

    The last entry is what all of them keep of the start.
    """
    if np.all(made.keep == 1):
        after = np.cumsum(made.run[::-1])[::-1]
        return np.append(after, after[0] if len(after) else 0.0)
    after, rest = np.zeros(len(made.run) + 1), 0.0
    for update in range(len(made.run) - 1, -1, -1):
        after[update] = rest = made.run[update] + rest
        rest *= made.keep[update]
    after[-1] = rest
    return after


def smallest_vote(runs: np.ndarray) -> float:
    """Of votes that are not 0; 0 if there are none."""
    voting = runs[runs > 0]
    return float(voting.min()) if len(voting) else 0.0


def may_tie(votes: np.ndarray, lists: Sequence["VoteList"]) -> bool:
    """Whether several classes are voted on one by one: all may have as many votes, or be voted
    down. A hypothesis of all classes together votes for one of them."""
    return votes.ndim == 2 and len(lists) > 1


def ties_broken(votes: np.ndarray, summed: np.ndarray, most: float, smallest: float) -> np.ndarray:
    """Scores of several classes: votes, and by summed scores up to half of the smallest vote more.

    Where no class has more votes for it than against it, summed scores alone decide; the scores
    are then between minus the most votes and 0.

    Parameters
    ----------
    votes : ndarray of shape (n_rows, n_classes)
        Signed sums of votes.
    summed : ndarray of shape (n_rows, n_lanes)
        Sums of scores, each times its votes, in any unit; lanes of a class stand side by side.
    most, smallest : float
        The most votes that a class can have, and those of the hypothesis with the fewest.

    Returns
    -------
    ndarray of shape (n_rows, n_classes)
        As ``decision_function`` gives them.
    """
    summed = summed.reshape(*votes.shape, summed.shape[1] // votes.shape[1]).mean(axis=2)
    largest = np.abs(summed).max(axis=1, keepdims=True, initial=0.0)
    share = (1 + summed / np.where(largest > 0, largest, 1.0)) / 2
    refused = votes.max(axis=1, keepdims=True, initial=-np.inf) <= 0
    return np.where(refused, most * (share - 1), votes + smallest / 2 * share)
