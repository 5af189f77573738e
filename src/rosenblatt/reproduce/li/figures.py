"""Li's figures from the rows of their tasks: errors by epochs."""

from collections.abc import Callable
from typing import Any

from rosenblatt.lab import group, means
from rosenblatt.report.charts import Series
from rosenblatt.report.charts import lines as draw
from rosenblatt.reproduce.li.task_lists import curves
from rosenblatt.reproduce.paper import Figure, ResultRows

STARTS = {"zero": "from zero", "fisher": "from FLD"}
VARIANTS = ["RCD", "RCD-bias", "RCD-conj", "RCD-conj-bias", "RCD-grad", "CCD"]
ORDERS = ["ave-perc", "ave-perc, permuted", "ave-perc, cyclic"]
RIVALS = ["RCD-bias", "pocket", "ave-perc", "SGD-hinge", "SGD-mls"]
AXES = {"train_error": "training error (%)", "test_error": "test error (%)"}
CAPTION = "Mean over random splits, at most 100; bars are standard errors."


def drawing(title: str, value: str) -> Callable[[ResultRows], str]:
    """A function that draws the training or test errors of all curves in the rows."""

    def figure(rows: ResultRows) -> str:
        return str(
            draw(
                series(rows, value), title=title, x_label="epochs", y_label=AXES[value], log_x=True
            )
        )

    return figure


def series(rows: ResultRows, value: str) -> list[Series]:
    """One curve per learner and start, in the order of the rows."""
    found = group(rows, ("algorithm", "init"))
    return [
        one_series(f"{algorithm} {STARTS[init]}", part, value)
        for (algorithm, init), part in found.items()
    ]


def one_series(name: str, rows: ResultRows, value: str) -> Series:
    found = sorted(means(rows, ["epoch"], value).items())
    points = [mean for _, mean in found]
    spread = [p.standard_error for p in points] if all(p.count > 1 for p in points) else []
    return Series(name, [epoch for (epoch,), _ in found], [p.mean for p in points], spread)


def pairs(algorithms: list[str], *starts: str) -> list[tuple[str, str]]:
    return [(algorithm, start) for start in starts for algorithm in algorithms]


def figure(number: str, title: str, value: str, tasks: Any, *notes: str) -> Figure:
    return Figure(number, title, CAPTION, tasks, drawing(title, value), notes)


FROM_ZERO = curves("descent_curve", "pima", [*pairs(VARIANTS, "zero"), ("CCD", "fisher")])
FROM_FISHER = curves("descent_curve", "pima", pairs(VARIANTS, "fisher"))
AVERAGED = curves("learning_curve", "pima", pairs(ORDERS, "zero", "fisher"))
PIMA = curves("learning_curve", "pima", pairs(RIVALS, "fisher"))
YINYANG = curves("learning_curve", "yinyang", pairs(RIVALS, "fisher"))

FIGURES = (
    figure(
        "1a", "RCD variants on pima, from the zero vector", "train_error", FROM_ZERO,
        "In the paper this is one figure with 1b. CCD from FLD is included: in the end RCD gets "
        "below it even from zero.",
    ),
    figure(
        "1b", "RCD variants on pima, from Fisher's discriminant", "train_error", FROM_FISHER,
        "RCD-grad lags behind: it follows the gradient of another cost function.",
    ),
    figure("2a", "Averaged perceptron on pima: training error", "train_error", AVERAGED),
    figure("2b", "Averaged perceptron on pima: test error", "test_error", AVERAGED),
    figure("3a", "Learners on pima: training error", "train_error", PIMA),
    figure("3b", "Learners on pima: test error", "test_error", PIMA),
    figure("4a", "Learners on yinyang: training error", "train_error", YINYANG),
    figure("4b", "Learners on yinyang: test error", "test_error", YINYANG),
)  # fmt: skip
