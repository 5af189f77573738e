"""What fits into the budget: how many splits, and how many rows for each learner."""

from __future__ import annotations

from dataclasses import dataclass, field

from rosenblatt.compare.fit_times import TimingResults
from rosenblatt.compare.learner_list import MAJORITY
from rosenblatt.compare.splits import FEWEST_FOLDS, n_test_rows
from rosenblatt.formatting import count, duration

MANY_ROWS = 100_000
HOLD_OUTS = 3
FEWEST_ROWS, FEWEST_LEARNERS = 500, 3
MOST_CODED_BYTES = 400_000_000
TOO_SLOW = "too slow for the budget"


@dataclass
class Plan:
    """How the comparison is run.

    ``rows`` gives the number of training rows of each learner; those in ``dropped`` are left out,
    with the reason. One fold means random hold-outs.
    """

    folds: int
    n_train: int
    rows: dict[str, int]
    dropped: dict[str, str] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    split_seconds: float = 0.0
    seconds: dict[str, float] = field(default_factory=dict)
    memory_bound: bool = False

    def subsample(self, name: str) -> int | None:
        """Number of rows the learner is trained on, if fewer than there are."""
        return self.rows[name] if self.rows[name] < self.n_train else None


@dataclass(frozen=True)
class TimeEstimates:
    """Expected seconds of a split, by number of folds and the rows of each learner."""

    timings: TimingResults
    n_rows: int
    n_levels: int

    def sizes(self, folds: int) -> tuple[int, int]:
        """Number of training rows that fit into memory, and number of test rows."""
        n_test = n_test_rows(self.n_rows, folds)
        allowed = int(MOST_CODED_BYTES / self.timings.row_bytes)
        return min(self.n_rows - n_test, max(allowed, FEWEST_ROWS)), n_test

    def learner(self, name: str, rows: int, n_test: int) -> float:
        """Expected seconds of one learner on one split."""
        return self.n_levels * self.timings.learners[name].total(rows, n_test)

    def split(self, folds: int, rows: dict[str, int]) -> float:
        """Expected seconds of one split, coding included."""
        n_test = n_test_rows(self.n_rows, folds)
        coding = self.timings.code_row * (max(rows.values(), default=0) + n_test)
        return coding + sum(self.learner(name, n, n_test) for name, n in rows.items())


def make_plan(
    timings: TimingResults, n_rows: int, folds: int, seconds: float | None, n_levels: int
) -> Plan:
    """Choose folds and rows so that one repeat takes at most ``seconds`` (None: no limit)."""
    failed = {name: times.failed for name, times in timings.learners.items() if times.failed}
    names = [name for name in timings.learners if name not in failed]
    estimates = TimeEstimates(timings, n_rows, n_levels)
    plan = _choose(estimates, names, folds, seconds)
    plan.dropped.update(failed)
    plan.split_seconds = estimates.split(plan.folds, plan.rows)
    n_test = n_test_rows(n_rows, plan.folds)
    plan.seconds = {k: estimates.learner(k, rows, n_test) for k, rows in plan.rows.items()}
    plan.memory_bound = plan.n_train < n_rows - n_test
    plan.notes += _notes(plan, folds, n_rows)
    return plan


def _choose(estimates: TimeEstimates, names: list[str], folds: int, seconds: float | None) -> Plan:
    options = fold_options(estimates.n_rows, folds)
    for option in options:
        n_train = estimates.sizes(option)[0]
        rows = dict.fromkeys(names, n_train)
        n_splits = option if option > 1 else HOLD_OUTS
        if seconds is None or n_splits * estimates.split(option, rows) <= seconds:
            return Plan(option, n_train, rows)
    assert seconds is not None
    return _reduced(estimates, names, options[-1], seconds)


def fold_options(n_rows: int, folds: int) -> list[int]:
    """Possible numbers of folds, in order of preference; large tables use hold-outs instead."""
    if n_rows > MANY_ROWS or folds == 1:
        return [1]
    return sorted({folds, *(k for k in (5, FEWEST_FOLDS) if k < folds)}, reverse=True)


def _reduced(estimates: TimeEstimates, names: list[str], folds: int, seconds: float) -> Plan:
    """Give slow learners fewer rows; drop those that are too slow even on the fewest."""
    n_train, n_test = estimates.sizes(folds)
    least = fewest_rows(n_train)
    per_split = seconds / (folds if folds > 1 else HOLD_OUTS)
    kept, dropped = list(names), {}
    while (
        len(kept) > FEWEST_LEARNERS
        and estimates.split(folds, dict.fromkeys(kept, least)) > per_split
    ):
        slowest = max(kept, key=lambda name: estimates.learner(name, least, n_test))
        needed = duration(estimates.learner(slowest, least, n_test))
        dropped[slowest] = f"{TOO_SLOW}: about {needed} per split even on {count(least)} rows"
        kept.remove(slowest)
    rows = _equal_times(estimates, kept, folds, per_split)
    return Plan(folds, n_train, rows, dropped)


def fewest_rows(n_train: int) -> int:
    """The smallest training set from which a learner can be assessed."""
    return min(FEWEST_ROWS, max(n_train // 2, 1))


def _equal_times(
    estimates: TimeEstimates, names: list[str], folds: int, per_split: float
) -> dict[str, int]:
    """Rows by learner, such that all take the same time and a split stays in its time."""
    low, high = 0.0, per_split
    for _ in range(40):
        middle = (low + high) / 2
        fits = estimates.split(folds, _rows(estimates, names, folds, middle)) <= per_split
        low, high = (middle, high) if fits else (low, middle)
    return _rows(estimates, names, folds, low)


def _rows(estimates: TimeEstimates, names: list[str], folds: int, seconds: float) -> dict[str, int]:
    times, (most, n_test) = estimates.timings.learners, estimates.sizes(folds)
    least = fewest_rows(most)
    rows = {name: max(least, times[name].rows_within(seconds, most, n_test)) for name in names}
    if MAJORITY in rows and len(rows) > 1:
        # It takes no time, but rows that no other learner uses need not be coded for it.
        rows[MAJORITY] = max(n for name, n in rows.items() if name != MAJORITY)
    return rows


def _notes(plan: Plan, folds: int, n_rows: int) -> list[str]:
    notes, n_test = [], n_test_rows(n_rows, plan.folds)
    if plan.folds == 1 and folds > 1:
        notes.append(
            f"With {count(n_rows)} rows, random hold-outs of {count(n_test)} rows are used instead "
            "of folds."
        )
    elif plan.folds < folds:
        notes.append(f"{plan.folds} folds instead of {folds}, to stay within the budget.")
    if plan.memory_bound:
        notes.append(
            f"Training sets are samples of {count(plan.n_train)} rows, to fit into memory."
        )
    return notes
