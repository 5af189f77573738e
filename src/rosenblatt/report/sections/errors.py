"""Charts of the errors and ranks of all learners."""

from typing import Any

from rosenblatt.report.charts import Interval, Reference, error_bars, ranks
from rosenblatt.report.figure import figure
from rosenblatt.report.markup import Markup
from rosenblatt.report.metric_text import axis_title, factor, metric_of
from rosenblatt.report.number_text import is_number
from rosenblatt.report.page import section
from rosenblatt.report.verdicts import (
    EntryDict,
    better_than_guessing,
    decimals,
    guess_of,
    interval,
    label,
    measured,
    references,
)

FEWEST_SPLITS = 5


def errors(comparison: dict[str, Any]) -> Markup | None:
    found = measured(comparison)
    if not found:
        return None
    return section(
        "errors", "How certain are the differences?", means(comparison), ranking(comparison)
    )


def means(comparison: dict[str, Any]) -> Markup:
    digits, metric = decimals(comparison), metric_of(comparison)
    shown = [*measured(comparison), *references(comparison)]
    intervals = [interval(e, digits, metric) for e in shown]
    guess, title = guess_of(comparison), f"{metric.title[:1].upper()}{metric.title[1:]}"
    reference = None
    if guess is not None:
        reference = Reference("guessing the largest class", factor(metric) * guess)

    def draw(width: float) -> Markup:
        return error_bars(
            intervals, title=f"{title} of each learner", x_label=axis_title(metric),
            reference=reference, limit=limit(comparison), width=width,
        )  # fmt: skip

    far = limit(comparison) is not None
    last = "arrows point to errors beyond the axis" if far else "the dashed line is guessing"
    caption = (
        "Markers show means, bars one standard error on either side, fine ticks single splits; "
        f"{last}."
    )
    return figure(f"{title} of each learner", caption, draw)


def limit(comparison: dict[str, Any]) -> float | None:
    """Where the axis ends if far worse learners would squeeze the others together."""
    metric = metric_of(comparison)
    drawn = [interval(e, 1, metric) for e in measured(comparison)]
    good = [interval(e, 1, metric) for e in better_than_guessing(comparison)]
    end = max(max([i.mean + i.spread, *i.values]) for i in good)
    return end if max(i.mean for i in drawn) > 2 * end else None


def ranking(comparison: dict[str, Any]) -> Markup | None:
    """Mean ranks, where they tell something else than the errors."""
    found = [e for e in measured(comparison) if is_number(e.get("rank"))]
    splits = min((len(e.get("errors") or []) for e in found), default=0)
    if splits < FEWEST_SPLITS or not disagree([e["rank"] for e in found]):
        return None
    placed = [ranked(e) for e in sorted(found, key=lambda e: e["rank"])]

    def draw(width: float) -> Markup:
        return ranks(
            placed, title="Mean ranks", x_label="mean rank", width=width,
        )  # fmt: skip

    caption = (
        "In each split, learners are ranked by error; 1 is the lowest. The order differs from that "
        "of the errors: some learners lose much in few splits, others little in many."
    )
    return figure("Mean ranks", caption, draw)


def disagree(ranks: list[float]) -> bool:
    """Whether some learner is a whole rank out of the order of the errors.

    >>> disagree([1.2, 2.0, 3.1]), disagree([2.6, 1.2, 3.1])
    (False, True)
    """
    return any(earlier >= later + 1 for k, later in enumerate(ranks) for earlier in ranks[:k])


def ranked(entry: EntryDict) -> Interval:
    group = "ours" if entry.get("ours") else "theirs"
    tip = f"{label(entry)}: mean rank {entry['rank']:.2f}"
    return Interval(label(entry), entry["rank"], 0.0, (), group, tip)
