"""Table 2: on how many artificial sets one hypothesis is more accurate than another."""

from collections import defaultdict

from rosenblatt.lab import Task
from rosenblatt.reproduce.kw.paper_data import COPIES, FEATURES, MARGINS, NOISES
from rosenblatt.reproduce.kw.parameter_grid import ROUNDING
from rosenblatt.reproduce.kw.repetitions import permutations
from rosenblatt.reproduce.kw.tolerance import line
from rosenblatt.reproduce.paper import Line, ResultRows
from rosenblatt.reproduce.published import table as printed

FUNCTION = "rosenblatt.reproduce.kw.dominance:compare_hypotheses"
SETS = len(FEATURES) * len(MARGINS) * COPIES
SHORT = {"V": "voted", "LS": "longest", "C": "last"}
LOST = "the printed line has lost a blank: LS>V and C>LS are 3 and 0 in unknown order"


def tasks(splits: int | None, quick: bool) -> list[Task]:
    """Every noise level, every repetition."""
    return [
        Task(FUNCTION, {"noise": noise, "permutation": permutation})
        for permutation in permutations(splits, quick)
        for noise in NOISES
        if not quick or noise == NOISES[1]
    ]


def table(rows: ResultRows) -> list[Line]:
    """Number of data sets by noise level and relation."""
    return [
        line(
            {"noise": cells["noise"], "relation": relation},
            count,
            counts(rows, float(cells["noise"]), relation),
            note="" if count else LOST,
        )
        for cells in printed("kw_table2_dominance")
        for relation, count in cells.items()
        if relation != "noise"
    ]


def counts(rows: ResultRows, noise: float, relation: str) -> list[float]:
    """How many of the thirty sets show the relation, for each repetition."""
    runs = defaultdict(list)
    for row in rows:
        if row["noise"] == noise:
            runs[row["permutation"]].append(holds(relation, row))
    return [float(sum(found)) for found in runs.values() if len(found) == SETS]


def holds(relation: str, row: dict) -> bool:
    """Whether ``V>C`` or ``V=LS=C`` is true of the accuracies of a data set.

    Examples
    --------
    >>> from rosenblatt.reproduce.kw.dominance_table import holds
    >>> row = {"voted": 80.0, "longest": 80.0, "last": 79.0}
    >>> holds("V>C", row), holds("V>LS", row), holds("V=LS=C", row)
    (True, False, False)
    """
    if "=" in relation:
        values = [row[SHORT[name]] for name in relation.split("=")]
        return max(values) - min(values) <= ROUNDING
    better, worse = (row[SHORT[name]] for name in relation.split(">"))
    return better > worse + ROUNDING
