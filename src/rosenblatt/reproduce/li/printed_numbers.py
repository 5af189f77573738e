"""The numbers printed in Li's tables, and how far ours may differ."""

from dataclasses import dataclass
from math import hypot, sqrt

from rosenblatt.reproduce.li.paper_learners import SOFT_SVM
from rosenblatt.reproduce.li.paper_splits import ARTIFICIAL, POOL
from rosenblatt.reproduce.published import table

PAPER_SPLITS = 500
HALF_A_DIGIT = 0.005  # the tables print percent with two digits after the point
FILES = {
    2: "li_table2_training_error",
    3: "li_table3_test_error",
    4: "li_table4_adaboost_test_error",
}


@dataclass(frozen=True)
class PrintedNumber:
    """One cell of a printed table, in percent."""

    dataset: str
    algorithm: str
    mean: float
    standard_error: float
    rounds: float | None = None
    recovered: bool = False  # its column was lost in the source and recovered by the best fit

    @property
    def place(self) -> tuple[str, str]:
        """Its row and column in the table."""
        return self.dataset, self.algorithm

    @property
    def why_not_counted(self) -> str:
        """Why the number is shown but not counted; empty if it is counted."""
        if self.algorithm == SOFT_SVM:
            return "the paper does not say how C was chosen"
        if self.dataset == "australian":
            return "the paper's coding of this set is not known"
        return "which column it stands in was recovered by fit" if self.recovered else ""

    def tolerance(self, splits: int) -> float:
        """How far our mean over this many splits may differ.

        Three standard errors of the difference, ``3 se sqrt(1 + 500 / splits)``; for artificial
        data, which is another pool of 5000 rows here than in the paper, with
        ``3 sqrt(p (1 - p) / 5000)`` added in quadrature; at least the rounding of the table.
        """
        chance = 3 * self.standard_error * sqrt(1 + PAPER_SPLITS / splits)
        pool = 3 * sqrt(self.mean * (100 - self.mean) / POOL) if self.dataset in ARTIFICIAL else 0.0
        return max(hypot(chance, pool), HALF_A_DIGIT)


def printed(number: int) -> list[PrintedNumber]:
    """The numbers of Table 2, 3 or 4."""
    return [cell(line) for line in table(FILES[number])]


def cell(line: dict[str, str]) -> PrintedNumber:
    return PrintedNumber(
        dataset=line["dataset"],
        algorithm=line.get("algorithm") or line["base_learner"],
        mean=float(line["mean_percent"]),
        standard_error=float(line["standard_error"]),
        rounds=float(line["rounds"]) if "rounds" in line else None,
        recovered=line.get("column_order") == "recovered",
    )
