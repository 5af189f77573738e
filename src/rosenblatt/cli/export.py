"""The command ``rosenblatt export``: a model in another language."""

import click

from rosenblatt.models import export as write_export
from rosenblatt.models import load
from rosenblatt.models.exporting import LANGUAGES


@click.command()
@click.argument("model")
@click.option("--to", type=click.Choice(LANGUAGES), required=True, help="What to write.")
@click.option("--out", required=True, help="File to write.")
def export(model: str, to: str, out: str) -> None:
    """Write a saved MODEL as a file that needs no rosenblatt.

    All of them take the original columns and give the same labels as "rosenblatt predict".

    \b
    onnx  a graph with one input per column, for onnxruntime
    sql   one expression whose value is the label: SELECT *, <it> AS label FROM t
    c     one file with a function predict, C99 without libraries
    json  weights, coding and words on how to use them

    \b
    Example:
      rosenblatt export model.rosenblatt --to sql --out model.sql
    """
    write_export(load(model), to, out)
    click.echo(f"Wrote {out}.")
