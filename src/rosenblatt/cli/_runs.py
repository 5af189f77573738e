"""What commands that run tasks share: their console, and how they report failures."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from rich.console import Console

    from rosenblatt.lab import RunSummary

SHOWN = 3  # distinct messages
WIDE = 160


def output() -> Console:
    """Standard output; wide without a terminal, so that lines in files are not wrapped."""
    from rich.console import Console

    console = Console()
    return console if console.is_terminal else Console(width=WIDE)


def report_failures(run: RunSummary) -> None:
    """Exit with an error if tasks failed."""
    if not run.failures:
        return
    messages = Counter(message for _, message in run.failures).most_common()
    shown = "; ".join(f"{message} ({times} times)" for message, times in messages[:SHOWN])
    more = f"; and {len(messages) - SHOWN} other messages" if len(messages) > SHOWN else ""
    raise click.ClickException(
        f"{len(run.failures)} of {run.total} tasks failed: {shown}{more}; "
        "run the same command to try them again."
    )
