"""The figures of the second-order perceptron: the cloud of rows, mistakes by rows."""

from rosenblatt.lab.summary import group
from rosenblatt.report.charts import Point, Series, scatter
from rosenblatt.report.charts import lines as draw
from rosenblatt.reproduce.paper import Figure, ResultRows
from rosenblatt.reproduce.sop.settings import of_one_seed

LABELS = {-1: "label -1", 1: "label +1"}


def figure_3(rows: ResultRows) -> str:
    numbers = {label: k for k, label in enumerate(LABELS)}
    points = [Point(row["x"], row["y"], numbers[row["label"]]) for row in rows]
    return str(
        scatter(
            points,
            groups=list(LABELS.values()),
            title="Rows of a flat ellipsoid",
            x_label="the long axis",
            y_label="the axis that tells the label",
        )
    )


def figure_4(rows: ResultRows) -> str:
    curves = [
        Series(name, [row["rows"] for row in part], [row["mistakes"] for row in part])
        for (name,), part in group(rows, ("algorithm",)).items()
    ]
    return str(
        draw(
            curves,
            title="Mistakes in one pass",
            x_label="rows seen",
            y_label="mistakes so far",
            markers=False,
        )
    )


FIGURES = (
    Figure(
        "3",
        "Two coordinates of the artificial data",
        "600 of 2883 rows; the standard deviations of the axes are 56 and 1.",
        of_one_seed("cloud"),
        figure_3,
    ),
    Figure(
        "4",
        "Mistakes of the standard and the second-order perceptron",
        "One pass over the rows of Figure 3; in the text these are two panels.",
        of_one_seed("counts_by_row"),
        figure_4,
    ),
)
