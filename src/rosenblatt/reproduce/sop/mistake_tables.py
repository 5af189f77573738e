"""The tables of the second-order perceptron: printed numbers, other settings, bounds."""

from rosenblatt.lab import means
from rosenblatt.lab.summary import Mean, group
from rosenblatt.reproduce.paper import Line, PaperTable, ResultRows
from rosenblatt.reproduce.published import table
from rosenblatt.reproduce.sop.settings import (
    CONVERGING,
    INFERRED,
    OTHER,
    label,
    over_seeds,
)

# Over 20 seeds of the inferred setting; the text prints one run.
TOLERANCE = {"standard perceptron": 1.5, "second-order perceptron": 1.2}
NOT_PRINTED = ("second-order, a = 1", "whitened perceptron")
ALGORITHMS = (*TOLERANCE, *NOT_PRINTED)
BOUNDED = ("standard perceptron", "whitened perceptron", "second-order, a = 1")


def table_1(rows: ResultRows) -> list[Line]:
    """The printed percentages, and those of two more algorithms on the same rows."""
    found = means(rows, ("algorithm",), "mistakes")
    printed = {x["algorithm"]: float(x["mistake_percent"]) for x in table("sop_table1_mistakes")}
    return [
        line({"algorithm": name}, printed.get(name), found.get((name,)), TOLERANCE.get(name))
        for name in ALGORITHMS
    ]


def line(
    labels: dict[str, str], paper: float | None, ours: Mean | None, tolerance: float | None = None
) -> Line:
    if ours is None:
        return Line(labels, paper, None)
    error = ours.standard_error if ours.count > 1 else None
    return Line(labels, paper, ours.mean, error, tolerance)


def other_settings(rows: ResultRows) -> list[Line]:
    """Percent of mistakes in one pass over flat clouds of other sizes."""
    found = means(named(rows), ("setting", "algorithm"), "mistakes")
    return [
        line({"setting": label(one), "algorithm": name}, None, found.get((label(one), name)))
        for one in OTHER
        for name in ALGORITHMS
    ]


def convergence(rows: ResultRows) -> list[Line]:
    """In how many percent of the sets the second-order perceptron makes fewer mistakes."""
    found = group(named(rows), ("setting",))
    return [convergence_line(label(one), found.get((label(one),), [])) for one in CONVERGING]


def convergence_line(name: str, rows: ResultRows) -> Line:
    labels = {"setting": name}
    if not rows:
        return Line(labels, None, None)
    pairs = [
        {row["algorithm"]: row["mistakes"] for row in pair}
        for pair in group(rows, ("seed",)).values()
    ]
    first, second = ([pair[algorithm] for pair in pairs] for algorithm in TOLERANCE)
    fewer = sum(b >= 0 and (a < 0 or b < a) for a, b in zip(first, second, strict=True))
    middle = len(pairs) // 2
    note = (
        f"{len(pairs)} sets; median mistakes {sorted(second)[middle]} second-order, "
        f"{sorted(first)[middle]} standard"
    )
    return Line(labels, None, 100 * fewer / len(pairs), note=note)


def bounds(rows: ResultRows) -> list[Line]:
    """The largest share of its bound that an algorithm's mistakes ever reached."""
    found = group(named(rows), ("setting", "algorithm"))
    return [
        bound_line({"setting": label(one), "algorithm": name}, found.get((label(one), name), []))
        for one in (INFERRED, *CONVERGING)
        for name in BOUNDED
    ]


def bound_line(labels: dict[str, str], rows: ResultRows) -> Line:
    if not rows:
        return Line(labels, None, None)
    share = max(row["mistakes"] / row["bound"] for row in rows)
    middle = sorted(row["bound"] for row in rows)[len(rows) // 2]
    return Line(labels, None, 100 * share, note=f"median bound {middle:.4g}")


def named(rows: ResultRows) -> ResultRows:
    """With their settings in words."""
    return [row | {"setting": label(row)} for row in rows]


SETTING = (
    "The text gives neither the number of rows nor that of features nor the eigenvalues: 2883 rows "
    "of N(0, diag(3137, 1, ..., 1)) in 100 dimensions, with the sign of the second coordinate as "
    "the label, are a setting inferred from its two numbers."
)

TABLES = (
    PaperTable(
        "1",
        "Mistakes in one pass over a flat ellipsoid",
        "Percent of the rows, mean over 20 draws. Inside: within 1.5 and 1.2 points.",
        over_seeds("one_pass", [INFERRED]),
        table_1,
        (SETTING, "The text's second-order perceptron has a = 0: a row outside the span of the "
         "mistakes scores 0, which counts as +1. a = 1 and the whitened perceptron, which knows "
         "all rows before it starts, are not in the text."),
    ),
    PaperTable(
        "1-settings",
        "Mistakes in one pass over other clouds",
        "Percent of the rows, mean over 20 draws; the text prints none of them.",
        over_seeds("one_pass", OTHER),
        other_settings,
        ("With few rows for each dimension and a mild ratio the text's version (a = 0) is worse "
         "than the standard perceptron: until the mistakes span the space, rows outside the span "
         "score 0 and are guessed.",),
    ),
    PaperTable(
        "1-convergence",
        "Fewer mistakes until convergence",
        "Percent of 100 drawn sets in which the second-order perceptron (a = 0) makes fewer "
        "mistakes than the standard one, passes repeated until no row is a mistake.",
        over_seeds("to_convergence", CONVERGING, 100),
        convergence,
        ("The text claims fewer mistakes for flat clouds, without numbers.",),
        decimals=1,
    ),
    PaperTable(
        "1-bounds",
        "Mistakes of one pass in percent of their bounds",
        "The largest of 20 draws, for the axis u that tells the labels; above 100 a bound would be "
        "broken. Standard: max |x|^2 / g^2; whitened: max(x' C^-1 x) u'Cu / g^2; second-order with "
        "a = 1: at the best of 40 values of its margin.",
        over_seeds("mistakes_and_bounds", [INFERRED, *CONVERGING]),
        bounds,
        ("For ever larger margins g the second-order bound tends to the number of mistakes itself, "
         "since every row has a loss then: it is never far above it.",),
        decimals=4,
    ),
)  # fmt: skip
