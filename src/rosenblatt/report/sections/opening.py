"""What a reader should know after half a minute: sentences, then a few numbers."""

from typing import Any

from rosenblatt.report.markup import Markup, element
from rosenblatt.report.numerals import count, duration, is_number, percent, plural
from rosenblatt.report.page import facts
from rosenblatt.report.standing import decimals, measured, standing


def deck(comparison: dict[str, Any]) -> str:
    """The line below the headline: how large the problem is."""
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
    """Best error, the error of guessing, how many are level with the best, time."""
    found = measured(comparison)
    pairs = []
    if found:
        best = percent(found[0]["mean"], decimals(comparison))
        pairs += [(best, "lowest error"), level(comparison)]
    if is_number(comparison.get("majority_error")):
        guess = percent(comparison["majority_error"])
        pairs.insert(1, (guess, "error of always guessing the largest class"))
    if is_number(comparison.get("seconds")):
        pairs.append((duration(comparison["seconds"]), "taken to measure"))
    return facts(pairs)


def level(comparison: dict[str, Any]) -> tuple[str, str]:
    found = measured(comparison)
    alike = sum(standing(comparison, e) in ("best", "level") for e in found)
    if any(standing(comparison, e) for e in found[1:]):
        return f"{alike} of {len(found)}", "learners that cannot be told from the best"
    return count(len(found)), "learners measured" if len(found) != 1 else "learner measured"
