"""Options that say how columns are read: ``--as COLUMN=KIND`` and ``--drop COLUMN``."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from rosenblatt.tables import Wishes

KINDS = (
    "number, number-comma, number-point, date, date-dmy, date-mdy, time, yes-no, text, category, "
    "key"
)


def column_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add both options to a command, as ``kinds`` and ``drop``."""
    as_option = click.option(
        "--as", "kinds", multiple=True, metavar="COLUMN=KIND",
        help=f"Read a column as this, whatever it looks like: {KINDS}; the target as category or "
        "halves (cut at the median). May be repeated.",
    )  # fmt: skip
    drop_option = click.option(
        "--drop", multiple=True, metavar="COLUMN", help="Leave a column out. May be repeated."
    )
    return as_option(drop_option(command))


def wishes_of(kinds: tuple[str, ...], drop: tuple[str, ...]) -> Wishes:
    """What the user wants of single columns."""
    from rosenblatt.tables import Wishes

    pairs = [kind.rpartition("=") for kind in kinds]
    for (name, _, kind), given in zip(pairs, kinds, strict=True):
        if not name or not kind:
            raise click.UsageError(f"--as {given}: write COLUMN=KIND, with one of {KINDS}.")
    return Wishes({name: kind for name, _, kind in pairs}, drop)
