"""``rosenblatt compare``: which learner suits a table."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from rosenblatt.cli._columns import column_options, wishes_of
from rosenblatt.cli._group import STARTED


def _names(context: click.Context, option: click.Parameter, text: str | None) -> list[str] | None:
    return None if text is None else [name.strip() for name in text.split(",") if name.strip()]


@click.command()
@click.argument("file")
@click.option("--target", metavar="COLUMN", help="Column with the classes to predict.")
@click.option(
    "--budget",
    metavar="SECONDS",
    type=click.FloatRange(min=0, min_open=True),
    default=60.0,
    show_default=True,
    help="Time limit for everything, including reading the file.",
)
@click.option("--folds", type=click.IntRange(1), default=10, show_default=True,
              help="Folds of the cross-validation; 1 for random hold-outs.")  # fmt: skip
@click.option("--repeats", type=click.IntRange(1),
              help="Exactly this many repeats, however long they take. Default: as many as the "
              "budget allows, at most 10.")  # fmt: skip
@click.option("--noise", metavar="FRACTION", type=click.FloatRange(0, 1, max_open=True),
              default=0.0,
              help="Also train with up to this fraction of wrong labels, e.g. 0.1.")  # fmt: skip
@click.option("--learners", metavar="A,B,C", callback=_names,
              help="Compare only these: averaged, margin, pocket, passive_aggressive, rcd, bagged, "
              "bagged_rcd, boosted, committee, discriminant, kernel, logistic, svm (the default); "
              "parallel, voted, last, hinge.")  # fmt: skip
@click.option("--jobs", type=click.IntRange(1), default=1, show_default=True,
              help="Threads; 1 gives the most accurate times.")  # fmt: skip
@click.option("--out", metavar="HTML", type=click.Path(path_type=Path), default="report.html",
              show_default=True, help="Report to write.")  # fmt: skip
@click.option("--model", metavar="FILE", type=click.Path(path_type=Path),
              default="best.rosenblatt", show_default=True, help="Model to write.")  # fmt: skip
@click.option("--metric", type=click.Choice(["error", "balanced", "f1", "auc", "logloss"]),
              default="error", show_default=True,
              help="Measure that ranks, judges and chooses; all are shown.")  # fmt: skip
@click.option(
    "--tune", is_flag=True, help="Choose margin, C and the like within each training set."
)
@click.option("--seed", type=click.IntRange(0, 2**31 - 1), default=0, show_default=True,
              help="Random seed; the same seed and --repeats give the same errors.")  # fmt: skip
@click.option("--duplicates", type=click.Choice(["auto", "together", "apart"]), default="auto",
              show_default=True,
              help="Whether rows with the same cells stay in one part of a split.")  # fmt: skip
@column_options
def compare(
    file: str,
    target: str | None,
    budget: float,
    folds: int,
    repeats: int | None,
    noise: float,
    learners: list[str] | None,
    jobs: int,
    out: Path,
    model: Path,
    metric: str,
    tune: bool,
    seed: int,
    duplicates: str,
    kinds: tuple[str, ...],
    drop: tuple[str, ...],
) -> None:
    """Compare learners on FILE and save the best model.

    A report is written too. FILE is a CSV, TSV, Parquet or svmlight file, also in gz, bz2, xz or
    zip, or the name of a data set: see "rosenblatt datasets list". breast_cancer, digits, iris,
    wine, yinyang, ringnorm, threenorm and khardon_wachman need no download.

    What is odd about the table, and what was done about it, is printed first: numbers with decimal
    commas or currencies, dates, keys, free text, equal rows, a column that gives the target away.
    --as and --drop change that.

    All learners see the same splits. Text columns become 0/1 columns, numbers are standardised,
    and missing values are filled in and marked; each split learns this from its training rows
    alone. Ctrl-C ends the comparison with the splits measured so far.

    \b
    Examples:
      rosenblatt compare loans.csv --target default
      rosenblatt compare sensors.parquet --target state --budget 300 --noise 0.1
      rosenblatt compare breast_cancer --repeats 3 --learners averaged,rcd,svm
    """
    from rich.console import Console

    from rosenblatt import compare as package
    from rosenblatt.compare.leaderboard import first_look, found_in_table, leaderboard
    from rosenblatt.compare.progress_display import ProgressDisplay
    from rosenblatt.compare.provenance import command_line, next_commands, provenance
    from rosenblatt.models import save
    from rosenblatt.report import render_comparison, write_report

    console = Console()
    package.choose_learners(learners)  # a misspelt name fails before the file is read
    refuse_to_lose(out, model)
    with ProgressDisplay(Console(stderr=sys.stderr.isatty())) as watch:
        watch("Reading", file, 0.0)
        wishes = wishes_of(kinds, drop)
        table = package.find_table(file, target=target, random_state=seed, wishes=wishes)
        if table.findings:
            console.print(found_in_table(table.findings))
        # Loading and reading count too, but a quarter of the budget is left for the comparison.
        left = max(budget - (time.monotonic() - STARTED), budget / 4)
        comparison = package.compare(
            table, learners=learners, budget=left, folds=folds, repeats=repeats, noise=noise,
            random_state=seed, jobs=jobs, metric=metric, tune=tune, duplicates=duplicates,
            watch=watch, look=lambda look: console.print(first_look(look)),
        )  # fmt: skip
    comparison.provenance |= provenance(command_line(), seed, file)
    comparison.provenance["next"] = next_commands(str(model), comparison.classes)
    page = render_comparison(comparison.to_dict())
    outcomes = [
        outcome_of(f"\nReport: {out}", lambda: write_report(page, out)),
        outcome_of(f"Model:  {model}", lambda: save(comparison.model, model)),
    ]
    console.print(leaderboard(comparison))
    for line in outcomes:
        if isinstance(line, str):
            console.print(line, markup=False, highlight=False, soft_wrap=True)
    for error in outcomes:
        if isinstance(error, OSError):
            raise error


def refuse_to_lose(out: Path, model: Path) -> None:
    """Say before the comparison what would make an end of it without its files."""
    from rosenblatt.atomic_write import is_device, require_place

    if out.resolve() == model.resolve() and not is_device(out):
        raise click.UsageError(f"--out and --model both name {out}; give each its own file.")
    for path in (out, model):
        require_place(path)


def outcome_of(line: str, write: Callable[[], Any]) -> str | OSError:
    """The line if the file was written, else the error: the other file is written all the same."""
    try:
        write()
    except OSError as error:
        return error
    return line
