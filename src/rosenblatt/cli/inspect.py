"""The command ``rosenblatt inspect``: look at a model or at data."""

from typing import Any

import click
from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from rosenblatt.models import Model, load
from rosenblatt.models.describing import LEVELS, Weights, columns_of, margins_of, weights_of
from rosenblatt.models.model_file import is_model_file
from rosenblatt.tables import Table, read_table

WIDE = 160  # where no terminal sets a width
MOST_CLASSES = 6  # with a column of weights each


@click.command()
@click.argument("model_or_data")
@click.option("--target", help="Column with the labels, for data.")
@click.option("--model", help="A saved model: show the margins it gives to the data.")
@click.option("--top", default=20, show_default=True, help="Most weights or columns to list.")
def inspect(model_or_data: str, target: str | None, model: str | None, top: int) -> None:
    """Look at a saved model or at a table.

    Of a model: classes, learner, parameters, how it was fitted, and its weights by feature, the
    largest first. Of data: rows, classes, the error of always guessing the largest class, and
    each column with its kind, missing cells, values and range; with --model also how far the rows
    of each class are from the boundary.

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
    table = read_table(model_or_data, target=target or (loaded.target if loaded else None))
    show_data(console, table, top)
    if loaded is not None:
        show_margins(console, loaded, table)


def show_model(console: Console, model: Model, top: int) -> None:
    say(console, f"{model.learner} for {model.target!r}, fitted on {model.name}")
    say(console, f"classes: {', '.join(map(str, model.classes))}")
    for name, value in model.facts.items():
        for line in facts_lines(name, value):
            say(console, line)
    weights = weights_of(model)
    say(console, f"\n{weights.unit}, largest first:")
    show_weights(console, weights, top)
    if weights.intercepts is not None:
        say(console, f"intercept: {', '.join(map(short, weights.intercepts))}")
    left_out(console, len(weights.features), top)


def show_weights(console: Console, weights: Weights, top: int) -> None:
    """All weights of a feature; of many classes only the largest and whose it is."""
    rows = list(zip(weights.features[:top], weights.values[:top], strict=True))
    if len(weights.heads) <= MOST_CLASSES:
        grid(console, ["feature", *weights.heads], [[f, *map(short, v)] for f, v in rows])
        return
    largest = [(f, int(abs(v).argmax()), v) for f, v in rows]
    shown = [[f, short(v[k]), weights.heads[k]] for f, k, v in largest]
    grid(console, ["feature", "weight", "for class"], shown)


def facts_lines(name: str, value: Any) -> list[str]:
    words = name.replace("_", " ")
    if isinstance(value, list):
        return [f"{words}: {line}" for line in value]
    if isinstance(value, dict):
        return [f"{words}: {', '.join(f'{key}={entry}' for key, entry in value.items())}"]
    return [f"{words}: {value:.2%}" if name.endswith("_error") else f"{words}: {value}"]


def show_data(console: Console, table: Table, top: int) -> None:
    say(console, f"{table.name}: {table.n_rows_file} rows, target {table.target_name!r}")
    for note in table.notes:
        say(console, note)
    labels = sorted(set(table.target.tolist()))
    counts = {label: int((table.target == label).sum()) for label in labels}
    shown = [[str(k), str(n), f"{n / table.n_rows:.1%}"] for k, n in counts.items()]
    grid(console, ["class", "rows", "share"], shown[:top])
    left_out(console, len(shown), top)
    say(console, f"majority error: {1 - max(counts.values()) / table.n_rows:.2%}")
    if table.matrix is not None:
        n_rows, width = table.matrix.shape
        density = table.matrix.nnz / max(1, n_rows * width)
        say(console, f"{width} sparse columns, {density:.3%} of the cells not 0")
        return
    heads = ["column", "kind", "missing", "values", "range", "mean", "scale"]
    columns = [[cell(column[k]) for k in ("name", *heads[1:])] for column in columns_of(table)]
    grid(console, heads, columns[:top])
    left_out(console, len(columns), top)


def show_margins(console: Console, model: Model, table: Table) -> None:
    say(console, f"\nmargins by {model.learner} (its own scores; negative: predicted wrong):")
    heads = ["class", "rows", "wrong", *("least", *(f"{q:.0%}" for q in LEVELS[1:-1]), "most")]
    rows = [
        [m.label, str(m.rows), str(m.wrong), *map(short, m.quantiles)]
        for m in margins_of(model, table)
    ]
    grid(console, heads, rows)


def grid(console: Console, heads: list[str], rows: list[list[str]]) -> None:
    shown = Grid(box=None, pad_edge=False)
    for number, head in enumerate(heads):
        shown.add_column(clean(head), justify="left" if number == 0 else "right", overflow="fold")
    for row in rows:
        shown.add_row(*map(clean, row))
    console.print(shown)


def left_out(console: Console, length: int, top: int) -> None:
    if length > top:
        say(console, f"... and {length - top} more; --top {length} shows all.")


def say(console: Console, line: str) -> None:
    console.print(clean(line), soft_wrap=True)


def clean(text: str) -> Text:
    """Text as it is: no markup, and nothing that could steer a terminal."""
    return Text("".join(c if c.isprintable() or c == "\n" else ascii(c)[1:-1] for c in text))


def cell(value: Any) -> str:
    return "" if value is None else short(value) if isinstance(value, float) else str(value)


def short(value: float) -> str:
    return f"{value:.4g}"
