"""Charts of the errors and ranks of all learners."""

from typing import Any

from rosenblatt.report.charts import Interval, Reference, error_bars, ranks
from rosenblatt.report.figure import figure
from rosenblatt.report.markup import Markup
from rosenblatt.report.number_text import is_number
from rosenblatt.report.page import section
from rosenblatt.report.verdicts import (
    EntryDict,
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
        "errors", "How certain are the differences?", means(comparison), ranking(comparison)
    )


def means(comparison: dict[str, Any]) -> Markup:
    digits = decimals(comparison)
    intervals = [interval(e, digits) for e in measured(comparison)]
    guess = comparison.get("majority_error")
    reference = Reference("guessing the largest class", 100 * guess) if is_number(guess) else None

    def draw(width: float) -> Markup:
        return error_bars(
            intervals, title="Test error of each learner", x_label="test error in %",
            reference=reference, limit=limit(comparison), width=width,
        )  # fmt: skip

    far = limit(comparison) is not None
    last = "arrows point to errors beyond the axis" if far else "the dashed line is guessing"
    caption = (
        "Markers show means, bars one standard error on either side, fine ticks single splits; "
        f"{last}."
    )
    return figure("Test error of each learner", caption, draw)


def limit(comparison: dict[str, Any]) -> float | None:
    """Where the axis ends if far worse learners would squeeze the others together."""
    drawn = [interval(e, 1) for e in measured(comparison)]
    good = [interval(e, 1) for e in better_than_guessing(comparison)]
    end = max(max([i.mean + i.spread, *i.values]) for i in good)
    return end if max(i.mean for i in drawn) > 2 * end else None


def ranking(comparison: dict[str, Any]) -> Markup | None:
    found = [e for e in measured(comparison) if is_number(e.get("rank"))]
    if len(found) < 2:
        return None
    placed = [ranked(e) for e in sorted(found, key=lambda e: e["rank"])]

    def draw(width: float) -> Markup:
        return ranks(
            placed, title="Mean ranks", x_label="mean rank", width=width,
        )  # fmt: skip

    caption = "In each split, learners are ranked by error; 1 is the lowest."
    return figure("Mean ranks", caption, draw)


def ranked(entry: EntryDict) -> Interval:
    group = "ours" if entry.get("ours") else "theirs"
    tip = f"{label(entry)}: mean rank {entry['rank']:.2f}"
    return Interval(label(entry), entry["rank"], 0.0, (), group, tip)
