"""The lecture's figures, from the rows of their tasks."""

from collections.abc import Callable
from typing import Any

from rosenblatt.lab import Task
from rosenblatt.reproduce.bloch.drawing import (
    as_svg,
    circle_among_points,
    line_among_squares,
    lines_among_points,
    margins_of_the_last,
    soft_lines,
    with_normal_vector,
)
from rosenblatt.reproduce.bloch.lecture_rows import LARGE, SMALL
from rosenblatt.reproduce.paper import Figure


def rows(function: str, **arguments: Any) -> Callable[[int | None, bool], list[Task]]:
    """One task, whatever the number of repetitions."""

    def tasks(splits: int | None, quick: bool) -> list[Task]:
        return [Task(f"rosenblatt.reproduce.bloch.lecture_rows:{function}", arguments)]

    return tasks


FIGURES = (
    Figure(
        "1", "A linearly separable data set",
        "A separating hyperplane H with its normal vector w, and the distance of Lemma 1.2.",
        rows("separating_line"), as_svg(with_normal_vector),
    ),
    Figure(
        "2", "One update of the algorithm",
        "The ringed row is learned: not only the slope of the hyperplane changes, but its offset.",
        rows("one_update"), as_svg(lines_among_points),
    ),
    Figure(
        "3", "Two separating hyperplanes",
        "H1 is where the algorithm ended, H2 has the widest margin (dashed; its support vectors "
        "are ringed).",
        rows("two_hyperplanes"), as_svg(margins_of_the_last),
    ),
    Figure(
        "4a", f"Soft margin, C = {SMALL:g}",
        "A small C gives a wide margin and ignores the outlier, which is crossed out as wrong.",
        rows("soft_margin", penalty=SMALL), as_svg(soft_lines),
    ),
    Figure(
        "4b", f"Soft margin, C = {LARGE:g}",
        "A large C gives a narrow margin, to get every row right.",
        rows("soft_margin", penalty=LARGE), as_svg(soft_lines),
    ),
    Figure(
        "5a", "Rows that no hyperplane separates",
        "The rule x1^2 + x2^2 >= 1, and what a perceptron on the squares of the features learned.",
        rows("feature_map", mapped=False), as_svg(circle_among_points),
    ),
    Figure(
        "5b", "The same rows after the feature map (x1^2, x2^2)",
        "The rule has become a hyperplane, and the perceptron has separated the rows.",
        rows("feature_map", mapped=True), as_svg(line_among_squares),
    ),
)  # fmt: skip
