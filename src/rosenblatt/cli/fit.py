"""``rosenblatt fit``: one model from one table."""

import click

from rosenblatt.cli._columns import column_options, wishes_of
from rosenblatt.models import save
from rosenblatt.models.fitting import fit_model
from rosenblatt.models.learner_names import learner_named, learner_names, with_parameters
from rosenblatt.tables import read_table


@click.command(epilog=f"Learners: {', '.join(learner_names())}.")
@click.argument("file")
@click.option("--target", help="Column with the labels. Default: one called target, label, ...")
@click.option(
    "--learner", help="Learner, see below. Default: one that suits the size of the table."
)
@click.option(
    "--param",
    "parameters",
    multiple=True,
    metavar="KEY=VALUE",
    help="Parameter of the learner; may be repeated.",
)
@click.option(
    "--out", default="model.rosenblatt", show_default=True, help="File to write the model to."
)
@column_options
def fit(
    file: str,
    target: str | None,
    learner: str | None,
    parameters: tuple[str, ...],
    out: str,
    kinds: tuple[str, ...],
    drop: tuple[str, ...],
) -> None:
    """Fit one model to all rows of FILE and save it.

    FILE is a CSV, TSV, Parquet or svmlight file, packed (gz, bz2, xz, zip) or not. Text
    columns, missing cells and text labels are handled and reported. To find out which learner has
    the lowest error on new rows, use "rosenblatt compare"; the training error shown here is too
    optimistic.

    \b
    Examples:
      rosenblatt fit loans.csv --target repaid
      rosenblatt fit loans.csv --target repaid --learner adaboost --param n_estimators=50
    """
    if learner is not None:
        with_parameters(
            learner_named(learner), parameters
        )  # a misspelt name fails before the file is read
    table = read_table(file, target=target, wishes=wishes_of(kinds, drop))
    for note in [*(finding.text for finding in table.findings or []), *table.notes]:
        click.echo(note)
    model = fit_model(table, learner, parameters)
    for warning in model.facts["warnings"]:
        click.echo(f"warning: {warning}", err=True)
    save(model, out)
    facts = model.facts
    click.echo(
        f"Fitted {model.learner} to {facts['rows']} rows with {facts['features']} features and "
        f"{len(model.classes)} classes in {facts['fit_seconds']:.2g} s."
    )
    click.echo(
        f"Training error: {facts['training_error']:.2%} (always guessing the largest class: "
        f"{facts['majority_error']:.2%})."
    )
    click.echo(f"Saved {out}.")
