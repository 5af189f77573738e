"""Figures 1 and 2 from the rows of their tasks: margin and Fisher's criterion by passes."""

from rosenblatt.lab import means
from rosenblatt.report.charts import Series
from rosenblatt.report.charts import lines as draw
from rosenblatt.reproduce.dpp.repetition_tasks import committee_tasks
from rosenblatt.reproduce.dpp.settings import DISCRIMINANT
from rosenblatt.reproduce.paper import Figure, ResultRows

CAPTION = "Discriminant parallel perceptrons; means over ten repetitions of ten folds."
MARGIN_SETS = ["thyroid", "diabetes"]
CRITERION_SETS = ["ionosphere", "glass", "thyroid", "diabetes"]


def series(rows: ResultRows, value: str) -> list[Series]:
    """One curve per data set, in the order of the rows."""
    passes = [row for row in rows if "pass" in row]
    found = means(passes, ("dataset", "pass"), value)
    names = dict.fromkeys(name for name, _ in found)
    return [one_series(name, {t: m.mean for (of, t), m in found.items() if of == name})
            for name in names]  # fmt: skip


def one_series(name: str, by_pass: dict[int, float]) -> Series:
    passes = sorted(by_pass)
    return Series(name, passes, [by_pass[t] for t in passes])


def margin_figure(rows: ResultRows) -> str:
    """Gamma by passes."""
    return str(
        draw(
            series(rows, "gamma"), title="The margin by passes", x_label="passes",
            y_label="margin gamma", markers=False,
        )
    )  # fmt: skip


def criterion_figure(rows: ResultRows) -> str:
    """Fisher's criterion by passes, both axes logarithmic."""
    return str(
        draw(
            series(rows, "J"), title="Fisher's criterion by passes", x_label="passes",
            y_label="J = total variance / variance between classes", log_x=True, log_y=True,
            markers=False,
        )
    )  # fmt: skip


FIGURES = (
    Figure(
        "1", "Margin evolution", CAPTION,
        committee_tasks(MARGIN_SETS, [DISCRIMINANT]), margin_figure,
        ("The paper draws the data sets in two panels.",),
    ),
    Figure(
        "2", "Evolution of Fisher's criterion", CAPTION,
        committee_tasks(CRITERION_SETS, [DISCRIMINANT]), criterion_figure,
        ("The paper draws the data sets in four panels.",),
    ),
)  # fmt: skip
