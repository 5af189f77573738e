"""How the errors were measured, and the notes."""

from typing import Any

from rosenblatt.report.markup import Markup, element
from rosenblatt.report.metric_text import metric_of
from rosenblatt.report.number_text import count, duration, is_number, percent, plural
from rosenblatt.report.page import section
from rosenblatt.report.sections.errors import ranking
from rosenblatt.report.verdicts import measured

JUDGED = (
    "Each learner is judged against the best by the test rows on which only one of them is wrong, "
    "each row counted once, and by how much the difference varies between splits beyond that. "
    "Intervals hold for all pairs of learners together, with a probability of 95 %; a learner is "
    "worse if its interval excludes 0."
)


MEASURES = {
    "error": "The error: fraction of test rows classified wrongly.",
    "balanced": "The balanced error: the mean over the classes of the fraction classified wrongly.",
    "f1": "1 minus F1, the mean over the classes of the harmonic mean of precision and recall.",
    "auc": "1 minus the area under the ROC curve; of more than two classes the mean of one against "
    "the rest. Differences are judged by DeLong's components of the rows.",
    "logloss": "The log loss of probabilities. Scores are calibrated by a sigmoid that was learned "
    "from test rows of other splits; models with probabilities of their own keep them.",
}


def method(comparison: dict[str, Any]) -> Markup:
    parts = [
        ("Splits", splits(comparison)),
        ("Measure", MEASURES[metric_of(comparison).name]),
        ("Coding", "Coding and scaling are learned from the training rows of each split alone."),
        ("Verdicts", JUDGED if comparison.get("differences") else None),
        ("Ranks", ranks(comparison) if ranking(comparison) else None),
        ("Wrong labels", noise(comparison)),
        ("Time", time(comparison)),
    ]  # fmt: skip
    kept = [(name, text) for name, text in parts if text]
    cells = [cell for name, text in kept for cell in (element("dt", name), element("dd", text))]
    return section("method", "How it was measured", element("dl", *cells, class_="method"))


def splits(comparison: dict[str, Any]) -> str | None:
    folds, repeats = comparison.get("folds"), comparison.get("repeats")
    if not is_number(folds):
        return None
    if folds == 1:
        return "Random hold-outs, the same for all learners."
    many = is_number(repeats) and repeats > 1
    repeated = f", repeated {count(repeats)} times with new folds" if many else ""
    n_splits = max([len(e.get("errors") or []) for e in measured(comparison)] or [0])
    same = f"{plural(n_splits, 'split')}, the same for all learners"
    text = f"Stratified {count(folds)}-fold cross-validation{repeated}"
    return f"{text}: {same}." if n_splits else f"{text}."


def ranks(comparison: dict[str, Any]) -> str | None:
    ranked = any(is_number(entry.get("rank")) for entry in measured(comparison))
    return (
        "Means over the splits; they say nothing about how certain a difference is."
        if ranked
        else None
    )


def noise(comparison: dict[str, Any]) -> str | None:
    level = comparison.get("noise")
    if not is_number(level) or level <= 0:
        return None
    return f"Up to {percent(level, 0)} of the training labels were flipped, but no test labels."


def time(comparison: dict[str, Any]) -> str | None:
    taken, budget = comparison.get("seconds"), comparison.get("budget")
    if not is_number(taken):
        return None
    allowed = f" of a budget of {duration(budget)}" if is_number(budget) else ""
    return f"{duration(taken)}{allowed}. Fit and predict times are medians over the splits."


def notes(comparison: dict[str, Any]) -> Markup | None:
    found = comparison.get("notes") or []
    if not found:
        return None
    items = [element("li", str(note)[:1000]) for note in found]
    return section("notes", "Notes", element("ul", *items, class_="plain"))
