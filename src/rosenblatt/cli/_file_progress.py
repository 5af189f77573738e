"""Progress of a fit from files on the terminal."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rosenblatt.formatting import duration
from rosenblatt.models.file_passes import FitProgress


@contextmanager
def file_progress() -> Iterator[Callable[[FitProgress], None]]:
    """A function that shows progress on one line, if standard error is a terminal."""
    if not sys.stderr.isatty():
        yield lambda found: None
        return
    from rich.console import Console

    console = Console(stderr=True)
    with console.status("Reading ...") as status:
        yield lambda found: status.update(progress_line(found))


def progress_line(found: FitProgress) -> str:
    """One line: which pass, how far, how fast, how long still, and the error.

    Examples
    --------
    >>> from rosenblatt.cli._file_progress import progress_line
    >>> from rosenblatt.models.file_passes import FitProgress
    >>> progress_line(FitProgress(1, 2, 500_000, 2_000_000, 1.0, 500_000, 0.125))
    'pass 1 of 2: 500,000 of 2,000,000 rows (25 %), 500,000 rows/s, 7.0 s left, error 12.50%'
    >>> progress_line(FitProgress(0, 2, 500_000, None, 1.0, 500_000, None))
    'finding out how columns are coded: 500,000 rows, 500,000 rows/s'
    """
    speed = found.done / found.seconds if found.seconds else 0.0
    if found.total is None:
        return f"finding out how columns are coded: {found.rows:,} rows, {speed:,.0f} rows/s"
    share = f"{100 * found.rows / found.total:.0f} %"
    line = (
        f"pass {found.number} of {found.passes}: {found.rows:,} of {found.total:,} rows ({share})"
    )
    left = (found.passes - found.number + 1) * found.total - found.rows
    if speed:
        line += f", {speed:,.0f} rows/s, {duration(left / speed)} left"
    return line if found.error is None else f"{line}, error {found.error:.2%}"
