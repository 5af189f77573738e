"""``rosenblatt fit``: one model from one table, or from files of any size."""

import glob
import shutil
from pathlib import Path
from typing import Any

import click

from rosenblatt.atomic_write import require_place
from rosenblatt.cli._columns import column_options, wishes_of
from rosenblatt.cli._file_progress import file_progress
from rosenblatt.file_locks import alone
from rosenblatt.models import Model, fit_files, save
from rosenblatt.models.fitting import fit_model
from rosenblatt.models.learner_names import learner_named, learner_names, with_parameters
from rosenblatt.tables import read_table

ADVICE = "what was learned so far is in {}: run the same command with --resume to go on."
BUSY = "another rosenblatt fit is writing {}; wait until it ends, or name another file with --out."


@click.command(epilog=f"Learners: {', '.join(learner_names())}.")
@click.argument("files", nargs=-1, required=True)
@click.option("--target", help="Column with the labels. Default: one called target, label, ...")
@click.option(
    "--learner",
    help="Learner, see below. Default: one that suits the size of the table; averaged for streams.",
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
@click.option(
    "--passes",
    type=click.IntRange(min=1),
    help="Stream the files from disk this many times. Default: once, if there are several files.",
)
@click.option("--memory", help="Memory that a stream may use. Default: 1GB.")
@click.option(
    "--lanes",
    metavar="KEY=V1,V2,...",
    help="Values of a parameter to learn side by side from one reading; the one with the lowest "
    "error before learning is kept.",
)
@click.option("--weight", help="Column with the weights of the rows (streams).")
@click.option("--seed", type=int, help="Random seed of the order of rows (streams). Default: 0.")
@click.option("--float32", is_flag=True, help="Learn in single precision (streams).")
@click.option("--raw", is_flag=True, help="Leave the scale of numbers as it is (streams).")
@click.option("--scratch", help="Disk space for coded chunks (streams). Default: half of the free.")
@click.option("--resume", is_flag=True, help="Go on where an earlier run was cut short (streams).")
@column_options
def fit(
    files: tuple[str, ...],
    target: str | None,
    learner: str | None,
    parameters: tuple[str, ...],
    out: str,
    passes: int | None,
    kinds: tuple[str, ...],
    drop: tuple[str, ...],
    **streaming: Any,
) -> None:
    """Fit one model to all rows of FILES and save it.

    FILES are CSV, TSV, svmlight (also in gz, bz2, xz or zip) or Parquet files, NAME.X.npy with
    NAME.y.npy, folders, or patterns. Text columns, missing cells and text labels are handled and
    reported. To find out which learner has the lowest error on new rows, use "rosenblatt compare".

    One file is read into memory and learned as a whole. Several files, a folder, or any file with
    --passes are streamed in chunks, in constant memory. The state is saved every minute beside the
    model (OUT.checkpoint): after an interrupt, a crash or a full disk, --resume goes on from
    there, and the model is the same, bit for bit. The error shown is measured on each row before it
    is learned.

    \b
    Examples:
      rosenblatt fit loans.csv --target repaid
      rosenblatt fit loans.csv --target repaid --learner adaboost --param n_estimators=50
      rosenblatt fit clicks/ --target clicked --passes 3 --memory 1GB
      rosenblatt fit 'clicks/2024-*.parquet' --target clicked --lanes margin=0,0.1,1
    """
    options = {name: value for name, value in streaming.items() if value}
    if passes or options or len(files) > 1 or stands_for_several(files[0]):
        if kinds:
            raise click.UsageError(
                f"--as {kinds[0]} is for one file that fits into memory; a stream reads columns of "
                "CSV files as numbers or texts. Drop the column, or write numbers."
            )
        stream(files, target, learner, parameters, out, passes or 1, options | {"drop": drop})
        return
    if learner is not None:
        with_parameters(
            learner_named(learner), parameters
        )  # a misspelt name fails before the file is read
    require_place(out)
    table = read_table(files[0], target=target, wishes=wishes_of(kinds, drop))
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


def stands_for_several(name: str) -> bool:
    path = Path(name).expanduser()
    return path.is_dir() or (glob.has_magic(name) and not path.exists())


def stream(
    files: tuple[str, ...],
    target: str | None,
    learner: str | None,
    parameters: tuple[str, ...],
    out: str,
    passes: int,
    options: dict[str, Any],
) -> None:
    """Fit chunk by chunk; the checkpoint is removed when the model is saved."""
    learners = learners_in_lanes(learner or "averaged", parameters, options.get("lanes"))
    require_place(out)
    with alone(f"{out}.lock", BUSY.format(out)):  # others would use the same scratch folder
        checkpoint, scratch = Path(f"{out}.checkpoint"), Path(f"{out}.scratch")
        models = learned(files, target, learners, passes, checkpoint, scratch, options)
        model = best_of(models)
        save(model, out)
        checkpoint.unlink(missing_ok=True)
        shutil.rmtree(scratch, ignore_errors=True)
    tell(model, models, options.get("lanes"))
    click.echo(f"Saved {out}.")


def learned(
    files: tuple[str, ...],
    target: str | None,
    learners: list[Any],
    passes: int,
    checkpoint: Path,
    scratch: Path,
    options: dict[str, Any],
) -> list[Model]:
    """A model for each learner; if anything goes wrong, how to go on from the checkpoint."""
    with file_progress() as progress:
        try:
            found: list[Model] = fit_files(
                list(files), target=target, learner=learners, passes=passes,
                memory=options.get("memory", "1GB"), seed=options.get("seed", 0),
                weight=options.get("weight"), drop=options.get("drop", ()),
                dtype="float32" if options.get("float32") else "float64",
                scale=not options.get("raw"), scratch=scratch,
                scratch_size=options.get("scratch"), checkpoint=checkpoint,
                resume=bool(options.get("resume")), progress=progress,
            )  # fmt: skip
        except BaseException:
            if checkpoint.exists():
                click.echo(ADVICE.format(checkpoint), err=True)
            raise
    return found


def learners_in_lanes(name: str, parameters: tuple[str, ...], lanes: str | None) -> list[Any]:
    """A learner for each value that is to be tried."""
    if lanes is None:
        return [with_parameters(learner_named(name), parameters)]
    key, equals, values = lanes.partition("=")
    if not equals or not values:
        raise click.UsageError(f"--lanes {lanes!r} is not of the form KEY=V1,V2,...")
    return [
        with_parameters(learner_named(name), [*parameters, f"{key}={value}"])
        for value in values.split(",")
    ]


def best_of(models: list[Model]) -> Model:
    """The one with the lowest error of the first pass before learning: no row was seen twice."""
    return min(models, key=lambda model: model.facts["progressive_error"][0] or 0.0)


def tell(model: Model, models: list[Model], lanes: str | None) -> None:
    facts = model.facts
    for note in facts["notes"]:
        click.echo(note)
    click.echo(
        f"Fitted {model.learner} to {facts['rows']} rows of {facts['files']} files with "
        f"{facts['features']} features and {len(model.classes)} classes, {facts['passes']} "
        f"passes, in {facts['fit_seconds']:.2g} s."
    )
    if lanes is not None:
        key = lanes.partition("=")[0]
        for other in models:
            value, kept = other.facts["parameters"][key], "  (kept)" if other is model else ""
            click.echo(f"{key}={value}: error before learning {first_error(other)}{kept}")
    click.echo(
        f"Error before learning, first pass: {first_error(model)} (always guessing the largest "
        f"class: {facts['majority_error']:.2%})."
    )


def first_error(model: Model) -> str:
    error = model.facts["progressive_error"][0]
    return "not known, as there was one chunk" if error is None else f"{error:.2%}"
