"""A progress bar for a download, on stderr."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn


@contextmanager
def download_bar(name: str, n: int) -> Iterator[Callable[[str], None]]:
    """Show a bar of n stages; yields a function to call with the name of each as it begins."""
    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    console = Console(stderr=True)
    quiet = not console.is_terminal
    # It vanishes at the end, and is never written to logs: an error must be one line.
    with Progress(*columns, console=console, transient=True, disable=quiet) as bar:
        task = bar.add_task(name, total=n, completed=-1)

        def begin(stage: str) -> None:
            bar.update(task, description=f"{name}: {stage}", advance=1)

        yield begin
        bar.update(task, description=f"{name}: done", completed=n)
