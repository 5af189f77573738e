"""Tables of paired comparisons: learners on the same splits of several data sets."""

from collections.abc import Mapping, Sequence

import numpy as np

PairedErrors = dict[tuple[str, str], np.ndarray]  # by data set and learner, one value per split
RIVALS = ("averaged", "soft SVM")


def report(rows: Sequence[Mapping[str, str]], sets: Sequence[str], learners: Sequence[str]) -> str:
    """Test errors, training errors, and the differences of the first learner to all others.

    A split of a data set is used only if every learner was measured on it, so that all differences
    are paired.
    """
    test, train = (errors_of(rows, kind, sets, learners) for kind in ("test", "train"))
    splits = min(len(values) for values in test.values())
    if splits < 2:
        return "there are not enough splits with all learners for a table."
    parts = (
        f"Test error in %, mean of {splits} splits",
        mean_table(test, sets, learners),
        "Training error in %",
        mean_table(train, sets, learners),
        f"Test error of {learners[0]} minus that of the others, ± standard error",
        difference_table(test, sets, learners),
        "Counts of sets",
        *(verdict(test, train, sets, learners[0], rival) for rival in RIVALS),
    )
    return "\n\n".join(parts)


def errors_of(
    rows: Sequence[Mapping[str, str]], kind: str, sets: Sequence[str], learners: Sequence[str]
) -> PairedErrors:
    found = {(row["set"], row["learner"], int(row["split"])): float(row[kind]) for row in rows}
    splits = sorted({key[2] for key in found})
    shared = {
        name: [s for s in splits if all((name, who, s) in found for who in learners)]
        for name in sets
    }
    return {
        (name, who): np.array([found[name, who, s] for s in shared[name]])
        for name in sets
        for who in learners
    }


def mean_table(errors: PairedErrors, sets: Sequence[str], learners: Sequence[str]) -> str:
    lines = []
    for who in learners:
        means = [errors[name, who].mean() for name in sets]
        lines.append([who, *(f"{m:.2f}" for m in means), f"{np.mean(means):.2f}"])
    return markdown(["", *sets, "mean"], lines)


def difference_table(errors: PairedErrors, sets: Sequence[str], learners: Sequence[str]) -> str:
    """The last column is the mean over data sets; its standard error is that over splits."""
    lines = []
    for who in learners[1:]:
        pairs = [mean_and_error(errors[name, learners[0]] - errors[name, who]) for name in sets]
        overall = np.mean([p[0] for p in pairs]), np.hypot.reduce([p[1] for p in pairs]) / len(sets)
        lines.append([who, *(f"{gap:+.2f} ± {error:.2f}" for gap, error in [*pairs, overall])])
    return markdown(["", *sets, "mean"], lines)


def mean_and_error(values: np.ndarray) -> tuple[float, float]:
    return float(values.mean()), float(values.std(ddof=1) / np.sqrt(len(values)))


def verdict(
    test: PairedErrors, train: PairedErrors, sets: Sequence[str], ours: str, rival: str
) -> str:
    pairs = [mean_and_error(test[name, ours] - test[name, rival]) for name in sets]
    gain = [train[name, rival].mean() - train[name, ours].mean() for name in sets]
    return (
        f"- {ours} against {rival}: test error lower or within two standard errors on "
        f"{sum(gap <= 2 * error for gap, error in pairs)} of {len(sets)} sets, "
        f"within two on either side on {sum(abs(gap) <= 2 * error for gap, error in pairs)}, "
        f"training error lower on {sum(g > 0 for g in gain)}."
    )


def markdown(head: Sequence[str], lines: Sequence[Sequence[str]]) -> str:
    rule = ["---", *["---:"] * (len(head) - 1)]
    return "\n".join("| " + " | ".join(line) + " |" for line in [head, rule, *lines])
