"""Papers as declarations: tables and figures with their tasks, and functions of their rows."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from rosenblatt.lab import Task

ResultRows = list[dict[str, Any]]
TaskFactory = Callable[[int | None, bool], list[Task]]


@dataclass(frozen=True)
class Line:
    """One number of a table: the paper's and ours.

    Parameters
    ----------
    labels : dict
        Its place in the table, e.g. ``{"dataset": "pima", "algorithm": "RCD"}``; all lines of a
        table have the same names.
    paper : float or None
        The printed number; None if the paper has none, and the line is only shown.
    ours : float or None
        Our number; None if its tasks have not been run.
    standard_error : float or None, default=None
        The standard error of ``ours``.
    tolerance : float or None, default=None
        Largest difference that chance explains; None for no verdict.
    counted : bool, default=True
        Whether the verdict is counted; if not, ``note`` says why.
    note : str, default=""
        What a reader should know about this number.
    judged : bool, default=True
        Whether there are enough repetitions for a verdict; a quick run has too few.

    Examples
    --------
    >>> line = Line({"dataset": "pima"}, paper=19.73, ours=19.9, tolerance=0.3)
    >>> round(line.difference, 2), line.verdict
    (0.17, 'inside')
    """

    labels: dict[str, str]
    paper: float | None
    ours: float | None
    standard_error: float | None = None
    tolerance: float | None = None
    counted: bool = True
    note: str = ""
    judged: bool = True

    @property
    def difference(self) -> float | None:
        """Ours minus the paper's."""
        if self.paper is None or self.ours is None:
            return None
        return self.ours - self.paper

    @property
    def verdict(self) -> str:
        """Inside, outside, shown (no tolerance), missing (not run) or not judged."""
        if self.ours is None or math.isnan(self.ours):
            return "missing"
        if self.difference is None or self.tolerance is None:
            return "shown"
        if not self.judged:
            return "not judged"
        return "inside" if abs(self.difference) <= self.tolerance else "outside"

    @property
    def distance(self) -> float | None:
        """The difference in tolerances; None where there is no verdict."""
        if self.verdict not in ("inside", "outside") or not self.tolerance:
            return None
        return abs(self.difference or 0.0) / self.tolerance


@dataclass(frozen=True)
class PaperTable:
    """A printed table and how it is reproduced.

    Parameters
    ----------
    number : str
        As in the paper: ``"2"``.
    title, caption : str
        Text for the report; the caption says what the numbers are and when a line is inside.
    tasks : callable
        ``tasks(splits, quick)``: all tasks of the table. ``splits`` is the number of repetitions
        (splits or permutations), None for that of the paper; ``quick`` asks for so few that the
        whole paper takes less than a minute.
    table : callable
        ``table(rows)``: the lines, from the rows of those tasks (arguments and results in one
        dict). A pure function; rows of some tasks may be missing.
    notes : tuple of str, default=()
        What had to be inferred, what does not match, and why.
    decimals : int, default=2
        Decimals shown; files have all digits.
    """

    number: str
    title: str
    caption: str
    tasks: TaskFactory
    table: Callable[[ResultRows], list[Line]]
    notes: tuple[str, ...] = ()
    decimals: int = 2


@dataclass(frozen=True)
class Figure:
    """A printed figure and how it is reproduced.

    Parameters
    ----------
    number, title, caption, tasks, notes
        As for :class:`PaperTable`.
    figure : callable
        ``figure(rows)``: the drawing as SVG, a pure function.
    """

    number: str
    title: str
    caption: str
    tasks: TaskFactory
    figure: Callable[[ResultRows], str]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Paper:
    """A paper whose tables and figures can be reproduced.

    Parameters
    ----------
    name : str
        Short name, which is that of its sub-package: ``"li"``.
    title, citation : str
        Title; authors, year, journal.
    tables : tuple of PaperTable
        In the paper's order.
    figures : tuple of Figure
        In the paper's order.
    notes : tuple of str
        Notes on the paper as a whole.
    """

    name: str
    title: str
    citation: str
    tables: tuple[PaperTable, ...] = field(default=())
    figures: tuple[Figure, ...] = field(default=())
    notes: tuple[str, ...] = ()
