"""How long fits take: a part that is fixed, and a part that grows with the rows."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field, replace
from math import log

from rosenblatt.compare.single_fit import FitResult
from rosenblatt.formatting import count, percent

LEAST_FRACTION = 0.1
FIXED = 0.8  # of the time of a single small fit


@dataclass
class FitTimes:
    """Seconds of one learner's fits by number of rows, and of predicting one row."""

    rows: list[int] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    predict_row: float = 0.0
    predict_row_before: float = 0.0  # after the fit before the last one
    failed: str | None = None
    ended: bool = False  # before it was done, so that the last time is a lower bound
    estimated: bool = False  # from one round of a fit that would have taken too long

    def add(self, n_rows: int, result: FitResult, n_test: int) -> None:
        """Record the times of a fit."""
        self.failed = result.failed
        self.rows.append(n_rows)
        self.seconds.append(result.fit_seconds)
        self.predict_row_before = self.predict_row
        self.predict_row = result.predict_seconds / n_test

    def extended(self, n_rows: int, seconds: float) -> FitTimes:
        """The same times, and that of a later fit on more rows."""
        if n_rows <= self.rows[-1] or seconds <= 0:
            return self
        return replace(self, rows=[*self.rows, n_rows], seconds=[*self.seconds, seconds])

    def fit(self, n_rows: int) -> float:
        """Expected seconds of a fit on ``n_rows`` rows: a power law, or a line below power 1.

        A single fit does not show how much of its time is fixed; most of it is assumed to be.
        """
        last_rows, last = self.rows[-1], self.seconds[-1]
        if len(self.rows) == 1 and not self.ended:
            return last * (FIXED + (1 - FIXED) * n_rows / last_rows)
        if self.power() < 1:
            return last + self.per_row() * (n_rows - last_rows)
        return last * (n_rows / last_rows) ** self.power()

    def power(self) -> float:
        """Exponent of the growth with the rows, 2 at most; below 1 if part of the time is fixed."""
        if len(self.rows) < 2 or not min(self.seconds[-2:]) > 0:
            return 1.0
        slope = log(self.seconds[-1] / self.seconds[-2]) / log(self.rows[-1] / self.rows[-2])
        return min(slope, 2.0)

    def per_row(self) -> float:
        """Seconds each further row takes; never 0, however noisy the timings are."""
        (before_rows, last_rows), (before, last) = self.rows[-2:], self.seconds[-2:]
        return max((last - before) / (last_rows - before_rows), LEAST_FRACTION * last / last_rows)

    def predict(self, n_rows: int) -> float:
        """Expected seconds of predicting one row after a fit on ``n_rows`` rows.

        A model that keeps rows is slower the more it has learned from, at most in proportion.
        """
        if len(self.rows) < 2 or not min(self.predict_row_before, self.predict_row) > 0:
            return self.predict_row
        growth = log(self.predict_row / self.predict_row_before)
        power = growth / log(self.rows[-1] / self.rows[-2])
        return self.predict_row * (n_rows / self.rows[-1]) ** min(max(power, 0.0), 1.0)

    def total(self, n_rows: int, n_test: int) -> float:
        """Expected seconds of a fit on ``n_rows`` rows and of predicting ``n_test`` rows."""
        return self.fit(n_rows) + self.predict(n_rows) * n_test

    def rows_within(self, seconds: float, most: int, n_test: int = 0) -> int:
        """Return how many rows, ``most`` at the most, can be fitted and tested in ``seconds``."""
        sizes = range(1, most + 1)
        return bisect_right(sizes, seconds, key=lambda n_rows: self.total(n_rows, n_test))

    def worth_growing(self, n_rows: int, seconds: float) -> bool:
        """Whether a fit on ``n_rows`` rows is likely to end within ``seconds``."""
        return self.fit(n_rows) <= seconds


@dataclass
class TimingResults:
    """The times of every learner, the time and memory of coding one row, and the first look."""

    learners: dict[str, FitTimes]
    code_row: float
    row_bytes: float
    n_features: int
    first_look: FirstLook = field(default_factory=lambda: FirstLook(0, 0, {}))


@dataclass(frozen=True)
class FirstLook:
    """Errors of all learners on the same rows of one split, before anything is planned.

    Learners that did not end in time on so many rows are absent.
    """

    rows: int
    test_rows: int
    errors: dict[str, float]

    def about(self, name: str) -> str:
        """What was seen of a learner, beside the best; empty if nothing was."""
        if name not in self.errors:
            return ""
        own, least = (percent(error) for error in (self.errors[name], min(self.errors.values())))
        return f"its error on {count(self.rows)} rows of one split was {own}, the lowest {least}"
