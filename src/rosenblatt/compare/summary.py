"""The comparison in plain sentences."""

from __future__ import annotations

import numpy as np

from rosenblatt.compare.budget_plan import TOO_SLOW
from rosenblatt.compare.comparison import Comparison
from rosenblatt.compare.learner_list import MAJORITY
from rosenblatt.formatting import count, listing, loss_text, percent, plural, signed_points
from rosenblatt.judgement import BETTER, CANNOT_TELL, WORSE
from rosenblatt.metrics import METRICS

MOST_RECALLS, MOST_NAMED = 6, 6
CERTAINTY = "(5 % level, all pairs of learners together)"


def summarise(comparison: Comparison) -> list[str]:
    """Sentences on the best learner, its rivals, its gain, label noise, and the model kept."""
    sentences = [
        _best(comparison),
        _others(comparison),
        _gain(comparison),
        _never_recognised(comparison),
        _recalls(comparison),
        _reference(comparison),
        _noise(comparison),
        _fewer_rows(comparison),
        _too_slow(comparison),
        _failed(comparison),
        _tuning(comparison),
        _kept(comparison),
        _expected(comparison),
    ]
    return [sentence for sentence in sentences if sentence]


def _best(comparison: Comparison) -> str:
    best, folds, repeats = comparison.ranked[0], comparison.folds, comparison.repeats
    n_splits = len(best.errors)
    how = (
        plural(repeats, "random hold-out")
        if folds == 1
        else f"{folds}-fold cross-validation"
        + (f", repeated {repeats} times" if repeats > 1 else "")
    )
    if folds > 1 and n_splits < folds:
        how = f"{n_splits} of {folds} folds"
    rows, metric = plural(comparison.n_rows, "row"), METRICS[comparison.metric]
    value = loss_text(best.mean or 0.0, metric.percent)
    return f"Lowest {metric.title}: {best.label}, {value} ({how}, {rows})."


def _loss(comparison: Comparison) -> str:
    return "error" if comparison.metric == "error" else METRICS[comparison.metric].title


def _others(comparison: Comparison) -> str:
    best, *others = comparison.ranked
    if len(best.errors) < 2:
        return "A single split cannot tell which learners are worse."
    if not comparison.differences:
        none = "No other learner was trained on as many rows, so none is judged against it."
        return none if others else ""
    by_verdict: dict[str, list[str]] = {}
    for entry in others:
        by_verdict.setdefault(comparison.verdict(entry), []).append(entry.label)
    worse, unclear = by_verdict.get(WORSE, []), by_verdict.get(CANNOT_TELL, [])
    everybody = "All others" + ("" if "not judged" not in by_verdict else " with as many rows")
    if not unclear:
        return f"{everybody} are worse {CERTAINTY}."
    if not worse:
        return f"These rows cannot tell whether any of the others is worse {CERTAINTY}."
    rest = listing(unclear) if len(unclear) <= MOST_NAMED else f"the other {len(unclear)}"
    return f"Worse: {listing(worse)}. For {rest}, these rows cannot tell {CERTAINTY}."


def _gain(comparison: Comparison) -> str:
    best, guess = comparison.ranked[0], comparison.majority_error
    always = "always guessing the largest class"
    if best.name == MAJORITY:
        return f"No learner beats {always}, which is wrong on {percent(guess)} of the rows."
    if guess <= 0 or best.mean is None or comparison.metric != "error":
        return ""
    saved = f"{100 * (1 - best.mean / guess):.0f} %"
    guessing = [comparison.verdict(e) for e in comparison.ranked if e.name == MAJORITY]
    doubt = ", though that may be chance" if CANNOT_TELL in guessing else ""
    return (
        f"{always.capitalize()} is wrong on {percent(guess)} of the rows; the best learner avoids "
        f"{saved} of these errors{doubt}."
    )


def _never_recognised(comparison: Comparison) -> str:
    """A class that the kept learner never predicts where it is true."""
    if not comparison.chosen:
        return ""
    recalls = comparison.recalls(comparison.entry(comparison.chosen))
    never = [name for name, recall in recalls.items() if recall == 0]
    if not never:
        return ""
    others = [e for e in comparison.ranked if e.name != MAJORITY]
    hopeless = [n for n in never if all(comparison.recalls(e).get(n) == 0 for e in others)]
    label = comparison.entry(comparison.chosen).label
    who = "no learner" if set(hopeless) == set(never) else f"{label}, the learner kept, never"
    verb = "ever recognises" if who == "no learner" else "recognises"
    many = f"{listing(never[:4])}" + (f" and {len(never) - 4} more" if len(never) > 4 else "")
    noun = "the class" if len(never) == 1 else "the classes"
    hint = "" if comparison.metric == "balanced" else "; --metric balanced counts classes alike"
    return f"Mind that {who} {verb} {noun} {many}{hint}."


def _recalls(comparison: Comparison) -> str:
    if not comparison.chosen or comparison.chosen == MAJORITY:
        return ""
    kept = comparison.entry(comparison.chosen)
    recalls = comparison.recalls(kept)
    lowest = sorted(recalls, key=recalls.__getitem__)[:MOST_RECALLS]
    shown = [f"{percent(recalls[name], 0)} of {name}" for name in lowest]
    rest = len(recalls) - len(shown)
    more = f"; {plural(rest, 'other class')} above that".replace("classs", "classes")
    balanced = percent(kept.measures["balanced"]["mean"]) if "balanced" in kept.measures else ""
    mean = f" (balanced error {balanced})" if balanced else ""
    name = f"{kept.label[:1].upper()}{kept.label[1:]}"
    return f"{name} recognises {listing(shown)}{more if rest else ''}{mean}."


def _reference(comparison: Comparison) -> str:
    """Whether trees would do better."""
    sentences = []
    for entry in comparison.references:
        verdict, metric = comparison.verdict(entry), METRICS[comparison.metric]
        answer = {
            BETTER: "they would do better than any learner here",
            WORSE: "they would do worse than the best",
            CANNOT_TELL: "these rows cannot tell whether they would do better",
        }.get(verdict, "not judged")
        value = loss_text(entry.mean or 0.0, metric.percent)
        sentences.append(f"For reference, untuned {entry.label} have {value}: {answer}.")
    return " ".join(sentences)


def _tuning(comparison: Comparison) -> str:
    if comparison.tune:
        names = [e.label for e in comparison.ranked if e.tuned]
        return (
            f"Tuned within each training set: {listing(names)}; the others were not tuned."
            if names
            else "None of these learners has anything to tune."
        )
    return "Nothing was tuned; --tune chooses margin, C and the like within each training set."


def _noise(comparison: Comparison) -> str:
    if not comparison.noise:
        return ""
    level = f"{comparison.noise:g}"
    noisy = [e for e in comparison.ranked if e.name != MAJORITY and level in e.noisy_errors]
    if not noisy:
        return ""
    means = {e.label: float(np.mean(e.noisy_errors[level])) for e in noisy}
    metric = METRICS[comparison.metric]
    changes = {e.label: means[e.label] - (e.mean or 0.0) for e in noisy}
    best, steadiest = min(means, key=means.__getitem__), min(changes, key=changes.__getitem__)
    least_steady = max(changes, key=changes.__getitem__)
    change = signed_points if metric.percent else "{:+.3f}".format
    least = f"changes least ({change(changes[steadiest])})"
    least = f" and {least}" if best == steadiest else f"; {steadiest} {least}"
    most = f"{least_steady} changes most ({change(changes[least_steady])})"
    return (
        f"With {100 * comparison.noise:g} % of the training labels wrong, {best} is best "
        f"({loss_text(means[best], metric.percent)}){least}; {most}."
    )


def _fewer_rows(comparison: Comparison) -> str:
    fewer = [e for e in comparison.ranked if e.subsample and e.name != MAJORITY]
    names = [f"{e.label} ({count(e.subsample or 0)} rows)" for e in fewer]
    if not names:
        return ""
    return (
        "Trained on fewer rows to stay within the budget, and likely to do better on all of them: "
        f"{listing(names)}."
    )


def _too_slow(comparison: Comparison) -> str:
    slow = [e.label for e in comparison.entries if e.failed and e.failed.startswith(TOO_SLOW)]
    hint = "allow more time with --budget"
    return f"Too slow for the budget: {listing(slow)}; {hint}." if slow else ""


def _failed(comparison: Comparison) -> str:
    failed = [e for e in comparison.entries if e.failed and not e.failed.startswith(TOO_SLOW)]
    reasons = [f"{e.label} ({e.failed})" for e in failed]
    return f"Not measured: {listing(reasons)}." if reasons else ""


def _kept(comparison: Comparison) -> str:
    if not comparison.chosen:
        return ""
    if comparison.chosen == MAJORITY:
        return "Only the majority class could be measured; allow more time with --budget."
    kept = comparison.entry(comparison.chosen)
    best = next(e for e in comparison.ranked if e.name != MAJORITY)
    if kept.name == best.name:
        return f"Model kept: {kept.label}, the learner with the lowest error."
    return (
        f"Model kept: {kept.label}, a single hyperplane whose {_loss(comparison)} is "
        f"within one standard error of that of {best.label}."
    )


def _expected(comparison: Comparison) -> str:
    """On how many rows the model was fitted, and what to expect of it."""
    if not comparison.model_rows or comparison.expected_error is None:
        return ""
    low, high = (percent(end) for end in comparison.expected_error)
    whole = comparison.model_rows == comparison.n_rows
    rows = f"all {count(comparison.n_rows)}" if whole else (
        f"{count(comparison.model_rows)} of the {count(comparison.n_rows)}"
    )  # fmt: skip
    return (
        f"It was fitted to {rows} rows. On new rows of the same kind, expect an error between "
        f"{low} and {high} (95 %)."
    )
