"""How it was measured, so that a careful reader can believe it or not; and the notes."""

from typing import Any

from rosenblatt.report.markup import Markup, element
from rosenblatt.report.numerals import count, duration, is_number, percent, plural
from rosenblatt.report.page import section
from rosenblatt.report.standing import measured

TESTS = (
    "The best learner is tested against each other one by the corrected resampled t-test of the "
    "paired errors, which allows for training parts that overlap; p-values are adjusted by "
    "Holm’s method; significant means below 5 %."
)


def method(comparison: dict[str, Any]) -> Markup:
    parts = [
        ("Splits", splits(comparison)),
        ("Errors", "Share of test rows classified wrongly. Coding and scaling are learned from "
                   "the training part of each split alone."),
        ("Significance", TESTS if comparison.get("differences") else None),
        ("Ranks", ranks(comparison)),
        ("Wrong labels", noise(comparison)),
        ("Time", time(comparison)),
    ]  # fmt: skip
    kept = [(name, words) for name, words in parts if words]
    cells = [cell for n, w in kept for cell in (element("dt", n), element("dd", w))]
    return section("method", "How it was measured", element("dl", *cells, class_="how"))


def splits(comparison: dict[str, Any]) -> str | None:
    folds, repeats = comparison.get("folds"), comparison.get("repeats")
    if not is_number(folds):
        return None
    if folds == 1:
        return "A random part of the rows was held out for each test; all learners saw the same."
    times = f", {count(repeats)} times with new folds" if is_number(repeats) and repeats > 1 else ""
    tests = max([len(e.get("errors") or []) for e in measured(comparison)] or [0])
    made = f": {plural(tests, 'test')} of each learner" if tests else ""
    return f"Stratified {count(folds)}-fold cross-validation{times}{made}, all on the same splits."


def ranks(comparison: dict[str, Any]) -> str | None:
    critical = comparison.get("critical_difference")
    if not is_number(critical):
        return None
    return (
        f"Means over the tests; Nemenyi’s critical difference at the 5 % level is {critical:.2f}."
    )


def noise(comparison: dict[str, Any]) -> str | None:
    level = comparison.get("noise")
    if not is_number(level) or level <= 0:
        return None
    return f"Up to {percent(level, 0)} of the training labels were made wrong; test labels never."


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
