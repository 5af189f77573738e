"""Confusion matrices of the leading learners."""

from typing import Any

from rosenblatt.report.charts import Cell, class_colour, heatmap
from rosenblatt.report.figure import small_figure
from rosenblatt.report.markup import Markup, clean, element, isolated_name, join
from rosenblatt.report.number_text import count, is_number, percent
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
        "Rows are the true classes, columns the predicted ones; every row of the table is "
        "predicted by a model that was not trained on it, and counts once"
        f"{averaged(comparison)}. A cell has the colour of the class that was predicted; the "
        "stronger, the larger the share of the true class. Cells off the diagonal are mistakes."
    )
    times = float(comparison.get("repeats") or 1)
    matrices = [matrix_figure(e, classes, times) for e in found[:LEADERS]]
    return section(
        "confusion", "Which classes are confused?", text, element("div", *matrices, class_="pair")
    )


def averaged(comparison: dict[str, Any]) -> str:
    repeats = comparison.get("repeats")
    return f" (means over {count(repeats)} repeats)" if is_number(repeats) and repeats > 1 else ""


def fits(matrix: Any, size: int) -> bool:
    return bool(matrix) and len(matrix) == size and all(len(row) == size for row in matrix)


def matrix_figure(entry: EntryDict, classes: list[str], times: float) -> Markup:
    matrix = [[n / times for n in row] for row in entry["confusion"]]
    shown = most_confused(matrix)
    chart = heatmap(
        [[cell(matrix, classes, i, j) for j in shown] for i in shown],
        rows=[classes[i] for i in shown], columns=[classes[j] for j in shown],
        title=f"Confusion matrix of {label(entry)[:80]}",
        row_label="true", column_label="predicted", width=width_for(len(shown)),
        colours=[class_colour(i) for i in shown],
    )  # fmt: skip
    return small_figure(label(entry)[:120], caption(matrix, classes, len(shown)), chart)


def width_for(classes: int) -> float:
    return 343.0 if classes <= 12 else 440.0


def most_confused(matrix: list[list[float]]) -> list[int]:
    """All classes, or those with the most errors if there are too many to show."""
    size = len(matrix)
    if size <= MOST:
        return list(range(size))
    wrong = [sum(matrix[i]) + sum(row[i] for row in matrix) - 2 * matrix[i][i] for i in range(size)]
    return sorted(sorted(range(size), key=lambda i: -wrong[i])[:MOST])


def cell(matrix: list[list[float]], classes: list[str], i: int, j: int) -> Cell:
    if not matrix[i][j]:
        return Cell("", 0.0, "")
    share = matrix[i][j] / (sum(matrix[i]) or 1)
    tip = f"{classes[i][:60]} taken for {classes[j][:60]}"
    tip = f"{classes[i][:60]} predicted correctly" if i == j else tip
    strength, rows = share if i == j else share**0.5, rows_text(matrix[i][j])
    return Cell(rows, strength, f"{tip}: {rows} ({percent(share)})", class_colour(j))


def rows_text(number: float) -> str:
    """A number of rows, which is a mean over repeats.

    >>> rows_text(12.0), rows_text(3.4), rows_text(0.02), rows_text(25.6)
    ('12', '3.4', '<0.1', '26')
    """
    if number == int(number) or number >= 10:
        return count(round(number))
    return f"{number:.1f}" if number >= 0.05 else "<0.1"


def caption(matrix: list[list[float]], classes: list[str], shown: int) -> Markup:
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


def mistake(times: float, truth: str, taken_for: str) -> Markup:
    names = isolated_name(truth, 40), " taken for ", isolated_name(taken_for, 40)
    return join(*names, f" ({rows_text(times)})")
