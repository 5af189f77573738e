"""The tasks of Li's figures: errors by number of epochs."""

from rosenblatt.lab.outcome import Row
from rosenblatt.reproduce.li.fits import errors
from rosenblatt.reproduce.li.paper_learners import EPOCHS, learner
from rosenblatt.reproduce.li.paper_splits import ScaledSplit, split

STAGES = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, EPOCHS]


def descent_curve(dataset: str, algorithm: str, init: str, first: int, last: int) -> list[Row]:
    """Training error of a coordinate descent after 1, 2, 5, 10, ... epochs, split by split."""
    numbers = range(first, last)
    return [row for k in numbers for row in one_descent(split(dataset, k), algorithm, init, k)]


def one_descent(part: ScaledSplit, algorithm: str, init: str, number: int) -> list[Row]:
    model = learner(algorithm, number, init=init).fit(part.X_train, part.y_train)
    wrong = model.history_["error"]
    return [
        # A descent that separates the rows ends early, and its last error stays.
        {
            "split": number,
            "epoch": epoch,
            "train_error": 100 * float(wrong[min(epoch, len(wrong)) - 1]) / len(part.y_train),
        }
        for epoch in STAGES
    ]


def learning_curve(dataset: str, algorithm: str, init: str, first: int, last: int) -> list[Row]:
    """Training and test error of any learner after 1, 2, 5, 10, ... epochs, split by split.

    Each point is a separate fit with the same seed, which visits the same rows; all of them
    together take twice as long as the longest.
    """
    numbers = range(first, last)
    return [row for k in numbers for row in one_curve(split(dataset, k), algorithm, init, k)]


def one_curve(part: ScaledSplit, algorithm: str, init: str, number: int) -> list[Row]:
    rows = []
    for epoch in STAGES:
        model = learner(algorithm, number, init=init, epochs=epoch)
        model.fit(part.X_train, part.y_train)
        rows.append({"split": number, "epoch": epoch, **errors(model, part)})
    return rows
