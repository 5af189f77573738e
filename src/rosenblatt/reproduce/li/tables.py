"""Li's tables from the rows of their tasks: the printed numbers next to ours."""

from collections.abc import Callable

from rosenblatt.lab import Mean, means
from rosenblatt.lab.summary import GroupKey
from rosenblatt.reproduce.li.paper_learners import ONLINE_ALGORITHMS
from rosenblatt.reproduce.li.printed_numbers import PrintedNumber, printed
from rosenblatt.reproduce.li.task_lists import fits_alone, fits_boosted, fits_boosted_by_draws
from rosenblatt.reproduce.paper import Line, PaperTable, ResultRows

CELL = ("dataset", "algorithm")
RULE = (
    "Mean over random splits, in percent. Inside: |ours - paper| <= 3 se sqrt(1 + 500 / splits) "
    "with the paper's standard error se; for ringnorm, threenorm and yinyang, whose 5000 rows are "
    "not those of the paper, 3 sqrt(p (1 - p) / 5000) is added in quadrature."
)


def lines(number: int, value: str) -> Callable[[ResultRows], list[Line]]:
    """A function that makes the lines of a table from rows; ``value`` names the error shown."""

    def table(rows: ResultRows) -> list[Line]:
        found, rounds = means(rows, CELL, value), rounds_of(rows)
        cells = printed(number)
        return [line(cell, found.get(cell.place), rounds.get(cell.place)) for cell in cells]

    return table


def drawn_lines(rows: ResultRows) -> list[Line]:
    """Table 4 without the learners that draw nothing."""
    every = lines(4, "test_error")(rows)
    return [line for line in every if line.labels["algorithm"] in ONLINE_ALGORITHMS]


def rounds_of(rows: ResultRows) -> dict[GroupKey, Mean]:
    return means([row for row in rows if "rounds" in row], CELL, "rounds")


def line(cell: PrintedNumber, ours: Mean | None, rounds: Mean | None) -> Line:
    labels = {"dataset": cell.dataset, "algorithm": cell.algorithm}
    counted = not cell.why_not_counted
    if ours is None:
        return Line(labels, cell.mean, None, counted=counted, note=cell.why_not_counted)
    rounds_text = compare_rounds(cell, rounds)
    return Line(
        labels,
        cell.mean,
        ours.mean,
        ours.standard_error if ours.count > 1 else None,
        cell.tolerance(ours.count),
        counted,
        "; ".join(text for text in (rounds_text, cell.why_not_counted) if text),
    )


def compare_rounds(cell: PrintedNumber, ours: Mean | None) -> str:
    if cell.rounds is None or ours is None:
        return ""
    return f"{ours.mean:.1f} rounds, paper {cell.rounds:g}"


TABLES = (
    PaperTable(
        "2",
        "Training errors of learners that start from Fisher's discriminant",
        f"2000 epochs. {RULE}",
        fits_alone,
        lines(2, "train_error"),
        (
            "breast, cleveland, german, pima, ringnorm and yinyang: the order of the columns was "
            "lost in the source text and recovered by the best fit: shown, not counted.",
            "soft-SVM: libsvm with a linear kernel on at most 50 splits, C = 2^-5, 2^-3, ..., 2^7 "
            "by five folds of the training rows; the paper does not print its grid: shown, not "
            "counted.",
        ),
    ),
    PaperTable(
        "3",
        "Test errors of learners that start from Fisher's discriminant",
        f"The same fits as in Table 2. {RULE}",
        fits_alone,
        lines(3, "test_error"),
        (
            "australian: how the paper coded its features is not known, so it is shown, not "
            "counted; as coded here, all errors are 0.1 to 0.5 points higher than printed.",
            "votes84: all 435 records, unknown votes as 0; the paper's footnote implies the 232 "
            "complete ones, its numbers do not.",
        ),
    ),
    PaperTable(
        "4",
        "Test errors of AdaBoost, and its rounds",
        f"At most 200 rounds of 200 epochs, each from the zero vector, reweighted. {RULE}",
        fits_boosted,
        lines(4, "test_error"),
        (
            "The rounds of learners that stop early depend on details that the paper does not "
            "give; they are shown next to the printed ones, without a verdict.",
            "The boosted pocket on yinyang is better than printed: see Table 4-drawn. The radius "
            "of the eyes is inferred (0.18 of the figure's), which does not explain it, since all "
            "other columns of yinyang match.",
        ),
    ),
    PaperTable(
        "4-drawn",
        "Test errors of AdaBoost whose learners draw rows by weight, and its rounds",
        "As Table 4, but each learner that looks at one row at a time draws it with a probability "
        f"proportional to its weight, where the paper says that rows are reweighted. {RULE}",
        fits_boosted_by_draws,
        drawn_lines,
        ("The coordinate descents, which look at all rows with their weights, are in Table 4.",),
    ),
)
