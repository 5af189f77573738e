"""The command ``rosenblatt datasets``: which data sets there are."""

from __future__ import annotations

import click


@click.group()
def datasets() -> None:
    """List the papers' data sets, show what is known of one, fetch them."""


@datasets.command("list")
def list_sets() -> None:
    """List the data sets by name."""
    from rosenblatt.datasets import names

    for name in names():
        click.echo(name)
