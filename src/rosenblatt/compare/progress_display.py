"""Progress on the terminal: a bar with the time left, or one line per stage without a terminal."""

from __future__ import annotations

import time
from types import TracebackType
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn


class ProgressDisplay:
    """A ``watch`` for :func:`compare`, to be used in a with statement."""

    def __init__(self, console: Console) -> None:
        self.console, self.begin, self.stage = console, time.monotonic(), ""
        self.bar: Progress | None = None
        self.task: Any = None

    def __enter__(self) -> ProgressDisplay:
        if self.console.is_terminal:
            columns = (
                TextColumn("{task.description}"),
                BarColumn(),
                TextColumn("{task.fields[left]}"),
            )
            self.bar = Progress(*columns, console=self.console, transient=True)
            self.bar.start()
            self.task = self.bar.add_task("", total=1.0, left="")
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        problem: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self.bar is not None:
            self.bar.stop()

    def __call__(self, stage: str, detail: str, fraction: float) -> None:
        """Show the stage, what is being done, and the fraction that is finished."""
        if self.bar is not None:
            text, left = f"{stage}: {detail}", self._left(fraction)
            self.bar.update(self.task, description=text, completed=fraction, left=left)
        elif stage != self.stage:
            self.console.print(f"{stage} ...", highlight=False)
        self.stage = stage

    def _left(self, fraction: float) -> str:
        """The time left at the present pace."""
        if fraction < 0.02:
            return ""
        seconds = (time.monotonic() - self.begin) * (1 - fraction) / fraction
        return f"at most {seconds:.0f} s left" if fraction < 1 else "nearly done"
