"""``rosenblatt predict``: labels for the rows of a file of any size."""

import csv
import io
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TextIO

import click

from rosenblatt.atomic_write import require_place, whole_file
from rosenblatt.models import Model, load
from rosenblatt.models.streaming import Predicted, predict_file


@click.command()
@click.argument("model")
@click.argument("file")
@click.option("--out", help="CSV file to write. Default: standard output.")
@click.option(
    "--scores",
    is_flag=True,
    help="Also write the scores, one column per class if there are more than two.",
)
@click.option(
    "--probabilities",
    is_flag=True,
    help="Also write the probability of each class.",
)
def predict(model: str, file: str, out: str | None, scores: bool, probabilities: bool) -> None:
    """Predict the label of every row of FILE with a saved MODEL.

    FILE needs the columns the model was fitted to, in any order; others are ignored. It is read in
    blocks of rows, so it may be larger than memory. The output has a header and one line per row,
    in the same order. If FILE also has the target column, the error is reported on standard error.

    \b
    Examples:
      rosenblatt predict model.rosenblatt new.csv --out labels.csv
      rosenblatt predict model.rosenblatt new.parquet --probabilities | head
    """
    if out is not None:
        require_place(out)
    loaded = load(model)
    known = wrong = 0
    with output(out) as text:
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(header(loaded, scores, probabilities))
        for part in predict_file(loaded, file, scores=scores, probabilities=probabilities):
            writer.writerows(lines(part))
            known, wrong = known + part.known, wrong + part.wrong
    if known:
        share = f"{wrong / known:.2%}"
        click.echo(f"{wrong} of {known} labelled rows were predicted wrongly ({share}).", err=True)


@contextmanager
def output(path: str | None) -> Iterator[TextIO]:
    if path is None:
        if sys.stdout is None:
            raise OSError("standard output is closed; open it, or name a file with --out.")
        yield sys.stdout
        sys.stdout.flush()
        return
    with whole_file(path) as file:
        text = io.TextIOWrapper(file, encoding="utf-8", newline="")
        yield text
        text.flush()
        text.detach()


def header(model: Model, scores: bool, probabilities: bool) -> list[str]:
    scored = model.classes[1:] if len(model.classes) == 2 else model.classes
    return [
        "prediction",
        *(f"score for {label}" for label in scored if scores),
        *(f"probability of {label}" for label in model.classes if probabilities),
    ]


def lines(part: Predicted) -> Any:
    found = [part.scores, part.probabilities]
    blocks = [b.reshape(len(part.labels), -1).T.tolist() for b in found if b is not None]
    return zip(part.labels.tolist(), *(column for block in blocks for column in block), strict=True)
