"""``rosenblatt run``: an experiment from a TOML file."""

from __future__ import annotations

import csv
import io
import os
import sys
from dataclasses import astuple
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rosenblatt.cli._runs import output, report_failures

if TYPE_CHECKING:
    from rosenblatt.lab import Experiment
    from rosenblatt.lab.results import ModelErrors

COLUMNS = [
    "dataset", "model",
    "train_error", "train_standard_error", "train_count",
    "test_error", "test_standard_error", "test_count",
    "difference", "p",
]  # fmt: skip


@click.command()
@click.argument("experiment", type=click.Path(path_type=Path))
@click.option("--jobs", metavar="N", type=click.IntRange(1), default=os.cpu_count() or 1,
              show_default="all cores", help="Worker processes; the numbers do not depend on "
              "it.")  # fmt: skip
@click.option("--store", metavar="FILE", type=click.Path(path_type=Path),
              help="File that keeps the measurements. Default: store.sqlite in the folder of "
              "--out.")  # fmt: skip
@click.option("--out", metavar="FOLDER", type=click.Path(path_type=Path),
              help="Folder for table.csv. Default: out/ and the name of the file.")  # fmt: skip
def run(experiment: Path, jobs: int, store: Path | None, out: Path | None) -> None:
    """Run every model of EXPERIMENT on every data set.

    EXPERIMENT is a TOML file that specifies data sets, models with their parameters, splits or
    folds, and repetitions; see the folder experiments for examples. The same command resumes where
    it was stopped.

    \b
    Example:
      rosenblatt run experiments/hypotheses.toml
    """
    from rosenblatt import lab
    from rosenblatt.lab.results import model_errors
    from rosenblatt.report import write_report

    plan = lab.read(experiment)
    folder = out or Path("out") / experiment.stem
    try:
        with (
            lab.Store(store or folder / "store.sqlite") as kept,
            lab.ProgressBar(plan.name) as watch,
        ):
            done = lab.run(plan.tasks(), kept, jobs=jobs, watch=watch)
            found = model_errors(plan, kept)
    except lab.Stopped as stopped:
        click.echo(str(stopped), err=True)
        sys.exit(130)
    _show(plan, found)
    folder.mkdir(parents=True, exist_ok=True)
    click.echo(f"\nTable: {write_report(_csv(found), folder / 'table.csv')}")
    report_failures(done)


def _show(plan: Experiment, found: list[ModelErrors]) -> None:
    from rich.markup import escape
    from rich.table import Table

    from rosenblatt.lab.results import ranks

    order, least = ranks(found)
    grid = Table(title=f"{escape(plan.name)}: {escape(plan.source)}", title_justify="left")
    for name in ("data set", "model"):
        grid.add_column(name)
    for name in ("train error %", "test error %", "difference", "p"):
        grid.add_column(name, justify="right", no_wrap=True)
    for cell in found:
        grid.add_row(escape(cell.dataset), escape(cell.model), *_numbers(cell))
    console = output()
    console.print(grid)
    first = next(iter(plan.models))
    console.print(f"Differences are to {escape(first)}, on the same splits.", highlight=False)
    if order:
        listed = ", ".join(f"{escape(model)} {rank:.2f}" for model, rank in order.items())
        console.print(f"Mean ranks: {listed}.", highlight=False)
    if least is not None:
        console.print(f"Ranks less than {least:.2f} apart are not significantly different.")


def _numbers(cell: ModelErrors) -> list[str]:
    errors = [
        f"{100 * error.mean:.2f} ± {100 * error.standard_error:.2f}"
        for error in (cell.train_error, cell.test_error)
    ]
    if cell.p != cell.p:
        return [*errors, "", ""]
    return [*errors, f"{100 * cell.difference:+.2f}", f"{cell.p:.3f}"]


def _csv(found: list[ModelErrors]) -> str:
    text = io.StringIO()
    out = csv.writer(text, lineterminator="\n")
    out.writerow(COLUMNS)
    for cell in found:
        dataset, model, train, test, difference, p = astuple(cell)
        numbers = [difference, "" if p != p else p]
        out.writerow([dataset, model, *train, *test, *numbers])
    return text.getvalue()
