"""``rosenblatt export``: a model in another language."""

from pathlib import Path

import click

from rosenblatt.atomic_write import require_place
from rosenblatt.formatting import byte_size
from rosenblatt.models import export as write_export
from rosenblatt.models import load
from rosenblatt.models.exporting import LANGUAGES


@click.command()
@click.argument("model")
@click.option("--to", type=click.Choice(LANGUAGES), required=True, help="Format to write.")
@click.option("--out", required=True, help="File to write.")
@click.option("--probability", metavar="CLASS",
              help="For sql: the probability of this class in place of the label.")  # fmt: skip
def export(model: str, to: str, out: str, probability: str | None) -> None:
    """Write a saved MODEL for use without rosenblatt.

    All formats take the original columns and give the same labels as "rosenblatt predict", and the
    same probabilities.

    \b
    onnx  a graph with one input per column, for onnxruntime
    sql   an expression whose value is the label: SELECT *, <expression> AS label FROM t
    c     a file with the function predict, in C99 without libraries
    json  weights and coding, with instructions on how to use them

    A kernel model is as large as its support rows; it becomes SQL only if the kernel is linear.

    \b
    Examples:
      rosenblatt export model.rosenblatt --to sql --out model.sql
      rosenblatt export model.rosenblatt --to sql --probability yes --out model.sql
    """
    require_place(out)
    write_export(load(model), to, out, probability=probability)
    click.echo(f"Wrote {out} ({byte_size(Path(out).stat().st_size)}).")
