"""The budget: what of it is left, and whom it is told."""

from __future__ import annotations

import time
from collections.abc import Callable
from math import inf

Watch = Callable[[str, str, float], None]
PROBING, MEASURING, CURVES, LATE = 0.1, 0.75, 0.88, 1.1


class Clock:
    """Time since the start, as shares of the budget; no budget: never late.

    ``watch`` is told the stage, what is being done, and which share of the whole is behind.
    """

    def __init__(self, budget: float | None, watch: Watch | None = None) -> None:
        self.budget, self.watch = budget, watch
        self.begin = time.monotonic()

    @property
    def elapsed(self) -> float:
        """Seconds since the start."""
        return time.monotonic() - self.begin

    def left(self, share: float) -> float:
        """Seconds until so large a share of the budget is used up."""
        return inf if self.budget is None else share * self.budget - self.elapsed

    def past(self, share: float) -> bool:
        """Whether so large a share is used up."""
        return self.left(share) <= 0

    def tell(self, stage: str, detail: str, done: float) -> None:
        """Report progress; with a budget the time itself says how far things are."""
        if self.watch is not None:
            share = done if self.budget is None else max(done, self.elapsed / self.budget)
            self.watch(stage, detail, min(share, 1.0))
