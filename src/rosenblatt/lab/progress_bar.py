"""The progress of a run: a bar with the time left on a terminal, a line now and then elsewhere."""

from __future__ import annotations

import sys
import time
from types import TracebackType

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from rosenblatt.formatting import rough_duration

TENTHS = 10


class ProgressBar:
    """A progress bar to pass to :func:`rosenblatt.lab.run` as ``watch``, in a ``with`` block.

    Parameters
    ----------
    title : str
        What is being done.
    console : rich Console, default=None
        Where to show it; None for standard error, so that only results are redirected.
    """

    def __init__(self, title: str, console: Console | None = None) -> None:
        self.title = title
        self.console = console or Console(stderr=True)
        self._bar = _bar(self.console)
        self._task = self._bar.add_task(title, total=None, failed="")
        self._start, self._first, self._shown = time.monotonic(), -1, 0

    def __enter__(self) -> ProgressBar:
        if self.console.is_terminal:
            self._bar.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self.console.is_terminal:
            self._bar.stop()

    def __call__(self, done: int, total: int, failed: int) -> None:
        """Show that ``done`` of ``total`` are done."""
        if self._first < 0:
            self._first, self._shown = done, done * TENTHS // max(total, 1)
        if self.console.is_terminal:
            text = f"{failed} failed" if failed else ""
            self._bar.update(self._task, completed=done, total=total, failed=text)
        elif done * TENTHS // max(total, 1) > self._shown:
            self._shown = done * TENTHS // total
            print(self._line(done, total, failed), file=sys.stderr, flush=True)

    def _line(self, done: int, total: int, failed: int) -> str:
        passed = time.monotonic() - self._start
        left = passed * (total - done) / max(done - self._first, 1)
        ending = f", {failed} failed" if failed else ""
        about = f", about {rough_duration(left)} left" if done < total else ""
        return f"{self.title}: {done} of {total} done{about}{ending}"


def _bar(console: Console) -> Progress:
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(elapsed_when_finished=True),
        TextColumn("[red]{task.fields[failed]}"),
        console=console,
    )
