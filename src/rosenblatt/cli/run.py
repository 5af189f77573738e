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
    "difference", "low", "high", "verdict",
]  # fmt: skip
NOT_JUDGED = (
    "Models without a verdict: a single split, or measurements of an earlier version in the store, "
    "which do not say which rows are wrong; a new --store measures them again."
)


@click.command()
@click.argument("experiment", type=click.Path(path_type=Path))
@click.option("--jobs", metavar="N", type=click.IntRange(1), default=os.cpu_count() or 1,
              show_default="all cores", help="Worker processes; the numbers do not depend on "
              "it.")  # fmt: skip
@click.option("--cluster", metavar="ADDRESS", help="Dask scheduler whose workers do the work, such "
              "as tcp://host:8786; the numbers do not depend on it.")  # fmt: skip
@click.option("--store", metavar="FILE", type=click.Path(path_type=Path),
              help="File that keeps the measurements. Default: store.sqlite in the folder of "
              "--out.")  # fmt: skip
@click.option("--out", metavar="FOLDER", type=click.Path(path_type=Path),
              help="Folder for table.csv. Default: out/ and the name of the file.")  # fmt: skip
def run(
    experiment: Path, jobs: int, cluster: str | None, store: Path | None, out: Path | None
) -> None:
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
            done = lab.run(plan.tasks(), kept, jobs=jobs, watch=watch, cluster=cluster)
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
    for name in ("train error %", "test error %", "difference", "interval", "verdict"):
        grid.add_column(name, justify="right", no_wrap=True)
    for cell in found:
        grid.add_row(escape(cell.dataset), escape(cell.model), *_numbers(cell))
    console = output()
    console.print(grid)
    first = next(iter(plan.models))
    console.print(
        f"Verdicts are on differences to {escape(first)}, in points on the same test rows, with "
        "intervals that hold for all models of a data set together (95 %).",
        highlight=False,
    )
    if not _judged(found):
        console.print(NOT_JUDGED, highlight=False)
    if order:
        listed = ", ".join(f"{escape(model)} {rank:.2f}" for model, rank in order.items())
        console.print(f"Mean ranks: {listed}.", highlight=False)
    if least is not None:
        console.print(f"Ranks less than {least:.2f} apart are not significantly different.")


def _judged(found: list[ModelErrors]) -> bool:
    """Whether every model but the first of each data set has a verdict."""
    first = {cell.dataset: cell.model for cell in reversed(found)}
    return all(cell.judgement for cell in found if cell.model != first[cell.dataset])


def _numbers(cell: ModelErrors) -> list[str]:
    from rosenblatt.formatting import interval_points

    errors = [
        f"{100 * error.mean:.2f} ± {100 * error.standard_error:.2f}"
        for error in (cell.train_error, cell.test_error)
    ]
    judged = cell.judgement
    if judged is None:
        return [*errors, "", "", ""]
    interval = interval_points(judged.low, judged.high)
    return [*errors, f"{100 * cell.difference:+.2f}", interval, judged.verdict]


def _csv(found: list[ModelErrors]) -> str:
    text = io.StringIO()
    out = csv.writer(text, lineterminator="\n")
    out.writerow(COLUMNS)
    for cell in found:
        judged = cell.judgement
        ends = [judged.low, judged.high, judged.verdict] if judged else ["", "", ""]
        errors = [*astuple(cell.train_error), *astuple(cell.test_error)]
        out.writerow([cell.dataset, cell.model, *errors, cell.difference, *ends])
    return text.getvalue()
