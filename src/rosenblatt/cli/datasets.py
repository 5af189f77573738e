"""``rosenblatt datasets``: list data sets, show facts about them, download them."""

from __future__ import annotations

import click


@click.group()
def datasets() -> None:
    """List, describe and download the data sets of the papers.

    Data sets are looked up in the folder named by the environment variable ROSENBLATT_DATA, then
    among the small ones that come with the package, then in the cache (ROSENBLATT_CACHE, else
    ~/.cache/rosenblatt); "fetch" downloads them from OpenML into the cache. "rosenblatt compare"
    takes their names instead of a file.
    """


@datasets.command("list")
@click.option("--paper", help="Only the data sets of this paper: kw, li or dpp.")
def list_sets(paper: str | None) -> None:
    """List the data sets: rows, columns, classes, missing cells, papers, where they are.

    "rosenblatt compare" takes all of these names; those at the end belong to no paper.
    """
    from rosenblatt.datasets import facts, names
    from rosenblatt.datasets.always_here import ALWAYS_HERE
    from rosenblatt.datasets.remote.location import location_of

    line = "{:<24} {:>7} {:>7} {:>7} {:>7}  {:<11} {}"
    click.echo(line.format("name", "rows", "columns", "classes", "missing", "papers", "where"))
    for name in names(paper):
        card = facts(name)
        counts = (card.rows, card.features, len(card.classes), card.missing)
        click.echo(line.format(name, *counts, " ".join(card.papers), location_of(name)))
    for made in ALWAYS_HERE if paper is None else ():
        click.echo(line.format(made.name, made.rows, made.columns, made.classes, 0, "", made.where))


@datasets.command()
@click.argument("name")
def show(name: str) -> None:
    """Show facts about the data set NAME, which need not be downloaded."""
    from rosenblatt.datasets import facts
    from rosenblatt.datasets.registry import PAPERS
    from rosenblatt.datasets.remote.location import location_of, openml_text

    card = facts(name)
    _print("name", card.name)
    _print("rows", f"{card.rows}" + (f", {card.rows_test} test rows" if card.rows_test else ""))
    _print("columns", f"{card.features}, {card.missing} cells missing")
    _print("classes", ", ".join(f"{label} ({rows})" for label, rows in card.classes.items()))
    for paper in card.papers:
        _print("used by", f"{paper}: {PAPERS[paper]}")
    _print("licence", card.licence)
    _print("cite", card.citation)
    _print("source", card.source)
    for file, digest in card.files.items():
        _print("sha-256", f"{digest}  {file}")
    _print("openml", openml_text(name))
    _print("where", location_of(name))


def _print(what: str, text: str) -> None:
    click.echo(f"{what:<8} {text}")


@datasets.command()
@click.argument("names", nargs=-1, required=True)
def fetch(names: tuple[str, ...]) -> None:
    """Download data sets from OpenML into the cache.

    A download whose rows, columns, classes or content checksum differ from the registry is
    refused. A data set in the cache is not downloaded again.
    """
    from rosenblatt.datasets import fetch as fetch_one
    from rosenblatt.datasets.registry import spec_of
    from rosenblatt.datasets.remote.fetching import fetched

    for name in names:
        spec_of(name)
    for name in names:
        cached = fetched(name)
        click.echo(f"{name}: {cached.path if cached else fetch_one(name)}")
