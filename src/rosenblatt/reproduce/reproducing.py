"""Reproduce a paper's tables and figures: choose them, run the missing tasks, make them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from string import ascii_lowercase
from typing import Any, TypeVar

from rosenblatt.lab import RunSummary, Store, run
from rosenblatt.lab.run import ProgressCallback
from rosenblatt.reproduce.paper import Figure, Line, Paper, PaperTable, ResultRows

TableOrFigure = TypeVar("TableOrFigure", PaperTable, Figure)


@dataclass(frozen=True)
class Reproduction:
    """A reproduced paper, complete or in part.

    Parameters
    ----------
    paper : Paper
        The paper.
    tables : list of (PaperTable, list of Line)
        Each with its lines.
    figures : list of (Figure, str)
        Each with its drawing as SVG.
    run : RunSummary
        Counts and failures of the tasks behind them.
    seconds : float
        CPU time that all these tasks took, now or earlier.
    """

    paper: Paper
    tables: list[tuple[PaperTable, list[Line]]]
    figures: list[tuple[Figure, str]]
    run: RunSummary
    seconds: float


def choose(paper: Paper, tables: Sequence[str] = (), figures: Sequence[str] = ()) -> Paper:
    """The paper with only the named tables and figures, or all of it if none is named.

    Parameters
    ----------
    paper : Paper
        The paper.
    tables, figures : sequence of str
        Their numbers; ``"1"`` also selects ``"1a"`` and ``"1b"``.
    """
    if not tables and not figures:
        return paper
    return replace(
        paper,
        tables=_named("table", paper.tables, tables, paper.name),
        figures=_named("figure", paper.figures, figures, paper.name),
    )


def make(
    paper: Paper,
    store: Store,
    *,
    splits: int | None = None,
    quick: bool = False,
    jobs: int = 1,
    watch: ProgressCallback | None = None,
    cluster: Any = None,
) -> Reproduction:
    """Run the tasks that are not in the store, then make every table and figure from its rows.

    Parameters
    ----------
    paper : Paper
        The paper, or the part of it that :func:`choose` returns.
    store : Store
        Receives the rows of tasks, and has those of earlier runs.
    splits : int or None, default=None
        Number of repetitions; None for that of the paper.
    quick : bool, default=False
        Whether to make so few repetitions that it takes less than a minute; they are too few for
        verdicts.
    jobs, watch, cluster
        See :func:`rosenblatt.lab.run`.
    """
    parts: list[PaperTable | Figure] = [*paper.tables, *paper.figures]
    tasks = {part: part.tasks(splits, quick) for part in parts}
    every = [task for part in parts for task in tasks[part]]
    done = run(every, store, jobs=jobs, watch=watch, cluster=cluster)
    return Reproduction(
        paper,
        [(table, _lines(table, store.rows(tasks[table]), quick)) for table in paper.tables],
        [(figure, figure.figure(store.rows(tasks[figure]))) for figure in paper.figures],
        done,
        store.seconds(every),
    )


def _lines(table: PaperTable, rows: ResultRows, quick: bool) -> list[Line]:
    """The lines of a table; those of a quick run are not judged, whatever they are."""
    return [replace(line, judged=not quick) for line in table.table(rows)]


def count(lines: Iterable[Line]) -> tuple[int, int]:
    """How many counted lines are inside their tolerance, and how many are counted.

    Examples
    --------
    >>> near, far = Line({}, 1.0, 1.1, tolerance=0.2), Line({}, 1.0, 2.0, tolerance=0.2)
    >>> count([near, far, Line({}, 1.0, 2.0, tolerance=0.2, counted=False)])
    (1, 2)
    """
    verdicts = [line.verdict for line in lines if line.counted]
    inside = verdicts.count("inside")
    return inside, inside + verdicts.count("outside")


def _named(
    what: str, parts: tuple[TableOrFigure, ...], wanted: Sequence[str], name: str
) -> tuple[TableOrFigure, ...]:
    for number in wanted:
        if not any(_matches(part, number) for part in parts):
            known = ", ".join(part.number for part in parts) or "none"
            raise ValueError(f"{name} has no {what} {number} here; choose one of {known}.")
    return tuple(part for part in parts if any(_matches(part, number) for number in wanted))


def _matches(part: PaperTable | Figure, wanted: str) -> bool:
    """Whether a part has this number, or is a panel of it: 1a and 1b are Figure 1."""
    return wanted in (part.number, part.number.rstrip(ascii_lowercase))
