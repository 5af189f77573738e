"""The top of the report: summary and key numbers."""

from typing import Any

from rosenblatt.judgement import WORSE
from rosenblatt.report.markup import Markup, element
from rosenblatt.report.metric_text import loss, metric_of
from rosenblatt.report.number_text import count, duration, is_number, plural
from rosenblatt.report.page import key_numbers
from rosenblatt.report.verdicts import decimals, guess_of, measured, verdict_of


def size(comparison: dict[str, Any]) -> str:
    """The line below the title: numbers of rows, features and classes."""
    parts = [
        plural(comparison["n_rows"], "row") if is_number(comparison.get("n_rows")) else "",
        plural(comparison["n_features"], "feature")
        if is_number(comparison.get("n_features"))
        else "",
        plural(len(comparison["classes"]), "class").replace("classs", "classes")
        if comparison.get("classes")
        else "",
    ]
    return " · ".join(filter(None, parts))


def summary(comparison: dict[str, Any]) -> Markup | None:
    sentences = comparison.get("summary") or []
    paragraphs = [element("p", sentence) for sentence in sentences]
    return element("div", *paragraphs, class_="summary") if paragraphs else None


def numbers(comparison: dict[str, Any]) -> Markup:
    """The lowest error, the error of guessing, how many learners are worse, the time."""
    found = measured(comparison)
    pairs = []
    if found:
        metric = metric_of(comparison)
        unit, name = ("\u202f%", metric.title.removeprefix("test ")) if metric.percent else ("", "")
        best = loss(found[0]["mean"], metric, decimals(comparison)) + unit
        pairs += [(best, f"lowest {name or metric.title}"), number_worse(comparison)]
        guess = guess_of(comparison)
        if guess is not None:
            shown = loss(guess, metric) + unit
            pairs.insert(1, (shown, f"{name or metric.title} of always guessing the largest class"))
    if is_number(comparison.get("seconds")):
        pairs.append((duration(comparison["seconds"]), "measuring time"))
    return key_numbers(pairs)


def number_worse(comparison: dict[str, Any]) -> tuple[str, str]:
    found = measured(comparison)
    worse = sum(verdict_of(comparison, e) == WORSE for e in found)
    if comparison.get("differences"):
        return f"{worse} of {len(found)}", "learners worse than the best"
    return count(len(found)), "learners measured" if len(found) != 1 else "learner measured"
