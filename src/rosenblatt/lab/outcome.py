"""The outcome of a task: its rows, or an error message."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

from rosenblatt.datasets import ChecksumError, DataNotFoundError
from rosenblatt.lab.task import Task, find

Row = dict[str, Any]


@dataclass(frozen=True)
class Outcome:
    """Rows or an error, and how long it took.

    Parameters
    ----------
    rows : list of dict
        What the function returned; empty after an error.
    error : str or None
        Type and message of the exception that the function raised.
    seconds : float
        Processor time of the call, which is the same on a busy machine.
    lacks_data : bool
        The data are missing or damaged: not an error of the task, and the same for all that need
        them.
    """

    rows: list[Row]
    error: str | None = None
    seconds: float = 0.0
    lacks_data: bool = False


def perform(task: Task) -> Outcome:
    """Call the function of a task; an exception becomes an outcome.

    Examples
    --------
    >>> perform(Task("builtins:dict", {"errors": 3})).rows
    [{'errors': 3}]
    >>> perform(Task("builtins:int", {"x": 3})).error
    "TypeError: 'x' is an invalid keyword argument for int()"
    """
    start = time.process_time()
    try:
        rows = _rows(find(task.function)(**task.arguments), task)
    except (DataNotFoundError, ChecksumError) as error:
        return Outcome([], str(error), lacks_data=True)
    except Exception as error:
        return Outcome([], f"{type(error).__name__}: {error}", time.process_time() - start)
    return Outcome(rows, None, time.process_time() - start)


def _rows(returned: Any, task: Task) -> list[Row]:
    rows = [returned] if isinstance(returned, dict) else returned
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise TypeError(
            f"{task.function} returned {type(returned).__name__}; "
            "a task's function returns a dict or a list of dicts."
        )
    return [{name: _plain(value) for name, value in row.items()} for row in rows]


def _plain(value: Any) -> Any:
    """Numbers and arrays of NumPy as Python's, which JSON can write."""
    return value.tolist() if hasattr(value, "tolist") else value
