"""The comparison in plain sentences."""

from __future__ import annotations

import numpy as np

from rosenblatt.compare.comparison import Comparison, Entry
from rosenblatt.compare.learners import MAJORITY
from rosenblatt.compare.plan import TOO_SLOW
from rosenblatt.formatting import count, listing, percent, plural


def summarise(found: Comparison) -> list[str]:
    """Say who wins, who is level with it, what it gains, how it bears noise, what is kept."""
    sentences = [
        _winner(found),
        _level(found),
        _gain(found),
        _noise(found),
        _short_of_rows(found),
        _too_slow(found),
        _absent(found),
        _kept(found),
    ]
    return [sentence for sentence in sentences if sentence]


def level_with_best(found: Comparison) -> list[Entry]:
    """Entries whose difference to the best is not significant."""
    same = {d["b"] for d in found.differences if not d["significant"]}
    return [entry for entry in found.ranked if entry.name in same]


def _winner(found: Comparison) -> str:
    best = found.ranked[0]
    tests = len(best.errors)
    how = (
        plural(found.repeats, "random hold-out")
        if found.folds == 1
        else f"{found.folds}-fold cross-validation"
        + (f", repeated {found.repeats} times" if found.repeats > 1 else "")
    )
    if found.folds > 1 and tests < found.folds:
        how = f"{tests} of {found.folds} folds"
    rows = plural(found.n_rows, "row")
    return f"Lowest test error: {best.label}, {percent(best.mean or 0.0)} ({how}, {rows})."


def _level(found: Comparison) -> str:
    best, *others = found.ranked
    if len(best.errors) < 2:
        return "One split alone cannot tell which differences are chance."
    if not found.differences:
        return "Nobody else had as many rows, so nobody is judged." if others else ""
    level = [e.label for e in level_with_best(found) if e.name != MAJORITY]
    test = "(corrected resampled t-test, Holm, 5 %)"
    judged = {d["b"] for d in found.differences}
    all_others = "All others" if len(judged) == len(others) else "All others with as many rows"
    if not level:
        return f"{all_others} are significantly worse {test}."
    if len(level) == sum(e.name != MAJORITY for e in others):
        return f"The other learners are level with it: the differences may be chance {test}."
    return f"Level with it, within chance: {listing(level)} {test}."


def _gain(found: Comparison) -> str:
    best, guess = found.ranked[0], found.majority_error
    if best.name == MAJORITY:
        return f"No learner beats guessing the largest class, which errs in {percent(guess)}."
    if guess <= 0 or best.mean is None:
        return ""
    saved = f"{100 * (1 - best.mean / guess):.0f} %"
    chance = best.mean + 2 * (best.standard_error or 0.0) > guess
    doubt = ", which may be chance" if chance else ""
    return (
        f"Guessing the largest class errs in {percent(guess)}: the best learner avoids {saved} "
        f"of these errors{doubt}."
    )


def _noise(found: Comparison) -> str:
    if not found.noise:
        return ""
    level = f"{found.noise:g}"
    noisy = [e for e in found.ranked if e.name != MAJORITY and level in e.noisy_errors]
    if not noisy:
        return ""
    means = {e.label: float(np.mean(e.noisy_errors[level])) for e in noisy}
    rises = {e.label: means[e.label] - (e.mean or 0.0) for e in noisy}
    best, steady = min(means, key=means.__getitem__), min(rises, key=rises.__getitem__)
    shaky = max(rises, key=rises.__getitem__)
    changes = f"changes least ({points(rises[steady])})"
    least = f" and {changes}" if best == steady else f"; {steady} {changes}"
    return (
        f"With {100 * found.noise:g} % of the training labels wrong, {best} is best "
        f"({percent(means[best])}){least}; {shaky} changes most ({points(rises[shaky])})."
    )


def points(difference: float) -> str:
    """A difference of errors in percentage points."""
    return f"{100 * difference:+.1f} points"


def _short_of_rows(found: Comparison) -> str:
    short = [e for e in found.ranked if e.subsample and e.name != MAJORITY]
    held = [f"{e.label} ({count(e.subsample or 0)} rows)" for e in short]
    if not held:
        return ""
    return (
        "Trained on fewer rows to keep within the budget, and likely to do better with all: "
        f"{listing(held)}."
    )


def _too_slow(found: Comparison) -> str:
    slow = [e.label for e in found.entries if e.failed and e.failed.startswith(TOO_SLOW)]
    return f"Too slow for the budget: {listing(slow)}; a larger one measures more." if slow else ""


def _absent(found: Comparison) -> str:
    gone = [e for e in found.entries if e.failed and not e.failed.startswith(TOO_SLOW)]
    reasons = [f"{e.label} ({e.failed})" for e in gone]
    return f"Not measured: {listing(reasons)}." if reasons else ""


def _kept(found: Comparison) -> str:
    if not found.chosen:
        return ""
    if found.chosen == MAJORITY:
        return "No learner but the majority could be measured; give more time with --budget."
    kept, best = found.entry(found.chosen), next(e for e in found.ranked if e.name != MAJORITY)
    if kept.name == best.name:
        return f"The model kept: {kept.label}, the learner of lowest error."
    return (
        f"The model kept: {kept.label}, one hyperplane whose error is within one standard error "
        f"of that of {best.label}."
    )
