"""The formula of a voted perceptron: its hypotheses, one by one, from the list of updates."""

import numpy as np
import scipy.sparse as sp

from rosenblatt.models.formula import ClassVotes, SignVotes
from rosenblatt.training.votes import VoteList, Votes

MOST_NUMBERS = 5_000_000


def voted(votes: Votes, classes: np.ndarray) -> SignVotes | ClassVotes:
    """The formula of a voted perceptron, with every hypothesis that votes.

    Parameters
    ----------
    votes : Votes
        The rows of the updates, and the lists of updates.
    classes : ndarray
        Sorted labels.

    Returns
    -------
    SignVotes or ClassVotes
        The latter if the classes were trained together.
    """
    refuse_long_lists(votes)
    if len(votes.lists) < len(votes.start):
        lines, runs = walk(votes, votes.lists[0])
        return ClassVotes(classes, lines.reshape(-1, lines.shape[2]), runs)
    lanes = [walk(lane(votes, k), votes.lists[k]) for k in range(len(votes.start))]
    lines = np.concatenate([found[:, 0] for found, _ in lanes])
    outputs = np.repeat(np.arange(len(lanes)), [len(runs) for _, runs in lanes])
    return SignVotes(classes, lines, np.concatenate([runs for _, runs in lanes]), outputs)


def refuse_long_lists(votes: Votes) -> None:
    hypotheses = sum(len(made.run) + 1 for made in votes.lists)
    width = votes.start.size // len(votes.lists)
    if hypotheses * (width + 1) > MOST_NUMBERS:
        raise ValueError(
            f"this voted perceptron has {hypotheses} hypotheses of {width} weights, more than "
            f"{MOST_NUMBERS} numbers in all; export an AveragedPerceptron instead, which is one "
            "hyperplane and about as accurate."
        )


def lane(votes: Votes, number: int) -> Votes:
    return votes.with_lists([votes.lists[number]], [number])


def walk(votes: Votes, made: VoteList) -> tuple[np.ndarray, np.ndarray]:
    """Hypotheses with votes, (number, lanes, n_features + 1), and their votes."""
    rows = votes.rows.toarray() if sp.issparse(votes.rows) else np.asarray(votes.rows)
    constant = np.full(len(rows), votes.constant2)
    if votes.offset is not None:
        constant = constant - votes.offset
    rows = np.column_stack([rows, constant])
    weights = np.column_stack([votes.start, votes.start_score]).astype(np.float64)
    lines, runs = [weights.copy()], [made.start_run]
    for k, run in enumerate(made.run):
        weights *= made.keep[k]
        for moved, step in made.steps_of(k):
            weights[moved] += step * rows[made.row[k]]
        if run > 0:
            lines.append(weights.copy())
            runs.append(run)
    first = 0 if made.start_run > 0 or len(runs) == 1 else 1
    return np.array(lines[first:]), np.array(runs[first:], dtype=np.float64)
