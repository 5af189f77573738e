"""The errors of all learners, and their ranks, as pictures."""

from typing import Any

from rosenblatt.report.charts import Interval, Reference, error_bars, ranks
from rosenblatt.report.figure import figure
from rosenblatt.report.markup import Markup
from rosenblatt.report.numerals import is_number
from rosenblatt.report.page import section
from rosenblatt.report.standing import (
    Entry,
    better_than_guessing,
    decimals,
    interval,
    label,
    measured,
)


def errors(comparison: dict[str, Any]) -> Markup | None:
    found = measured(comparison)
    if not found:
        return None
    return section(
        "errors", "How sure are the differences?", means(comparison), ranking(comparison)
    )


def means(comparison: dict[str, Any]) -> Markup:
    digits = decimals(comparison)
    intervals = [interval(e, digits) for e in measured(comparison)]
    guess = comparison.get("majority_error")
    reference = Reference("always the largest class", 100 * guess) if is_number(guess) else None

    def draw(width: float) -> Markup:
        return error_bars(
            intervals, title="Test error of each learner", x_label="test error in %",
            reference=reference, limit=limit(comparison), width=width,
        )  # fmt: skip

    far = limit(comparison) is not None
    guessing = "arrows point at errors far outside" if far else "the dashed line is guessing"
    caption = (
        "Marks are means, bars one standard error either side, fine ticks the single tests; "
        f"{guessing}."
    )
    return figure("Test error of each learner", caption, draw)


def limit(comparison: dict[str, Any]) -> float | None:
    """Where to cut the axis so that learners far worse do not squeeze the others together."""
    drawn = [interval(e, 1) for e in measured(comparison)]
    good = [interval(e, 1) for e in better_than_guessing(comparison)]
    end = max(max([i.mean + i.spread, *i.values]) for i in good)
    return end if max(i.mean for i in drawn) > 2 * end else None


def ranking(comparison: dict[str, Any]) -> Markup | None:
    found = [e for e in measured(comparison) if is_number(e.get("rank"))]
    if len(found) < 2:
        return None
    critical = comparison.get("critical_difference")
    placed = [ranked(e) for e in sorted(found, key=lambda e: e["rank"])]

    def draw(width: float) -> Markup:
        return ranks(
            placed, critical=critical if is_number(critical) else None, title="Mean ranks",
            x_label="mean rank", band_label="not distinguishable from the best rank", width=width,
        )  # fmt: skip

    caption = "In every test the learners are ranked by their error, 1 for the lowest. "
    if is_number(critical):
        caption += (
            f"Ranks inside the shaded band, {critical:.2f} wide (the critical difference at the "
            "5 % level), cannot be told from the best."
        )
    return figure("Mean ranks", caption, draw)


def ranked(entry: Entry) -> Interval:
    group = "ours" if entry.get("ours") else "theirs"
    tip = f"{label(entry)}: mean rank {entry['rank']:.2f}"
    return Interval(label(entry), entry["rank"], 0.0, (), group, tip)
