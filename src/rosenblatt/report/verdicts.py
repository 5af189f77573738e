"""Which learners were measured, which failed, and how each was judged."""

from typing import Any

from rosenblatt.report.charts import Interval
from rosenblatt.report.markup import clean
from rosenblatt.report.number_text import is_number, percent

EntryDict = dict[str, Any]


def measured(comparison: dict[str, Any]) -> list[EntryDict]:
    """Entries with a mean error, the lowest first."""
    found = [e for e in entries(comparison) if not e.get("failed") and is_number(e.get("mean"))]
    return sorted(found, key=lambda e: e["mean"])


def failed(comparison: dict[str, Any]) -> list[EntryDict]:
    """Entries without a mean error."""
    succeeded = {id(e) for e in measured(comparison)}
    return [e for e in entries(comparison) if id(e) not in succeeded]


def entries(comparison: dict[str, Any]) -> list[EntryDict]:
    return comparison.get("entries") or []


def better_than_guessing(comparison: dict[str, Any]) -> list[EntryDict]:
    """Measured entries with at most 90 % of the majority class's error; all if there are none."""
    guess = comparison.get("majority_error")
    if not is_number(guess):
        return measured(comparison)
    better = [e for e in measured(comparison) if e["mean"] <= 0.9 * guess]
    return better or measured(comparison)


def label(entry: EntryDict) -> str:
    """The entry's label, or else its name."""
    return clean(entry.get("label") or entry.get("name") or "unnamed")


def verdict_of(comparison: dict[str, Any], entry: EntryDict) -> str:
    """Best, worse, better, cannot tell, or not judged."""
    if entry is measured(comparison)[0]:
        return "best"
    difference = difference_to(comparison, entry)
    return str((difference or {}).get("verdict") or "not judged")


def difference_to(comparison: dict[str, Any], entry: EntryDict) -> dict[str, Any] | None:
    """The difference of this entry to the best, with its interval and verdict."""
    pair = {measured(comparison)[0].get("name"), entry.get("name")}
    found = comparison.get("differences") or []
    return next((d for d in found if {d.get("a"), d.get("b")} == pair), None)


def decimals(comparison: dict[str, Any]) -> int:
    """Meaningful decimals of a percentage: two if standard errors are below 0.05 points."""
    given = [e.get("standard_error") for e in measured(comparison)]
    errors = [s for s in given if is_number(s) and s > 0]
    return 2 if errors and min(errors) < 0.0005 else 1


def interval(entry: EntryDict, digits: int) -> Interval:
    """The entry's error in percent, as charts draw it."""
    spread = entry.get("standard_error")
    spread = spread if is_number(spread) else 0.0
    values = [100 * e for e in entry.get("errors") or [] if is_number(e)]
    tip = f"{label(entry)}: {percent(entry['mean'], digits)} ± {100 * spread:.{digits}f}"
    group = "ours" if entry.get("ours") else "theirs"
    return Interval(label(entry), 100 * entry["mean"], 100 * spread, values[:200], group, tip)
