"""Whether one learner is better than another: the one place that decides it."""

from rosenblatt.judgement.decision import (
    BETTER,
    CANNOT_TELL,
    WORSE,
    Judgement,
    judge,
    pairs_among,
)
from rosenblatt.judgement.error_interval import error_interval
from rosenblatt.judgement.row_differences import TestedRows

__all__ = [
    "BETTER",
    "CANNOT_TELL",
    "WORSE",
    "Judgement",
    "TestedRows",
    "error_interval",
    "judge",
    "pairs_among",
]
