"""A table on the terminal: the paper's numbers, ours, and the verdicts."""

from __future__ import annotations

from collections.abc import Iterable

from rich.markup import escape
from rich.table import Table

from rosenblatt.reproduce.paper import Line, PaperTable
from rosenblatt.reproduce.reproducing import count
from rosenblatt.reproduce.result_files import verdict

COLOURS = {"inside": "green", "outside": "red", "shown": "dim", "not judged": "dim"}
NUMBERS = ("paper", "ours", "difference", "tolerance")


def terminal_table(table: PaperTable, lines: list[Line]) -> Table:
    """The lines of a table for a rich console."""
    drawn = Table(title=f"Table {table.number}: {escape(table.title)}", title_justify="left")
    for name in lines[0].labels if lines else {}:
        drawn.add_column(escape(name))
    for name in NUMBERS:
        drawn.add_column(name, justify="right", no_wrap=True)
    drawn.add_column("verdict")
    measured = [line for line in lines if line.verdict != "missing"]
    if len(measured) < len(lines):
        drawn.caption = f"{len(lines) - len(measured)} numbers of this table were not measured"
    for line in measured:
        colour = COLOURS[line.verdict] if line.counted else "dim"
        judged = f"[{colour}]{verdict(line)}[/]"
        labels = [escape(label) for label in line.labels.values()]
        drawn.add_row(*labels, *_numbers(line, table.decimals), judged)
    return drawn


def sentence(lines: Iterable[Line]) -> str:
    """How many of the counted numbers are inside.

    Examples
    --------
    >>> sentence([Line({}, 1.0, 1.1, tolerance=0.2), Line({}, 1.0, 2.0, tolerance=0.2)])
    '1 of 2 counted numbers are inside the tolerance (50 %)'
    """
    lines = list(lines)
    inside, judged = count(lines)
    if any(line.verdict == "not judged" for line in lines):
        return "not judged: a quick run has too few repetitions"
    if judged == 0:
        return "no numbers are counted"
    share = f"{100 * inside / judged:.0f} %"
    return f"{inside} of {judged} counted numbers are inside the tolerance ({share})"


def _numbers(line: Line, decimals: int) -> list[str]:
    ours = _shown(line.ours, decimals)
    if error := _shown(line.standard_error, decimals):
        ours += f" ± {error}"
    return [
        _shown(line.paper, decimals),
        ours,
        _shown(line.difference, decimals, "+"),
        _shown(line.tolerance, decimals),
    ]


def _shown(value: float | None, decimals: int, sign: str = "") -> str:
    return "" if value is None or value != value else f"{value:{sign}.{decimals}f}"
