"""Whether one learner is better than another: the one place that decides it."""

from rosenblatt.judgement.decision import (
    BETTER,
    CANNOT_TELL,
    WORSE,
    Judgement,
    judge,
    pairs_among,
)
from rosenblatt.judgement.row_differences import TestedRows

__all__ = [
    "BETTER",
    "CANNOT_TELL",
    "WORSE",
    "Judgement",
    "TestedRows",
    "judge",
    "pairs_among",
]
