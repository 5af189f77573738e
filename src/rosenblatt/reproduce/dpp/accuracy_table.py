"""Table 2 from the rows of its tasks: the printed accuracies and g next to ours."""

from collections.abc import Callable
from dataclasses import dataclass

from rosenblatt.lab import Mean, means
from rosenblatt.reproduce.dpp.settings import COMMITTEES, DISCRIMINANT, MLP, PLAIN
from rosenblatt.reproduce.paper import Line, ResultRows
from rosenblatt.reproduce.published import table

MEASURES = {"accuracy": 1.0, "g": 2.0}  # the least tolerance of each, in points
# Where the classifiers differ most, the printed deviation would let nearly anything pass.
NARROWER = {("thyroid", PLAIN, "g"): 3.0, ("thyroid", DISCRIMINANT, "g"): 2.0}


@dataclass(frozen=True)
class PrintedCell:
    """One number of Table 2, in percent."""

    dataset: str
    classifier: str
    measure: str
    mean: float
    deviation: float

    @property
    def tolerance(self) -> float | None:
        """The printed deviation, but at least 1 point of accuracy or 2 of g; none for networks."""
        if self.classifier not in COMMITTEES:
            return None
        place = (self.dataset, self.classifier, self.measure)
        return NARROWER.get(place, max(self.deviation, MEASURES[self.measure]))

    @property
    def labels(self) -> dict[str, str]:
        return {
            "dataset": self.dataset,
            "classifier": self.classifier,
            "measure": self.measure,
        }


def printed(classifiers: list[str]) -> list[PrintedCell]:
    """The numbers of these classifiers, both measures of each in turn."""
    return [
        PrintedCell(
            line["dataset"],
            line["classifier"],
            measure,
            float(line[f"{measure}_percent"]),
            float(line[f"{measure}_std"]),
        )
        for line in table("dpp_table2_accuracy_g")
        if line["classifier"] in classifiers
        for measure in MEASURES
    ]


def lines(classifiers: list[str]) -> Callable[[ResultRows], list[Line]]:
    """A function that makes the lines of these classifiers from rows."""

    def made(rows: ResultRows) -> list[Line]:
        scored = [{"classifier": MLP, **row} for row in rows if "fold" in row]
        found = {measure: means(scored, ("dataset", "classifier"), measure) for measure in MEASURES}
        return [
            line(cell, found[cell.measure].get((cell.dataset, cell.classifier)))
            for cell in printed(classifiers)
        ]

    return made


def line(cell: PrintedCell, ours: Mean | None) -> Line:
    counted = cell.tolerance is not None
    if ours is None:
        return Line(cell.labels, cell.mean, None, counted=counted)
    return Line(cell.labels, cell.mean, ours.mean, ours.standard_error, cell.tolerance, counted)
