"""Summaries of rows: groups and means with standard errors. Pure functions."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from rosenblatt.lab.outcome import Row

GroupKey = tuple[Any, ...]


@dataclass(frozen=True)
class Mean:
    """A mean over repetitions.

    Parameters
    ----------
    mean : float
        The mean.
    standard_error : float
        Standard deviation over the square root of the count; not a number for a single value.
    count : int
        How many values.
    """

    mean: float
    standard_error: float
    count: int


def mean(values: Iterable[float]) -> Mean:
    """Mean and standard error; the same for any order of the values.

    Examples
    --------
    >>> mean([1.0, 2.0, 3.0, 4.0])
    Mean(mean=2.5, standard_error=0.6454972243679028, count=4)
    """
    values = list(values)
    n = len(values)
    if n == 0:
        raise ValueError("no values given; a mean needs one or more.")
    middle = math.fsum(values) / n
    squares = math.fsum((value - middle) ** 2 for value in values)
    return Mean(middle, math.sqrt(squares / (n - 1) / n) if n > 1 else math.nan, n)


def group(rows: Iterable[Row], by: Sequence[str]) -> dict[GroupKey, list[Row]]:
    """Rows that agree in the named columns, in the order of their first row.

    Examples
    --------
    >>> rows = [{"set": "a", "error": 1}, {"set": "b", "error": 2}, {"set": "a", "error": 3}]
    >>> {name: len(rows) for name, rows in group(rows, ["set"]).items()}
    {('a',): 2, ('b',): 1}
    """
    groups: dict[GroupKey, list[Row]] = {}
    for row in rows:
        groups.setdefault(tuple(row[name] for name in by), []).append(row)
    return groups


def means(rows: Iterable[Row], by: Sequence[str], value: str) -> dict[GroupKey, Mean]:
    """Mean of one column in each group of rows.

    Parameters
    ----------
    rows : iterable of dict
        Rows of a store.
    by : sequence of str
        Columns that name the group.
    value : str
        Column to average.

    Examples
    --------
    >>> rows = [{"set": "a", "error": 1.0}, {"set": "a", "error": 3.0}]
    >>> means(rows, ["set"], "error")[("a",)].mean
    2.0
    """
    return {name: mean(row[value] for row in rows) for name, rows in group(rows, by).items()}
