"""``rosenblatt compare``: which learner suits a table, shown honestly."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import click


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
    help="Time for everything, reading included.",
)
@click.option("--folds", type=click.IntRange(1), default=10, show_default=True,
              help="Parts of the cross-validation; 1 for random hold-outs.")  # fmt: skip
@click.option("--repeats", type=click.IntRange(1),
              help="Exactly so many repeats, however long they take; without it, as many as the "
              "budget allows (10 at most).")  # fmt: skip
@click.option("--noise", metavar="SHARE", type=click.FloatRange(0, 1, max_open=True), default=0.0,
              help="Also train with up to this share of wrong labels, e.g. 0.1.")  # fmt: skip
@click.option("--learners", metavar="A,B,C", callback=_names,
              help="Only these: averaged, margin, pocket, passive_aggressive, rcd, bagged, "
              "bagged_rcd, boosted, logistic, svm; also voted, last, hinge.")  # fmt: skip
@click.option("--jobs", type=click.IntRange(1), default=1, show_default=True,
              help="Threads; times are measured best with 1.")  # fmt: skip
@click.option("--out", metavar="HTML", type=click.Path(path_type=Path), default="report.html",
              show_default=True, help="Report to write.")  # fmt: skip
@click.option("--model", metavar="FILE", type=click.Path(path_type=Path),
              default="best.rosenblatt", show_default=True, help="Model to write.")  # fmt: skip
@click.option("--seed", type=click.IntRange(0, 2**31 - 1), default=0, show_default=True,
              help="Same seed and --repeats: same errors.")  # fmt: skip
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
    seed: int,
) -> None:
    """Compare learners on FILE, honestly, and keep the best model.

    FILE is a CSV, TSV, Parquet or svmlight file (gzipped too), or the name of a data set:
    see "rosenblatt datasets list"; breast_cancer, digits, iris, wine, yinyang, ringnorm, threenorm
    and khardon_wachman need no download.

    All learners see the same splits. Texts become 0/1 columns, numbers are standardised, gaps are
    filled and marked, all by the training part of each split. Ctrl-C ends with what is measured.

    \b
    Examples:
      rosenblatt compare loans.csv --target default
      rosenblatt compare sensors.parquet --target state --budget 300 --noise 0.1
      rosenblatt compare breast_cancer --repeats 3 --learners averaged,rcd,svm
    """
    from rich.console import Console

    from rosenblatt import compare as engine
    from rosenblatt.compare.leaderboard import leaderboard
    from rosenblatt.compare.progress import Ticker
    from rosenblatt.models import save
    from rosenblatt.report import render_comparison, write_report

    begin = time.monotonic()
    engine.choose_learners(learners)
    with Ticker(Console(stderr=sys.stderr.isatty())) as watch:
        watch("Reading", file, 0.0)
        table = engine.find_table(file, target=target, random_state=seed)
        # Reading counts, but never so much that nothing can be compared.
        left = max(budget - (time.monotonic() - begin), budget / 4)
        found = engine.compare(
            table, learners=learners, budget=left, folds=folds, repeats=repeats, noise=noise,
            random_state=seed, jobs=jobs, watch=watch,
        )  # fmt: skip
    write_report(render_comparison(found.to_dict()), out)
    save(found.model, model)
    console = Console()
    console.print(leaderboard(found))
    console.print(
        f"\nReport: {out}\nModel:  {model}", markup=False, highlight=False, soft_wrap=True
    )
