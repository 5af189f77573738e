"""The time budget of a comparison, and reports of its progress."""

from __future__ import annotations

import time
from collections.abc import Callable
from math import inf

StageCallback = Callable[[str, str, float], None]
# Fractions of the budget after which a stage must end.
PROBING, MEASURING, CURVES, IMPORTANCE, LATE = 0.25, 0.75, 0.85, 0.92, 1.05
TOO_LATE = 1.15  # for the model that is kept


class Clock:
    """Time since the start, measured against the budget; without a budget it is never late.

    ``watch`` is called with the stage, what is being done, and the fraction that is finished.
    """

    def __init__(self, budget: float | None, watch: StageCallback | None = None) -> None:
        self.budget, self.watch = budget, watch
        self.begin = time.monotonic()

    @property
    def elapsed(self) -> float:
        """Seconds since the start."""
        return time.monotonic() - self.begin

    def left(self, fraction: float) -> float:
        """Seconds until this fraction of the budget is used up."""
        return inf if self.budget is None else fraction * self.budget - self.elapsed

    def past(self, fraction: float) -> bool:
        """Whether this fraction of the budget is used up."""
        return self.left(fraction) <= 0

    def report(self, stage: str, detail: str, done: float) -> None:
        """Report progress; with a budget, the elapsed time counts if it is further along."""
        if self.watch is not None:
            fraction = done if self.budget is None else max(done, self.elapsed / self.budget)
            self.watch(stage, detail, min(fraction, 1.0))
