"""The command ``rosenblatt datasets``: which data sets there are, what is known of them."""

from __future__ import annotations

import click


@click.group()
def datasets() -> None:
    """List the papers' data sets, show what is known of one, fetch them.

    Data sets are looked for in the folder named by the environment variable ROSENBLATT_DATA, then
    in the cache (ROSENBLATT_CACHE, else ~/.cache/rosenblatt); fetch downloads them from OpenML
    into the cache. A name from this list can stand wherever a command asks for a FILE.
    """


@datasets.command("list")
@click.option("--paper", help="Only the sets that this paper uses: kw, li or dpp.")
def list_sets(paper: str | None) -> None:
    """List the data sets: rows, columns, classes, missing cells, papers, how to get them."""
    from rosenblatt.datasets import facts, names
    from rosenblatt.datasets.remote.location import location_of

    line = "{:<24} {:>7} {:>7} {:>7} {:>7}  {:<11} {}"
    click.echo(line.format("name", "rows", "columns", "classes", "missing", "papers", "where"))
    for name in names(paper):
        known = facts(name)
        counts = (known.rows, known.features, len(known.classes), known.missing)
        click.echo(line.format(name, *counts, " ".join(known.papers), location_of(name)))


@datasets.command()
@click.argument("name")
def show(name: str) -> None:
    """Show what is known of the data set NAME, without having it."""
    from rosenblatt.datasets import facts
    from rosenblatt.datasets.registry import PAPERS
    from rosenblatt.datasets.remote.location import location_of, openml_text

    known = facts(name)
    _say("name", known.name)
    _say("rows", f"{known.rows}" + (f", {known.rows_test} to test" if known.rows_test else ""))
    _say("columns", f"{known.features}, {known.missing} cells missing")
    _say("classes", ", ".join(f"{label} ({rows})" for label, rows in known.classes.items()))
    for paper in known.papers:
        _say("used by", f"{paper}: {PAPERS[paper]}")
    _say("licence", known.licence)
    _say("cite", known.citation)
    _say("source", known.source)
    for file, digest in known.files.items():
        _say("sha-256", f"{digest}  {file}")
    _say("openml", openml_text(name))
    _say("where", location_of(name))


def _say(what: str, text: str) -> None:
    click.echo(f"{what:<8} {text}")


@datasets.command()
@click.argument("names", nargs=-1, required=True)
def fetch(names: tuple[str, ...]) -> None:
    """Download the data sets NAMES from OpenML into the cache, and check them.

    What is downloaded must have the rows, columns, classes and content checksum of the registry,
    else it is refused. A set that is in the cache is not downloaded again.
    """
    from rosenblatt.datasets import fetch as fetch_one
    from rosenblatt.datasets.registry import spec_of
    from rosenblatt.datasets.remote.fetching import fetched

    for name in names:
        spec_of(name)
    for name in names:
        cached = fetched(name)
        click.echo(f"{name}: {cached.path if cached else fetch_one(name)}")
