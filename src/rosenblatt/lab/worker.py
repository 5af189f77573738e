"""What a worker process does: batches of tasks come in by one pipe, outcomes go out by another.

A line in is a JSON list of tasks; a line out is a JSON list of the outcomes of the first of them.
After a while a worker answers with what it has done: the rest of the batch can then go to another
worker, and outcomes reach the store soon.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterable
from dataclasses import astuple
from typing import TextIO

from rosenblatt.lab.outcome import Outcome, perform
from rosenblatt.lab.task import Task

ANSWER_AFTER = 0.25  # seconds: a batch that takes longer is answered in part


def serve(batches: Iterable[str], answers: TextIO) -> None:
    """Answer each line of tasks with a line of outcomes, until there are no more."""
    for line in batches:
        batch = [Task(*parts) for parts in json.loads(line)]
        answers.write(encode(work(batch)) + "\n")
        answers.flush()


def work(batch: list[Task], seconds: float = ANSWER_AFTER) -> list[Outcome]:
    """Outcomes of the first tasks of a batch: at least one, and as many as the time allows.

    Examples
    --------
    >>> batch = [Task("builtins:dict", {"seed": seed}) for seed in range(3)]
    >>> len(work(batch)), len(work(batch, seconds=0.0))
    (3, 1)
    """
    until, outcomes = time.monotonic() + seconds, [perform(batch[0])]
    for task in batch[1:]:
        if time.monotonic() >= until or outcomes[-1].lacks_data:
            break
        outcomes.append(perform(task))
    return outcomes


def encode(outcomes: list[Outcome]) -> str:
    """Outcomes as one line; one whose rows JSON cannot write becomes an error."""
    return json.dumps([astuple(_writable(outcome)) for outcome in outcomes])


def decode(line: str) -> list[Outcome]:
    """Outcomes of a line."""
    return [Outcome(*parts) for parts in json.loads(line)]


def _writable(outcome: Outcome) -> Outcome:
    try:
        json.dumps(outcome.rows)
    except (TypeError, ValueError) as error:
        return Outcome([], f"{type(error).__name__}: {error}", outcome.seconds)
    return outcome
