"""Which learners were measured, which failed, and how each was judged."""

from typing import Any

from rosenblatt.metrics import Metric
from rosenblatt.report.charts import Interval
from rosenblatt.report.markup import clean
from rosenblatt.report.metric_text import factor, loss, metric_of
from rosenblatt.report.number_text import is_number

EntryDict = dict[str, Any]


def measured(comparison: dict[str, Any]) -> list[EntryDict]:
    """Entries with a mean error, the lowest first; no references."""
    found = [e for e in entries(comparison) if has_mean(e) and not e.get("reference")]
    return sorted(found, key=lambda e: e["mean"])


def references(comparison: dict[str, Any]) -> list[EntryDict]:
    """Entries to compare with, which are not ranked."""
    return [e for e in entries(comparison) if has_mean(e) and e.get("reference")]


def has_mean(entry: EntryDict) -> bool:
    return not entry.get("failed") and is_number(entry.get("mean"))


def failed(comparison: dict[str, Any]) -> list[EntryDict]:
    """Entries without a mean error."""
    return [e for e in entries(comparison) if not has_mean(e)]


def entries(comparison: dict[str, Any]) -> list[EntryDict]:
    return comparison.get("entries") or []


def better_than_guessing(comparison: dict[str, Any]) -> list[EntryDict]:
    """Measured entries with at most 90 % of the majority class's error; all if there are none."""
    guess = guess_of(comparison)
    if guess is None:
        return measured(comparison)
    better = [e for e in measured(comparison) if e["mean"] <= 0.9 * guess]
    return better or measured(comparison)


def guess_of(comparison: dict[str, Any]) -> float | None:
    """What always guessing the largest class loses: by other measures than the error, if it ran."""
    if metric_of(comparison).name == "error":
        guess = comparison.get("majority_error")
        return guess if is_number(guess) else None
    found = [e["mean"] for e in measured(comparison) if e.get("name") == "majority"]
    return found[0] if found else None


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


def interval(entry: EntryDict, digits: int, metric: Metric) -> Interval:
    """The entry's error in percent, or its loss, as charts draw it."""
    spread, by = entry.get("standard_error"), factor(metric)
    spread = spread if is_number(spread) else 0.0
    values = [by * e for e in entry.get("errors") or [] if is_number(e)]
    unit = "\u202f%" if metric.percent else ""
    value = loss(entry["mean"], metric, digits) + unit
    tip = f"{label(entry)}: {value} ± {loss(spread, metric, digits)}"
    group = "ours" if entry.get("ours") else "theirs"
    group = "reference" if entry.get("reference") else group
    return Interval(label(entry), by * entry["mean"], by * spread, values[:200], group, tip)
