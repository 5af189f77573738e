"""``rosenblatt reproduce``: a paper's tables and figures, with our numbers next to theirs."""

from __future__ import annotations

import os
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rosenblatt.cli._runs import output, report_failures

if TYPE_CHECKING:
    from rosenblatt.reproduce.reproducing import Reproduction


@click.command()
@click.argument("paper")
@click.option("--table", "tables", metavar="N", multiple=True,
              help="Only this table; may be repeated. Default: everything.")  # fmt: skip
@click.option("--figure", "figures", metavar="N", multiple=True,
              help="Only this figure; may be repeated.")  # fmt: skip
@click.option("--splits", metavar="N", type=click.IntRange(1),
              help="Repetitions (splits or permutations). Default: as in the paper.")  # fmt: skip
@click.option("--quick", is_flag=True,
              help="Few repetitions of some tables, for a first look in a minute.")  # fmt: skip
@click.option("--jobs", metavar="N", type=click.IntRange(1), default=os.cpu_count() or 1,
              show_default="all cores", help="Worker processes; the numbers do not depend on "
              "it.")  # fmt: skip
@click.option("--cluster", metavar="ADDRESS", help="Dask scheduler whose workers do the work, such "
              "as tcp://host:8786; the numbers do not depend on it.")  # fmt: skip
@click.option("--store", metavar="FILE", type=click.Path(path_type=Path),
              help="File that keeps the measurements. Default: store.sqlite in the folder of "
              "--out.")  # fmt: skip
@click.option("--out", metavar="FOLDER", type=click.Path(path_type=Path),
              help="Folder for report.html, a CSV file per table and an SVG file per figure. "
              "Default: out/PAPER.")  # fmt: skip
def reproduce(
    paper: str,
    tables: tuple[str, ...],
    figures: tuple[str, ...],
    splits: int | None,
    quick: bool,
    jobs: int,
    cluster: str | None,
    store: Path | None,
    out: Path | None,
) -> None:
    """Reproduce the tables and figures of PAPER.

    Our numbers are shown next to the printed ones. PAPER is li (Li, random coordinate descent),
    kw (Khardon and Wachman, noise-tolerant perceptrons), dpp (González, Cantador and Dorronsoro,
    discriminant parallel perceptrons), sop (the second-order perceptron) or bloch (Bloch's lecture
    on the perceptron learning algorithm); an unknown name lists all papers.

    Measurements stay in the store: the same command resumes where it was stopped, and a higher
    --splits adds only what is missing. A number is "inside" if chance explains its difference from
    the printed one; the caption of each table gives the rule.

    \b
    Examples:
      rosenblatt reproduce li --quick
      rosenblatt reproduce li --table 2 --table 3 --splits 50
      rosenblatt reproduce kw --jobs 2 --out results
    """
    if quick and splits:
        raise click.UsageError("--quick and --splits exclude each other; give only one of them.")
    from rosenblatt.formatting import rough_duration
    from rosenblatt.lab import ProgressBar, Stopped, Store
    from rosenblatt.reproduce import choose, make, write
    from rosenblatt.reproduce import paper as find
    from rosenblatt.reproduce.result_files import figure_file, table_file

    chosen = choose(find(paper), tables, figures)
    folder = out or Path("out") / paper
    try:
        with Store(store or folder / "store.sqlite") as kept, ProgressBar(paper) as watch:
            result = make(
                chosen, kept, splits=splits, quick=quick, jobs=jobs, watch=watch, cluster=cluster
            )
    except Stopped as stopped:
        click.echo(str(stopped), err=True)
        sys.exit(130)
    _show(result)
    page = write(result, folder, _command(paper, tables, figures, splits, quick))
    click.echo(f"Measured in {rough_duration(result.seconds)} of CPU time.\n\nReport: {page}")
    for table in chosen.tables:
        click.echo(f"Table {table.number}: {folder / table_file(table)}")
    for figure in chosen.figures:
        click.echo(f"Figure {figure.number}: {folder / figure_file(figure)}")
    report_failures(result.run)


def _show(reproduction: Reproduction) -> None:
    from rich.markup import escape

    from rosenblatt.reproduce.evidence import evidence, sentences
    from rosenblatt.reproduce.result_files import count_notes
    from rosenblatt.reproduce.terminal_table import sentence, terminal_table

    console = output()
    for table, lines in reproduction.tables:
        console.print(terminal_table(table, lines))
        console.print(f"Table {table.number}: {sentence(lines)}", highlight=False)
        for text in sentences(evidence(lines)):
            console.print(f"  {text}", highlight=False)
        for note, count in count_notes(lines).items():
            console.print(f"  note on {count}: {escape(note)}", highlight=False, style="dim")
        console.print()
    if len(reproduction.tables) > 1:
        every = [line for _, lines in reproduction.tables for line in lines]
        console.print(f"All tables: {sentence(every)}", highlight=False)


def _command(
    paper: str,
    tables: tuple[str, ...],
    figures: tuple[str, ...],
    splits: int | None,
    quick: bool,
) -> str:
    """The command that reproduces the numbers anywhere: without --jobs, --store and --out."""
    words = ["rosenblatt", "reproduce", paper]
    words += [word for number in tables for word in ("--table", number)]
    words += [word for number in figures for word in ("--figure", number)]
    words += ["--splits", str(splits)] if splits else []
    return shlex.join([*words, *(["--quick"] if quick else [])])
