"""Confusion matrices of the leading learners."""

from typing import Any

from rosenblatt.report.charts import Cell, heatmap
from rosenblatt.report.figure import small_figure
from rosenblatt.report.markup import Markup, clean, element, isolated_name, join
from rosenblatt.report.number_text import count, percent
from rosenblatt.report.page import intro, section
from rosenblatt.report.verdicts import EntryDict, label, measured

LEADERS = 2
MOST = 30  # classes in one matrix


def confusion(comparison: dict[str, Any]) -> Markup | None:
    classes = [clean(c) for c in comparison.get("classes") or []]
    found = [e for e in measured(comparison) if fits(e.get("confusion"), len(classes))]
    if not found:
        return None
    text = intro(
        "Rows are the true classes, columns the predicted ones; every test row is predicted by a "
        "model that was not trained on it. Blue is correct, orange wrong; the stronger the colour, "
        "the larger the fraction of the true class."
    )
    matrices = [matrix_figure(e, classes) for e in found[:LEADERS]]
    return section(
        "confusion", "Which classes are confused?", text, element("div", *matrices, class_="pair")
    )


def fits(matrix: Any, size: int) -> bool:
    return bool(matrix) and len(matrix) == size and all(len(row) == size for row in matrix)


def matrix_figure(entry: EntryDict, classes: list[str]) -> Markup:
    matrix = entry["confusion"]
    shown = most_confused(matrix)
    chart = heatmap(
        [[cell(matrix, classes, i, j) for j in shown] for i in shown],
        rows=[classes[i] for i in shown], columns=[classes[j] for j in shown],
        title=f"Confusion matrix of {label(entry)[:80]}",
        row_label="true", column_label="predicted", width=width_for(len(shown)),
    )  # fmt: skip
    return small_figure(label(entry)[:120], caption(matrix, classes, len(shown)), chart)


def width_for(classes: int) -> float:
    return 343.0 if classes <= 12 else 440.0


def most_confused(matrix: list[list[int]]) -> list[int]:
    """All classes, or those with the most errors if there are too many to show."""
    size = len(matrix)
    if size <= MOST:
        return list(range(size))
    wrong = [sum(matrix[i]) + sum(row[i] for row in matrix) - 2 * matrix[i][i] for i in range(size)]
    return sorted(sorted(range(size), key=lambda i: -wrong[i])[:MOST])


def cell(matrix: list[list[int]], classes: list[str], i: int, j: int) -> Cell:
    if not matrix[i][j]:
        return Cell("", 0.0, "")
    share = matrix[i][j] / max(sum(matrix[i]), 1)
    tip = f"{classes[i][:60]} taken for {classes[j][:60]}"
    tip = f"{classes[i][:60]} predicted correctly" if i == j else tip
    strength = share if i == j else -(share**0.5)
    return Cell(count(matrix[i][j]), strength, f"{tip}: {count(matrix[i][j])} ({percent(share)})")


def caption(matrix: list[list[int]], classes: list[str], shown: int) -> Markup:
    """The three most frequent mistakes."""
    size = len(matrix)
    cells = [(matrix[i][j], i, j) for i in range(size) for j in range(size) if i != j]
    top = sorted((c for c in cells if c[0]), key=lambda cell: -cell[0])[:3]
    if not top:
        return join("No row was misclassified.")
    mistakes = [mistake(n, classes[i], classes[j]) for n, i, j in top]
    only = f" Only the {shown} of {size} classes with the most errors are shown."
    listed = (mistakes[0], *[(", ", text) for text in mistakes[1:]])
    return join("Most frequent mistakes: ", *listed, ".", only if shown < size else "")


def mistake(times: int, truth: str, taken_for: str) -> Markup:
    return join(
        isolated_name(truth, 40), " taken for ", isolated_name(taken_for, 40), f" ({count(times)})"
    )
