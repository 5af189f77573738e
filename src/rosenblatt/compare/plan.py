"""What fits into the budget: how many splits, and how many rows for whom."""

from __future__ import annotations

from dataclasses import dataclass, field

from rosenblatt.compare.costs import Costs
from rosenblatt.compare.learners import MAJORITY
from rosenblatt.compare.splits import FEWEST_FOLDS, n_test_rows
from rosenblatt.formatting import count, duration

MANY_ROWS = 100_000
HOLD_OUTS = 3
FEWEST_ROWS, FEWEST_LEARNERS = 500, 3
MOST_CODED_BYTES = 400_000_000
TOO_SLOW = "too slow for the budget"


@dataclass
class Plan:
    """How the comparison goes.

    ``rows`` gives the training rows of each learner; those in ``dropped`` take no part, for the
    reason given. One fold stands for a hold-out.
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
        """Rows the learner is trained on, if fewer than there are."""
        return self.rows[name] if self.rows[name] < self.n_train else None


@dataclass(frozen=True)
class Prices:
    """Seconds of a split, for a number of folds and the rows of each learner."""

    costs: Costs
    n_rows: int
    n_levels: int

    def sizes(self, folds: int) -> tuple[int, int]:
        """Training rows that memory allows, and test rows."""
        n_test = n_test_rows(self.n_rows, folds)
        allowed = int(MOST_CODED_BYTES / self.costs.row_bytes)
        return min(self.n_rows - n_test, max(allowed, FEWEST_ROWS)), n_test

    def learner(self, name: str, rows: int, n_test: int) -> float:
        cost = self.costs.learners[name]
        return self.n_levels * (cost.fit(rows) + cost.predict_row * n_test)

    def split(self, folds: int, rows: dict[str, int]) -> float:
        n_test = n_test_rows(self.n_rows, folds)
        coding = self.costs.code_row * (max(rows.values(), default=0) + n_test)
        return coding + sum(self.learner(name, n, n_test) for name, n in rows.items())


def make_plan(costs: Costs, n_rows: int, folds: int, seconds: float | None, n_levels: int) -> Plan:
    """Choose folds and rows so that one repeat takes at most so many seconds (None: any time)."""
    failed = {name: cost.failed for name, cost in costs.learners.items() if cost.failed}
    names = [name for name in costs.learners if name not in failed]
    prices = Prices(costs, n_rows, n_levels)
    plan = _choose(prices, names, folds, seconds)
    plan.dropped.update(failed)
    plan.split_seconds = prices.split(plan.folds, plan.rows)
    n_test = n_test_rows(n_rows, plan.folds)
    plan.seconds = {k: prices.learner(k, rows, n_test) for k, rows in plan.rows.items()}
    plan.notes += _tell(plan, prices, folds, n_rows)
    return plan


def _choose(prices: Prices, names: list[str], folds: int, seconds: float | None) -> Plan:
    options = fold_options(prices.n_rows, folds)
    for option in options:
        n_train = prices.sizes(option)[0]
        rows = dict.fromkeys(names, n_train)
        rounds = option if option > 1 else HOLD_OUTS
        if seconds is None or rounds * prices.split(option, rows) <= seconds:
            return Plan(option, n_train, rows)
    assert seconds is not None
    return _squeezed(prices, names, options[-1], seconds)


def fold_options(n_rows: int, folds: int) -> list[int]:
    """Numbers of folds in order of preference; large tables are held out instead."""
    if n_rows > MANY_ROWS or folds == 1:
        return [1]
    return sorted({folds, *(k for k in (5, FEWEST_FOLDS) if k < folds)}, reverse=True)


def _squeezed(prices: Prices, names: list[str], folds: int, seconds: float) -> Plan:
    """Give the slow learners fewer rows, all the same seconds; drop whom no part can help."""
    n_train, n_test = prices.sizes(folds)
    least = fewest_rows(n_train)
    per_split = seconds / (folds if folds > 1 else HOLD_OUTS)
    kept, dropped = list(names), {}
    while (
        len(kept) > FEWEST_LEARNERS and prices.split(folds, dict.fromkeys(kept, least)) > per_split
    ):
        slowest = max(kept, key=lambda name: prices.learner(name, least, n_test))
        needs = prices.learner(slowest, least, n_test)
        takes = f"about {duration(needs)} a split even on {count(least)} rows"
        dropped[slowest] = f"{TOO_SLOW}: {takes}"
        kept.remove(slowest)
    rows = _share_out(prices, kept, folds, per_split)
    return Plan(folds, n_train, rows, dropped)


def fewest_rows(n_train: int) -> int:
    """A part that still says something about a learner."""
    return min(FEWEST_ROWS, max(n_train // 2, 1))


def _share_out(prices: Prices, names: list[str], folds: int, per_split: float) -> dict[str, int]:
    """The largest number of seconds a fit, the same for all, that keeps a split within its time."""
    n_train = prices.sizes(folds)[0]
    least = fewest_rows(n_train)
    low, high = 0.0, per_split
    for _ in range(40):
        middle = (low + high) / 2
        fits = prices.split(folds, _rows(prices, names, middle, least, n_train)) <= per_split
        low, high = (middle, high) if fits else (low, middle)
    return _rows(prices, names, low, least, n_train)


def _rows(
    prices: Prices, names: list[str], seconds: float, least: int, most: int
) -> dict[str, int]:
    costs = prices.costs.learners
    rows = {name: max(least, costs[name].rows_within(seconds, most)) for name in names}
    if MAJORITY in rows and len(rows) > 1:
        # It learns in no time, but rows that nobody else uses need not be coded for it.
        rows[MAJORITY] = max(n for name, n in rows.items() if name != MAJORITY)
    return rows


def _tell(plan: Plan, prices: Prices, folds: int, n_rows: int) -> list[str]:
    notes, n_test = [], n_test_rows(n_rows, plan.folds)
    if plan.folds == 1 and folds > 1:
        notes.append(
            f"With {count(n_rows)} rows, random hold-outs of {count(n_test)} rows take the place "
            "of folds."
        )
    elif plan.folds < folds:
        notes.append(f"{plan.folds} folds instead of {folds}, to keep within the budget.")
    if plan.n_train < n_rows - n_test:
        plan.memory_bound = True
        notes.append(
            f"Training parts are samples of {count(plan.n_train)} rows, to keep within memory."
        )
    return notes
