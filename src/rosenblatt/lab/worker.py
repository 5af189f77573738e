"""A process that does tasks: batches come in by standard input, outcomes go out by standard output.

A line in is a JSON list of tasks; a line out is a JSON list of the outcomes of the first of them.
After a while a worker answers with what it has: the rest of its batch can then go to another one,
and what is done reaches the store soon.
"""

from __future__ import annotations

import json
import os
import queue
import sys
import threading
import time
from dataclasses import astuple
from typing import Any, TextIO

from rosenblatt.lab.outcome import Outcome, perform
from rosenblatt.lab.task import Task

PATIENCE = 0.5  # seconds: a batch longer than this is answered in part
READY = "ready"


def main() -> None:
    """Do batches until the parent closes the pipe, by intent or because it was killed."""
    answers = _own_output()
    batches: queue.Queue[list[Any]] = queue.Queue()
    threading.Thread(target=_listen, args=(batches,), daemon=True).start()
    print(json.dumps(READY), file=answers, flush=True)
    while True:
        batch = [Task(*parts) for parts in batches.get()]
        print(encode(work(batch)), file=answers, flush=True)


def work(batch: list[Task], patience: float = PATIENCE) -> list[Outcome]:
    """Outcomes of the first tasks of a batch: at least one, and as many as patience allows.

    Examples
    --------
    >>> batch = [Task("builtins:dict", {"seed": seed}) for seed in range(3)]
    >>> len(work(batch)), len(work(batch, patience=0.0))
    (3, 1)
    """
    until, outcomes = time.monotonic() + patience, [perform(batch[0])]
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


def _own_output() -> TextIO:
    """Standard output for answers alone; what functions print goes to standard error."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    return answers


def _listen(batches: queue.Queue[list[Any]]) -> None:
    for line in sys.stdin:
        batches.put(json.loads(line))
    # The parent has gone: whatever is under way has no reader any more.
    os._exit(0)
