"""Models of an experiment on the same test rows: each judged against the first."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from rosenblatt.judgement import Judgement, TestedRows, judge
from rosenblatt.lab.experiment import Experiment
from rosenblatt.lab.measure import drawn_anew
from rosenblatt.lab.outcome import Row
from rosenblatt.lab.wrong_rows import unpacked


def judge_models(
    experiment: Experiment, dataset: str, rows: list[list[Row]]
) -> list[Judgement | None]:
    """Judge every model but the first, for which there is None.

    Parameters
    ----------
    experiment : Experiment
        Splits and repetitions.
    dataset : str
        Name in the experiment.
    rows : list of list of dict
        For each model the rows of all its splits, as :func:`rosenblatt.lab.measure.measure`
        returns them.

    Returns
    -------
    judgements : list
        All None if there is a single split, or a row does not say which test rows are wrong.
    """
    none: list[Judgement | None] = [None] * len(rows)
    known = all("wrong" in row for model in rows for row in model)
    if len(rows) < 2 or len(rows[0]) < 2 or not known:
        return none
    tested = _tested(experiment, dataset, rows[0])
    wrong = [_wrong(model, tested) for model in rows]
    others = len(rows) - 1
    return [None, *(judge(each, wrong[0], tested, others) for each in wrong[1:])]


def _tested(experiment: Experiment, dataset: str, rows: list[Row]) -> TestedRows:
    """Test rows of all splits; tables drawn anew have rows with numbers of their own."""
    splitter, n_rows = experiment.splitter, int(rows[0]["n_rows"])
    anew = drawn_anew(experiment.datasets[dataset])
    numbers: list[NDArray[Any]] = []
    for repetition in range(experiment.repetitions):
        first = n_rows * repetition if anew else 0
        numbers += [first + test for _, test in splitter.splits(n_rows, repetition)]
    train_share = 1 - splitter.test_fraction
    return TestedRows(numbers, train_share, experiment.repetitions if anew else 1)


def _wrong(rows: list[Row], tested: TestedRows) -> list[NDArray[np.bool_]]:
    return [unpacked(row["wrong"], n) for row, n in zip(rows, tested.sizes, strict=True)]
