"""Which classes are taken for which, by the leading learners."""

from typing import Any

from rosenblatt.report.charts import Cell, heatmap
from rosenblatt.report.figure import small_figure
from rosenblatt.report.markup import Markup, clean, element, join, named
from rosenblatt.report.numerals import count, percent
from rosenblatt.report.page import lead, section
from rosenblatt.report.standing import Entry, label, measured

LEADERS = 2
MOST = 30  # classes in one picture


def confusion(comparison: dict[str, Any]) -> Markup | None:
    classes = [clean(c) for c in comparison.get("classes") or []]
    found = [e for e in measured(comparison) if fits(e.get("confusion"), len(classes))]
    if not found:
        return None
    words = lead(
        "Lines are the true classes, columns the predicted ones; every test row is predicted by a "
        "model that had not seen it. Blue is right, orange wrong; the stronger, the larger the "
        "share of the true class."
    )
    pictures = [picture(e, classes) for e in found[:LEADERS]]
    return section(
        "confusion", "Which classes are confused?", words, element("div", *pictures, class_="pair")
    )


def fits(matrix: Any, size: int) -> bool:
    return bool(matrix) and len(matrix) == size and all(len(row) == size for row in matrix)


def picture(entry: Entry, classes: list[str]) -> Markup:
    matrix = entry["confusion"]
    shown = busiest(matrix)
    drawn = heatmap(
        [[field(matrix, classes, i, j) for j in shown] for i in shown],
        rows=[classes[i] for i in shown], columns=[classes[j] for j in shown],
        title=f"Confusion matrix of {label(entry)[:80]}",
        row_label="true", column_label="predicted", width=wide_enough(len(shown)),
    )  # fmt: skip
    return small_figure(label(entry)[:120], remark(matrix, classes, len(shown)), drawn)


def wide_enough(classes: int) -> float:
    return 343.0 if classes <= 12 else 440.0


def busiest(matrix: list[list[int]]) -> list[int]:
    """All classes, or those with most errors where there are too many for one picture."""
    size = len(matrix)
    if size <= MOST:
        return list(range(size))
    wrong = [sum(matrix[i]) + sum(row[i] for row in matrix) - 2 * matrix[i][i] for i in range(size)]
    return sorted(sorted(range(size), key=lambda i: -wrong[i])[:MOST])


def field(matrix: list[list[int]], classes: list[str], i: int, j: int) -> Cell:
    if not matrix[i][j]:
        return Cell("", 0.0, "")
    share = matrix[i][j] / max(sum(matrix[i]), 1)
    tip = f"{classes[i][:60]} taken for {classes[j][:60]}"
    tip = f"{classes[i][:60]} recognised" if i == j else tip
    strength = share if i == j else -(share**0.5)
    return Cell(count(matrix[i][j]), strength, f"{tip}: {count(matrix[i][j])} ({percent(share)})")


def remark(matrix: list[list[int]], classes: list[str], shown: int) -> Markup:
    """The three most frequent mistakes in words."""
    size = len(matrix)
    cells = [(matrix[i][j], i, j) for i in range(size) for j in range(size) if i != j]
    top = sorted((c for c in cells if c[0]), key=lambda cell: -cell[0])[:3]
    if not top:
        return join("No row was taken for another class.")
    words = [mistake(n, classes[i], classes[j]) for n, i, j in top]
    hidden = f" The {shown} classes with most errors of {size} are drawn." if shown < size else ""
    return join("Most often taken: ", words[0], *[(", ", w) for w in words[1:]], ".", hidden)


def mistake(times: int, truth: str, taken_for: str) -> Markup:
    return join(named(truth, 40), " for ", named(taken_for, 40), f" ({count(times)})")
