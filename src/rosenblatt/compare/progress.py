"""Progress for people: a bar with the time left in a terminal, a line per stage elsewhere."""

from __future__ import annotations

import time
from types import TracebackType
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn


class Ticker:
    """A ``watch`` for :func:`compare`; to be used in a with statement."""

    def __init__(self, console: Console) -> None:
        self.console, self.begin, self.stage = console, time.monotonic(), ""
        self.bar: Progress | None = None
        self.task: Any = None

    def __enter__(self) -> Ticker:
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

    def __call__(self, stage: str, detail: str, share: float) -> None:
        """Show the stage, the detail, and the share of the whole that is behind."""
        if self.bar is not None:
            words = f"{stage}: {detail}"
            self.bar.update(self.task, description=words, completed=share, left=self._left(share))
        elif stage != self.stage:
            self.console.print(f"{stage} ...", highlight=False)
        self.stage = stage

    def _left(self, share: float) -> str:
        """What the rest will take if it goes on as so far."""
        if share < 0.02:
            return ""
        seconds = (time.monotonic() - self.begin) * (1 - share) / share
        return f"at most {seconds:.0f} s left" if share < 1 else "nearly done"
