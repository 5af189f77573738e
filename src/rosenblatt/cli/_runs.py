"""What the commands that run tasks have in common: where they print, how they tell failures."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from rich.console import Console

    from rosenblatt.lab import RunSummary

SHOWN = 3  # different messages
WIDE = 160


def output() -> Console:
    """Standard output; wide where no terminal limits it, so that files hold whole lines."""
    from rich.console import Console

    console = Console()
    return console if console.is_terminal else Console(width=WIDE)


def tell_failures(run: RunSummary) -> None:
    """End with an error if tasks failed."""
    if not run.failures:
        return
    messages = Counter(message for _, message in run.failures).most_common()
    told = "; ".join(f"{message} ({times} times)" for message, times in messages[:SHOWN])
    more = f"; and {len(messages) - SHOWN} other messages" if len(messages) > SHOWN else ""
    raise click.ClickException(
        f"{len(run.failures)} of {run.total} tasks failed: {told}{more}; "
        "the same command tries them again."
    )
