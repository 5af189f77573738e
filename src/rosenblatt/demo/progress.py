"""A progress line that is drawn in place on a terminal and grows line by line elsewhere."""

import sys
from typing import TextIO

WIDTH = 30
TENTHS = 10


class Progress:
    """Adds up work and shows how much of it is done.

    Parameters
    ----------
    total : int
        Work to come, in any unit.
    stream : text stream, default=None
        Where to write; None for standard error, so that results can be redirected alone.

    Examples
    --------
    >>> import sys
    >>> progress = Progress(2, sys.stdout)
    >>> progress.step("digits")
     50 % digits
    >>> progress.step("digits")
    100 % digits
    """

    def __init__(self, total: int, stream: TextIO | None = None) -> None:
        self.total, self.done, self.shown = total, 0, 0
        self.stream = sys.stderr if stream is None else stream

    def step(self, what: str, amount: int = 1) -> None:
        """Add work done for ``what``."""
        self.done += amount
        if self.stream.isatty():
            self._draw(what)
        elif self.done * TENTHS // self.total > self.shown:
            self.shown = self.done * TENTHS // self.total
            print(f"{self._percent()} {what}", file=self.stream, flush=True)

    def _draw(self, what: str) -> None:
        full = WIDTH * self.done // self.total
        bar = "#" * full + "." * (WIDTH - full)
        end = "\n" if self.done == self.total else ""
        print(f"\r{bar} {self._percent()} {what:<20}", end=end, file=self.stream, flush=True)

    def _percent(self) -> str:
        return f"{100 * self.done // self.total:3d} %"
