"""Make a paper's tables and figures again: choose, run what is missing, put ours beside theirs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from string import ascii_lowercase
from typing import TypeVar

from rosenblatt.lab import RunSummary, Store, run
from rosenblatt.lab.run import ProgressCallback
from rosenblatt.reproduce.paper import Figure, Line, Paper, Table

Part = TypeVar("Part", Table, Figure)


@dataclass(frozen=True)
class Made:
    """A paper made again, whole or in part.

    Parameters
    ----------
    paper : Paper
        The paper.
    tables : list of (Table, list of Line)
        Each with its lines.
    figures : list of (Figure, str)
        Each with its drawing as SVG.
    run : RunSummary
        Counts and failures of the tasks behind them.
    seconds : float
        Processor time that all these tasks took, now or earlier.
    """

    paper: Paper
    tables: list[tuple[Table, list[Line]]]
    figures: list[tuple[Figure, str]]
    run: RunSummary
    seconds: float


def choose(paper: Paper, tables: Sequence[str] = (), figures: Sequence[str] = ()) -> Paper:
    """The paper with only the named tables and figures; with none named, all of it.

    Parameters
    ----------
    paper : Paper
        The paper.
    tables, figures : sequence of str
        Their numbers; ``"1"`` stands for ``"1a"`` and ``"1b"`` too.
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
) -> Made:
    """Run the tasks that the store lacks, then make every table and figure from its rows.

    Parameters
    ----------
    paper : Paper
        The paper, or the part of it that :func:`choose` leaves.
    store : Store
        Rows that were made before, and those made now.
    splits : int or None, default=None
        Repetitions; None for the paper's own number.
    quick : bool, default=False
        So few repetitions that it takes less than a minute.
    jobs, watch
        As of :func:`rosenblatt.lab.run`.
    """
    parts: list[Table | Figure] = [*paper.tables, *paper.figures]
    tasks = {part: part.tasks(splits, quick) for part in parts}
    every = [task for part in parts for task in tasks[part]]
    done = run(every, store, jobs=jobs, watch=watch)
    return Made(
        paper,
        [(table, table.table(store.rows(tasks[table]))) for table in paper.tables],
        [(figure, figure.figure(store.rows(tasks[figure]))) for figure in paper.figures],
        done,
        store.seconds(every),
    )


def count(lines: Iterable[Line]) -> tuple[int, int]:
    """How many counted lines are inside their tolerance, and how many have a verdict.

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
    what: str, parts: tuple[Part, ...], wanted: Sequence[str], name: str
) -> tuple[Part, ...]:
    for number in wanted:
        if not any(_is(part, number) for part in parts):
            known = ", ".join(part.number for part in parts) or "none"
            raise ValueError(f"{name} has no {what} {number} here; choose of {known}.")
    return tuple(part for part in parts if any(_is(part, number) for number in wanted))


def _is(part: Table | Figure, wanted: str) -> bool:
    """Whether a part is the one wanted, or a panel of it: 1a and 1b are Figure 1."""
    return wanted in (part.number, part.number.rstrip(ascii_lowercase))
