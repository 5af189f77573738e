"""The role of a paper: tables and figures, each with its tasks and what is made of their rows."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from rosenblatt.lab import Task

Rows = list[dict[str, Any]]
Tasks = Callable[[int | None, bool], list[Task]]


@dataclass(frozen=True)
class Line:
    """One number of a table: the paper's and ours.

    Parameters
    ----------
    labels : dict
        Where it stands, e.g. ``{"dataset": "pima", "algorithm": "RCD"}``; the same names in all
        lines of a table.
    paper : float or None
        The printed number; None where the paper has none, and the line is only shown.
    ours : float or None
        The number found here; None if its tasks have not been done.
    standard_error : float or None, default=None
        Of ``ours``.
    tolerance : float or None, default=None
        Largest difference that chance explains; None if no verdict is meant.
    counted : bool, default=True
        Whether the verdict enters the count; if not, ``note`` says why.
    note : str, default=""
        What a reader should know of this number.

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

    @property
    def difference(self) -> float | None:
        """Ours minus the paper's."""
        if self.paper is None or self.ours is None:
            return None
        return self.ours - self.paper

    @property
    def verdict(self) -> str:
        """``"inside"``, ``"outside"``, ``"shown"`` (no tolerance) or ``"missing"`` (not done)."""
        if self.ours is None or math.isnan(self.ours):
            return "missing"
        if self.difference is None or self.tolerance is None:
            return "shown"
        return "inside" if abs(self.difference) <= self.tolerance else "outside"


@dataclass(frozen=True)
class Table:
    """A printed table and how it is made again.

    Parameters
    ----------
    number : str
        As in the paper: ``"2"``.
    title, caption : str
        For people; the caption says what the numbers are and when a line is inside.
    tasks : callable
        ``tasks(splits, quick)``: all tasks of the table. ``splits`` is the number of repetitions
        (splits or permutations), None for the paper's own; ``quick`` asks for so few that all of
        the paper takes less than a minute.
    table : callable
        ``table(rows)``: the lines, from the rows of those tasks (arguments and results in one
        dict). A pure function; rows of some tasks may be absent.
    notes : tuple of str, default=()
        What was inferred, and what does not match and why.
    decimals : int, default=2
        Digits shown after the point; files hold all of them.
    """

    number: str
    title: str
    caption: str
    tasks: Tasks
    table: Callable[[Rows], list[Line]]
    notes: tuple[str, ...] = ()
    decimals: int = 2


@dataclass(frozen=True)
class Figure:
    """A printed figure and how it is drawn again.

    Parameters
    ----------
    number, title, caption, tasks, notes
        As of a :class:`Table`.
    figure : callable
        ``figure(rows)``: the drawing as SVG, a pure function.
    """

    number: str
    title: str
    caption: str
    tasks: Tasks
    figure: Callable[[Rows], str]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Paper:
    """A paper whose tables and figures can be made again.

    Parameters
    ----------
    name : str
        Short name, that of its sub-package: ``"li"``.
    title, citation : str
        Title; authors, year, journal.
    tables : tuple of Table
        In the paper's order.
    figures : tuple of Figure
        In the paper's order.
    notes : tuple of str
        What concerns the paper as a whole.
    """

    name: str
    title: str
    citation: str
    tables: tuple[Table, ...] = field(default=())
    figures: tuple[Figure, ...] = field(default=())
    notes: tuple[str, ...] = ()
