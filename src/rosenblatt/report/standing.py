"""Who was measured, who failed, and who can be told from the best."""

from typing import Any

from rosenblatt.report.charts import Interval
from rosenblatt.report.markup import clean
from rosenblatt.report.numerals import is_number, percent

Entry = dict[str, Any]


def measured(comparison: dict[str, Any]) -> list[Entry]:
    """Entries with a mean error, lowest first."""
    found = [e for e in entries(comparison) if not e.get("failed") and is_number(e.get("mean"))]
    return sorted(found, key=lambda e: e["mean"])


def failed(comparison: dict[str, Any]) -> list[Entry]:
    """Entries without one."""
    kept = {id(e) for e in measured(comparison)}
    return [e for e in entries(comparison) if id(e) not in kept]


def entries(comparison: dict[str, Any]) -> list[Entry]:
    return comparison.get("entries") or []


def better_than_guessing(comparison: dict[str, Any]) -> list[Entry]:
    """Measured entries that beat the largest class by at least a tenth of its error; or all."""
    guess = comparison.get("majority_error")
    if not is_number(guess):
        return measured(comparison)
    found = [e for e in measured(comparison) if e["mean"] <= 0.9 * guess]
    return found or measured(comparison)


def label(entry: Entry) -> str:
    """The entry's words for people, or else its name."""
    return clean(entry.get("label") or entry.get("name") or "unnamed")


def standing(comparison: dict[str, Any], entry: Entry) -> str | None:
    """``"best"``, ``"level"`` with it, significantly ``"worse"``, or None if not tested."""
    if entry is measured(comparison)[0]:
        return "best"
    difference = difference_to(comparison, entry)
    if difference is None or difference.get("significant") is None:
        return None
    return "worse" if difference["significant"] else "level"


def difference_to(comparison: dict[str, Any], entry: Entry) -> dict[str, Any] | None:
    """The test of the best against this entry."""
    pair = {measured(comparison)[0].get("name"), entry.get("name")}
    tests = comparison.get("differences") or []
    return next((t for t in tests if {t.get("a"), t.get("b")} == pair), None)


def decimals(comparison: dict[str, Any]) -> int:
    """Digits that mean something: two where standard errors are below 0.05 points."""
    known = [e.get("standard_error") for e in measured(comparison)]
    steps = [s for s in known if is_number(s) and s > 0]
    return 2 if steps and min(steps) < 0.0005 else 1


def interval(entry: Entry, digits: int) -> Interval:
    """The entry's error in per cent, as charts draw it."""
    spread = entry.get("standard_error")
    spread = spread if is_number(spread) else 0.0
    values = [100 * e for e in entry.get("errors") or [] if is_number(e)]
    tip = f"{label(entry)}: {percent(entry['mean'], digits)} ± {100 * spread:.{digits}f}"
    group = "ours" if entry.get("ours") else "theirs"
    return Interval(label(entry), 100 * entry["mean"], 100 * spread, values[:200], group, tip)
