"""What ``rosenblatt inspect`` proves about a table, and about a model on it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from rich.console import Console

from rosenblatt.cli._printing import print_line, print_table

if TYPE_CHECKING:
    from rosenblatt.certificates import ErrorBound, Separability
    from rosenblatt.models import Model
    from rosenblatt.tables import Table

MOST_SUSPECTS = 10
MOST_VALUES = 2 * 10**7  # of the coded columns, for suspects: some seconds
MOST_CLASSES = 12  # each of them is a problem of its own


def show_separability(console: Console, table: Table, seconds: float) -> None:
    """Whether a hyperplane separates the classes, and how many errors none can go below."""
    from rosenblatt.tables import TableCoder

    labels = sorted(set(table.target.tolist()))
    if len(labels) < 2:
        return
    X = TableCoder(scale=False).fit(table).transform(table)
    print_line(console, "\nhyperplanes on the coded columns:")
    if len(labels) == 2:
        found, least = answers(X, table.target == labels[1], seconds)
        print_line(console, renamed(found.statement, labels))
        print_line(console, in_words(least, table.n_rows))
        return
    shown = labels[:MOST_CLASSES]
    rows = [
        [str(label), *in_columns(*answers(X, table.target == label, seconds / len(shown)))]
        for label in shown
    ]
    print_table(console, ["class against the rest", "separable", "errors at least"], rows)
    if len(labels) > len(shown):
        print_line(console, f"... and {len(labels) - len(shown)} more classes.")


def show_suspects(console: Console, table: Table) -> None:
    """The rows whose labels look wrong, the most suspicious first."""
    from rosenblatt.certificates import label_suspects
    from rosenblatt.tables import TableCoder

    labels, counts = np.unique([str(label) for label in table.target], return_counts=True)
    if len(labels) < 2:
        return
    X = TableCoder(scale=False).fit(table).transform(table)
    reason = why_no_suspects(X, labels, counts)
    if reason:
        print_line(console, f"\nno label suspects: {reason}")
        return
    given = np.array([str(label) for label in table.target])
    found = label_suspects(X, given, random_state=0)
    print_line(console, f"\n{found}")
    shown = found.ranking[:MOST_SUSPECTS].tolist()
    rows = [
        [str(row + 1), given[row], str(found.suggestions[row]),
         f"{found.probabilities[row]:.0%}", f"{found.false_discovery[k]:.0%}"]
        for k, row in enumerate(shown)
    ]  # fmt: skip
    headings = ["row", "label", "suggested", "P(wrong)", "right among the rows so far"]
    print_table(console, headings, rows)


def why_no_suspects(X: Any, labels: np.ndarray, counts: np.ndarray) -> str:
    if counts.min() < 2:
        return f"class {labels[counts.argmin()]} has one row only, so none can be held out."
    size = (X.nnz if hasattr(X, "nnz") else X.size) * (len(labels) if len(labels) > 2 else 1)
    if size > MOST_VALUES:
        return (
            f"{size:,} values of the coded columns (times classes) would take too long, at most "
            f"{MOST_VALUES:,} are examined; take a sample, or call label_suspects in Python."
        )
    return ""


def show_certificates(console: Console, model: Model, table: Table, seconds: float) -> None:
    """What can be proven about the hyperplanes of a model on these rows."""
    from rosenblatt.certificates import certify

    X, classes = model.coder.transform(table), model.estimator.classes_
    codes = {str(label): label for label in classes.tolist()}
    y = np.array([codes[str(label)] for label in table.target.tolist()])
    asked: list[Any] = [None] if len(classes) == 2 else classes.tolist()[:MOST_CLASSES]
    for positive in asked:
        try:
            found = certify(
                model.estimator, X, y, positive=positive, time_limit=seconds / len(asked)
            )
        except ValueError as reason:
            print_line(console, f"\nno certificate: {reason}")
            return
        print_line(console, f"\n{found}")


def answers(X: Any, positive: np.ndarray, seconds: float) -> tuple[Separability, ErrorBound]:
    from rosenblatt.certificates import error_lower_bound, separability

    return separability(X, positive), error_lower_bound(X, positive, time_limit=seconds)


def renamed(statement: str, labels: list[Any]) -> str:
    """With the names of the classes in place of False and True."""
    for old, new in (("class False", labels[0]), ("class True", labels[1])):
        statement = statement.replace(old, f"class {new}")
    return statement


def in_words(least: ErrorBound, n_rows: int) -> str:
    if least.errors == 0:
        return "Training errors: a hyperplane makes none." if least.complete else (
            "Training errors: no proof of a least number was found in the time given."
        )  # fmt: skip
    share = least.errors / n_rows
    return (
        f"Training errors: any hyperplane makes at least {least.errors:g}, {share:.2%} "
        f"({len(least.subsystems)} sets of rows with no row in common, none of them separable; "
        "proven in exact arithmetic)."
    )


def in_columns(found: Separability, least: ErrorBound) -> list[str]:
    answer = {True: "yes", False: "no", None: "not decided"}[found.separable]
    return [answer, f"{least.errors:g}"]
