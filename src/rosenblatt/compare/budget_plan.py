"""What fits into the budget: how many splits, and how many rows for each learner."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field

from rosenblatt.compare.fit_times import TimingResults
from rosenblatt.compare.learner_list import MAJORITY
from rosenblatt.compare.splits import FEWEST_FOLDS, n_test_rows
from rosenblatt.formatting import count, duration

MANY_ROWS = 100_000
HOLD_OUTS = 3
FEWEST_ROWS, FEWEST_LEARNERS = 500, 3
ENOUGH_WHOLE = 2  # learners with all rows, for which one would give up further splits
ENDED_FACTOR = 10.0  # what is known of fits that were ended is a lower bound
FAST_SHARE = 0.7  # of the time, for the faster learners if none can have all rows
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
    single: bool = False  # one hold-out is all that the budget allows

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
        """Expected seconds of one learner on one split; many if a fit had to be ended before."""
        times = self.timings.learners[name]
        return self.n_levels * times.total(rows, n_test) * (ENDED_FACTOR if times.ended else 1.0)

    def split(self, folds: int, rows: dict[str, int]) -> float:
        """Expected seconds of one split, coding included."""
        n_test = n_test_rows(self.n_rows, folds)
        coding = self.timings.code_row * (max(rows.values(), default=0) + n_test)
        return coding + sum(self.learner(name, n, n_test) for name, n in rows.items())


def make_plan(
    timings: TimingResults, n_rows: int, folds: int, seconds: float | None, n_levels: int
) -> Plan:
    """Choose folds and rows so that one repeat takes at most ``seconds`` (None: no limit).

    As many learners as possible get all training rows, the fastest first, whoever made them; the
    others get as many rows as equal shares of the time left allow. Only then come more folds.
    """
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
        if seconds is None or n_splits(option) * estimates.split(option, rows) <= seconds:
            return Plan(option, n_train, rows)
    assert seconds is not None
    plan = _reduced(estimates, names, options[-1], n_splits(options[-1]), seconds)
    if _n_whole(plan) == 0:
        single = _reduced(estimates, names, 1, 1, seconds)
        single.single = True
        return single if _n_whole(single) >= ENOUGH_WHOLE else plan
    return plan


def n_splits(folds: int) -> int:
    """Splits of one repeat; of hold-outs as many as are wanted at least."""
    return folds if folds > 1 else HOLD_OUTS


def _n_whole(plan: Plan) -> int:
    """How many learners get all rows, the majority class excepted."""
    return sum(n == plan.n_train for name, n in plan.rows.items() if name != MAJORITY)


def fold_options(n_rows: int, folds: int) -> list[int]:
    """Possible numbers of folds, in order of preference; large tables use hold-outs instead."""
    if n_rows > MANY_ROWS or folds == 1:
        return [1]
    return sorted({folds, *(k for k in (5, FEWEST_FOLDS) if k < folds)}, reverse=True)


def _reduced(
    estimates: TimeEstimates, names: list[str], folds: int, splits: int, seconds: float
) -> Plan:
    """All rows for the fastest learners, equal times for the others, or none."""
    n_train, n_test = estimates.sizes(folds)
    per_split, dropped = seconds / splits, dict[str, str]()
    order = sorted(names, key=lambda name: estimates.learner(name, n_train, n_test))
    rows = _fast_rows(estimates, order, folds, per_split)
    slow, least = [name for name in order if name not in rows], fewest_rows(n_train)
    while slow and len(rows) + len(slow) > FEWEST_LEARNERS:
        if estimates.split(folds, {**rows, **dict.fromkeys(slow, least)}) <= per_split:
            break
        slowest = max(slow, key=lambda name: estimates.learner(name, least, n_test))
        needed = duration(estimates.learner(slowest, least, n_test))
        dropped[slowest] = f"{TOO_SLOW}: about {needed} per split even on {count(least)} rows"
        slow.remove(slowest)
    rows |= _equal_times(estimates, rows, slow, folds, per_split)
    if MAJORITY in rows and len(rows) > 1:
        # It takes no time, but rows that no other learner uses need not be coded for it.
        rows[MAJORITY] = max(n for name, n in rows.items() if name != MAJORITY)
    return Plan(folds, n_train, {name: rows[name] for name in names if name in rows}, dropped)


def _fast_rows(
    estimates: TimeEstimates, order: list[str], folds: int, per_split: float
) -> dict[str, int]:
    """Rows of the fastest learners: all of them, or as many as the faster half can have."""
    most = estimates.sizes(folds)[0]
    rows = _prefix(estimates, order, folds, most, per_split)
    if set(rows) - {MAJORITY}:
        return rows
    others = [name for name in order if name != MAJORITY]
    half = others[: max(len(others) // 2, 1)]
    n_rows = _equal_rows(estimates, {}, half, folds, FAST_SHARE * per_split)
    return _prefix(estimates, order, folds, n_rows, FAST_SHARE * per_split)


def _prefix(
    estimates: TimeEstimates, order: list[str], folds: int, n_rows: int, per_split: float
) -> dict[str, int]:
    """The first learners that together can have so many rows."""
    rows: dict[str, int] = {}
    for name in order:
        if estimates.split(folds, {**rows, name: n_rows}) > per_split:
            break
        rows[name] = n_rows
    return rows


def fewest_rows(n_train: int) -> int:
    """The smallest training set from which a learner can be assessed."""
    return min(FEWEST_ROWS, max(n_train // 2, 1))


def _equal_times(
    estimates: TimeEstimates, rows: dict[str, int], slow: list[str], folds: int, per_split: float
) -> dict[str, int]:
    """Rows of the slow learners: as many as each can have in the same share of the time left."""
    (most, n_test), times = estimates.sizes(folds), estimates.timings.learners

    def within(seconds: float) -> dict[str, int]:
        own = seconds / estimates.n_levels
        found = {name: times[name].rows_within(own, most, n_test) for name in slow}
        return {name: max(n, fewest_rows(most)) for name, n in found.items()}

    low, high = 0.0, per_split
    for _ in range(30):
        middle = (low + high) / 2
        fits = estimates.split(folds, {**rows, **within(middle)}) <= per_split
        low, high = (middle, high) if fits else (low, middle)
    return within(low)


def _equal_rows(
    estimates: TimeEstimates, rows: dict[str, int], slow: list[str], folds: int, per_split: float
) -> int:
    """The most rows that all these learners can have in the time that the others leave."""
    most = estimates.sizes(folds)[0]

    def needed(n: int) -> float:
        return estimates.split(folds, {**rows, **dict.fromkeys(slow, n)})

    return max(bisect_right(range(1, most + 1), per_split, key=needed), fewest_rows(most))


def _notes(plan: Plan, folds: int, n_rows: int) -> list[str]:
    notes, n_test = [], n_test_rows(n_rows, plan.folds)
    if plan.single:
        notes.append(
            f"One random hold-out of {count(n_test)} rows instead of {folds} folds, so that "
            "learners can have all other rows within the budget."
        )
    elif plan.folds == 1 and folds > 1:
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
