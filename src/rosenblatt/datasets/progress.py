"""Show on stderr how far a download is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn


@contextmanager
def stages(name: str, n: int) -> Iterator[Callable[[str], None]]:
    """Show a bar of n stages; call what is given with the name of each as it begins."""
    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    console = Console(stderr=True)
    quiet = not console.is_terminal
    # Nothing is left on the screen, and logs get nothing: an error must be one line.
    with Progress(*columns, console=console, transient=True, disable=quiet) as bar:
        task = bar.add_task(name, total=n, completed=-1)

        def tell(what: str) -> None:
            bar.update(task, description=f"{name}: {what}", advance=1)

        yield tell
        bar.update(task, description=f"{name}: done", completed=n)
