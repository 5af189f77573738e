"""Figures 3 and 4: accuracy by passes, and by each parameter alone."""

from collections.abc import Callable
from typing import Any

from rosenblatt.lab import Task, group, means
from rosenblatt.report.charts import Series
from rosenblatt.report.charts import lines as draw
from rosenblatt.reproduce.kw.large_tables import search_tasks as large_tasks
from rosenblatt.reproduce.kw.paper_data import NOISES
from rosenblatt.reproduce.kw.parameter_grid import HYPOTHESES
from rosenblatt.reproduce.kw.repetitions import permutations
from rosenblatt.reproduce.kw.search_tables import artificial_tasks, small_tasks
from rosenblatt.reproduce.paper import Figure, ResultRows, TaskFactory

CURVE = "rosenblatt.reproduce.kw.curves:accuracy_by_passes"
# Where a logarithmic axis shows the value that has no effect.
INACTIVE = {"tau": 1 / 16, "lam": 1 / 16, "alpha": 160.0}
AXES = {
    "tau": "margin tau (first point: none)",
    "lam": "lambda (first point: none)",
    "alpha": "alpha bound (last point: none)",
}
CAPTION = "Mean over permutations of the ten-fold accuracy in percent; bars are standard errors."


def passes_tasks(splits: int | None, quick: bool) -> list[Task]:
    """Promoters, every permutation."""
    return [
        Task(CURVE, {"dataset": "promoters", "permutation": permutation})
        for permutation in permutations(splits, quick)
    ]


def passes_figure(rows: ResultRows) -> str:
    """Accuracy of each hypothesis by number of passes."""
    return str(
        draw(
            curves(rows, lambda row: row["passes"]),
            title="Accuracy by passes: promoters",
            x_label="passes over the training rows",
            y_label="accuracy (%)",
            log_x=True,
        )
    )


def only(tasks: TaskFactory, **wanted: Any) -> TaskFactory:
    """The tasks of a table that have the wanted arguments."""

    def some(splits: int | None, quick: bool) -> list[Task]:
        return [
            task
            for task in tasks(splits, quick)
            if all(task.arguments[name] == value for name, value in wanted.items())
        ]

    return some


def parameter_figure(parameter: str, title: str) -> Callable[[ResultRows], str]:
    """A function that draws accuracy by one parameter, with the others inactive."""

    def figure(rows: ResultRows) -> str:
        found = [row for row in rows if active(row) <= {parameter}]
        series = curves(found, lambda row: row[parameter] or INACTIVE[parameter])
        return str(
            draw(series, title=title, x_label=AXES[parameter], y_label="accuracy (%)", log_x=True)
        )

    return figure


def active(row: dict[str, Any]) -> set[str]:
    return {name for name in INACTIVE if row[name]}


def curves(rows: ResultRows, place: Callable[[dict[str, Any]], float]) -> list[Series]:
    """One curve per hypothesis."""
    placed = group(({**row, "place": place(row)} for row in rows), ["hypothesis"])
    return [one(name, placed[(name,)]) for name in HYPOTHESES if (name,) in placed]


def one(name: str, rows: ResultRows) -> Series:
    found = sorted(means(rows, ["place"], "accuracy").items())
    points = [mean for _, mean in found]
    spread = [p.standard_error for p in points] if all(p.count > 1 for p in points) else []
    return Series(name, [place for (place,), _ in found], [p.mean for p in points], spread)


def panels(letters: str, name: str, tasks: TaskFactory, *notes: str) -> tuple[Figure, ...]:
    """The panels of Figure 4 for one data set: alpha, lambda, tau."""
    parameters = ("alpha", "lam", "tau")[-len(letters) :]
    return tuple(
        Figure(
            number=f"4{letter}",
            title=f"Parameter search on {parameter_name(parameter)}: {name}",
            caption=CAPTION,
            tasks=tasks,
            figure=parameter_figure(parameter, f"{name} by {parameter_name(parameter)}"),
            notes=notes,
        )
        for letter, parameter in zip(letters, parameters, strict=True)
    )


def parameter_name(parameter: str) -> str:
    return {"lam": "lambda"}.get(parameter, parameter)


ONE_RUN = "One permutation; bars are standard errors over its ten folds."
FIGURES = (
    Figure(
        number="3",
        title="Accuracy by passes: promoters",
        caption=CAPTION,
        tasks=passes_tasks,
        figure=passes_figure,
        notes=(
            "With no parameter active, promoters are 6 points better here than in the paper, as in "
            "Table 3.",
        ),
    ),
    *panels("abc", "f = 50, N = 0.05, M = 0.05", only(artificial_tasks, noise=NOISES[1])),
    *panels("def", "promoters", only(small_tasks, dataset="promoters")),
    *panels("ghi", "USPS", only(large_tasks, dataset="usps"), ONE_RUN),
    *panels("jk", "MNIST", only(large_tasks, dataset="mnist"), ONE_RUN),
)
