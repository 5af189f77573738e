"""``rosenblatt inspect``: describe a model or a table."""

from typing import Any

import click
from rich.console import Console

from rosenblatt.cli._certificates import show_certificates, show_separability, show_suspects
from rosenblatt.cli._columns import column_options, wishes_of
from rosenblatt.cli._printing import cell, left_out, print_line, print_table, short
from rosenblatt.models import Model, load
from rosenblatt.models.describing import (
    LEVELS,
    Weights,
    columns_of,
    margins_of,
    support_of,
    weights_of,
)
from rosenblatt.models.model_file import is_model_file
from rosenblatt.tables import Table, read_table

WIDE = 160  # where no terminal sets a width
MOST_CLASSES = 6  # with one column of weights per class


@click.command()
@click.argument("model_or_data")
@click.option("--target", help="Column with the labels of a table.")
@click.option("--model", help="Saved model whose margins on the table are shown too.")
@click.option("--top", default=20, show_default=True, help="Number of weights or columns to list.")
@click.option("--proofs/--no-proofs", default=True, show_default=True,
              help="Whether to prove what a hyperplane can do on a table, and show labels that "
              "may be wrong.")  # fmt: skip
@click.option("--seconds", type=click.FloatRange(min=0), default=5.0, show_default=True,
              help="Time limit for proving a least number of training errors.")  # fmt: skip
@column_options
def inspect(
    model_or_data: str,
    target: str | None,
    model: str | None,
    top: int,
    proofs: bool,
    seconds: float,
    kinds: tuple[str, ...],
    drop: tuple[str, ...],
) -> None:
    """Describe a saved model or a table.

    For a model: classes, learner, parameters, how it was fitted, and its weights by feature, the
    largest first, or why there are none to list; for a kernel perceptron its kernel and the number
    of support rows. For a table: what is odd about it and what "rosenblatt compare" would do about
    that (change it by --as and --drop), rows, classes, the error of always guessing the largest
    class, and each column with its kind, missing cells, values and range; whether a hyperplane
    separates the classes, and a number of training errors that none can go below, both proven; the
    ten rows whose labels look most wrong, with the estimated share of right labels among them; with
    --model also how far the rows of each class are from the decision boundary, and what can be
    proven about the model on them.

    \b
    Examples:
      rosenblatt inspect model.rosenblatt
      rosenblatt inspect loans.csv --target repaid
      rosenblatt inspect loans.csv --model model.rosenblatt
    """
    console = Console() if Console().is_terminal else Console(width=WIDE)
    if is_model_file(model_or_data):
        show_model(console, load(model_or_data), top)
        return
    loaded = None if model is None else load(model)
    label = target or (loaded.target if loaded else None)
    table = read_table(model_or_data, target=label, wishes=wishes_of(kinds, drop))
    show_data(console, table, top)
    if proofs:
        show_separability(console, table, seconds)
        show_suspects(console, table)
    if loaded is not None:
        show_margins(console, loaded, table)
        if proofs:
            show_certificates(console, loaded, table, seconds)


def show_model(console: Console, model: Model, top: int) -> None:
    print_line(console, f"{model.learner} for {model.target!r}, fitted on {model.name}")
    print_line(console, f"classes: {', '.join(map(str, model.classes))}")
    for name, value in model.facts.items():
        for line in facts_lines(name, value):
            print_line(console, line)
    support = support_of(model)
    if support is not None:
        print_line(console, f"kernel: {support.kernel}")
        print_line(console, f"hypothesis: {support.hypothesis}")
        print_line(console, f"support rows: {support.rows}")
    if support is None or support.linear:
        show_planes(console, model, top)


def show_planes(console: Console, model: Model, top: int) -> None:
    try:
        weights = weights_of(model)
    except ValueError as reason:  # what the model is made of cannot be listed, nor exported
        print_line(console, f"\nno weights to list: {reason}")
        return
    print_line(console, f"\n{weights.unit}, largest first:")
    show_weights(console, weights, top)
    if weights.intercepts is not None:
        print_line(console, f"intercept: {', '.join(map(short, weights.intercepts))}")
    left_out(console, len(weights.features), top)


def show_weights(console: Console, weights: Weights, top: int) -> None:
    """The weights of each feature; with many classes only the largest, and its class."""
    rows = list(zip(weights.features[:top], weights.values[:top], strict=True))
    if len(weights.heads) <= MOST_CLASSES:
        print_table(console, ["feature", *weights.heads], [[f, *map(short, v)] for f, v in rows])
        return
    largest = [(f, int(abs(v).argmax()), v) for f, v in rows]
    shown = [[f, short(v[k]), weights.heads[k]] for f, k, v in largest]
    print_table(console, ["feature", "weight", "for class"], shown)


def facts_lines(name: str, value: Any) -> list[str]:
    text = name.replace("_", " ")
    if isinstance(value, list):
        return [f"{text}: {line}" for line in value]
    if isinstance(value, dict):
        return [f"{text}: {', '.join(f'{key}={entry}' for key, entry in value.items())}"]
    return [f"{text}: {value:.2%}" if name.endswith("_error") else f"{text}: {value}"]


def show_data(console: Console, table: Table, top: int) -> None:
    print_line(console, f"{table.name}: {table.n_rows_file} rows, target {table.target_name!r}")
    for note in [*(finding.text for finding in table.findings or []), *table.notes]:
        print_line(console, f"- {note}")
    labels = sorted(set(table.target.tolist()))
    counts = {label: int((table.target == label).sum()) for label in labels}
    shown = [[str(k), str(n), f"{n / table.n_rows:.1%}"] for k, n in counts.items()]
    print_table(console, ["class", "rows", "share"], shown[:top])
    left_out(console, len(shown), top)
    print_line(console, f"majority error: {1 - max(counts.values()) / table.n_rows:.2%}")
    if table.matrix is not None:
        n_rows, width = table.matrix.shape
        density = table.matrix.nnz / max(1, n_rows * width)
        print_line(console, f"{width} sparse columns, {density:.3%} of the cells are not 0")
        return
    headings = ["column", "kind", "missing", "values", "range", "mean", "scale"]
    columns = [[cell(column[k]) for k in ("name", *headings[1:])] for column in columns_of(table)]
    print_table(console, headings, columns[:top])
    left_out(console, len(columns), top)


def show_margins(console: Console, model: Model, table: Table) -> None:
    negative = "negative if predicted wrongly"
    print_line(console, f"\nmargins of {model.learner} (in units of its scores; {negative}):")
    headings = ["class", "rows", "wrong", *("least", *(f"{q:.0%}" for q in LEVELS[1:-1]), "most")]
    rows = [
        [m.label, str(m.rows), str(m.wrong), *map(short, m.quantiles)]
        for m in margins_of(model, table)
    ]
    print_table(console, headings, rows)
