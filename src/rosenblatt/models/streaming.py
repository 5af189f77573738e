"""Predict the rows of a file of any size, in batches."""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from math import isfinite
from typing import Any

import numpy as np

from rosenblatt.models.feature_map import FeatureMap, feature_map_of
from rosenblatt.models.model import Model
from rosenblatt.tables import Batch, TableFile, open_table
from rosenblatt.tables.cells import canonical_text, number
from rosenblatt.tables.errors import bad_file, shown

CELLS = 2_000_000  # coded numbers held at a time
MOST_ROWS = 10_000  # rows of text take far more memory than their numbers


@dataclass(frozen=True)
class Predicted:
    """A batch of rows: predicted labels, scores and probabilities if requested, and errors."""

    labels: np.ndarray
    scores: np.ndarray | None
    known: int
    wrong: int
    probabilities: np.ndarray | None = None


def predict_file(
    model: Model,
    path: str | os.PathLike[str],
    *,
    scores: bool = False,
    probabilities: bool = False,
) -> Iterator[Predicted]:
    """Predict a file in constant memory.

    Parameters
    ----------
    model : Model
        The model.
    path : str or path
        A file with the columns that the model was fitted on; the target is not needed.
    scores : bool, default=False
        Whether to compute scores too.
    probabilities : bool, default=False
        Whether to compute probabilities too.

    Yields
    ------
    Predicted
        Rows in the order of the file.
    """
    if scores and not hasattr(model.estimator, "decision_function"):
        raise ValueError(f"{model.learner} has no scores; predict without them.")
    feature_map = feature_map_of(model.coder)
    file = opened(model, feature_map, path)
    rows = max(1, min(MOST_ROWS, CELLS // max(1, min(feature_map.n_features, 10_000))))
    for batch in file.batches(rows):
        refuse_texts(file, batch, feature_map)
        X = model.coder.transform(batch)
        labels = model.estimator.predict(X)
        found = model.estimator.decision_function(X) if scores else None
        shares = model.coded_probabilities(X) if probabilities else None
        yield Predicted(labels, found, *count_errors(labels, batch.target), shares)


def opened(model: Model, feature_map: FeatureMap, path: Any) -> TableFile:
    """The file, with its labels if it has any; checked for missing columns before it is read."""
    file = open_table(path)
    if (file.kind == "svmlight") != feature_map.matrix:
        wanted = "an svmlight file" if feature_map.matrix else "a table with named columns"
        raise bad_file(file.path, f"does not suit the model, which was fitted on {wanted}.")
    if feature_map.matrix:
        return file
    absent = [column.name for column in feature_map.columns if column.name not in file.columns]
    if absent:
        raise bad_file(
            file.path,
            f"has no column {shown(absent[0])}, which the model needs; the columns are "
            f"{', '.join(shown(name) for name in file.columns[:20])}.",
        )
    return open_table(path, target=model.target) if model.target in file.columns else file


def refuse_texts(file: TableFile, batch: Batch, feature_map: FeatureMap) -> None:
    """Raise an error with line and column for a text where the model expects numbers."""
    for column in feature_map.numeric:
        cells = batch.columns.get(column.name)
        if cells is None or cells.dtype != object:
            continue
        for row, cell in enumerate(cells):
            if cell is not None and not is_number(cell):
                raise bad_file(
                    file.path,
                    f"column {shown(column.name)}: {shown(cell)} is not a finite number, but the "
                    "model expects numbers there; leave the cell empty if the value is not known.",
                    file.line_of(batch.first_row + row),
                )


def is_number(cell: object) -> bool:
    value = number(str(cell))
    return value is not None and isfinite(value)


def count_errors(labels: np.ndarray, target: np.ndarray | None) -> tuple[int, int]:
    """How many rows have a label, and how many of those were predicted wrong."""
    if target is None:
        return 0, 0
    wanted = np.array(
        [None if cell is None else canonical_text(str(cell)) for cell in target.tolist()]
    )
    known = np.array([cell is not None for cell in wanted.tolist()])
    guessed = np.array([canonical_text(str(label)) for label in labels.tolist()])
    return int(known.sum()), int((guessed[known] != wanted[known].astype(str)).sum())
