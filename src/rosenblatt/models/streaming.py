"""Predict the rows of a file of any size, in batches."""

import os
from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import isfinite
from typing import Any

import numpy as np

from rosenblatt.models.feature_map import FeatureMap, feature_map_of
from rosenblatt.models.model import Model
from rosenblatt.tables import Batch, TableFile, open_table
from rosenblatt.tables.cells import canonical_text, number
from rosenblatt.tables.column_readings import MEANT, unreadable
from rosenblatt.tables.delimited import DelimitedFile
from rosenblatt.tables.doctor.target_findings import cut_labels
from rosenblatt.tables.errors import bad_file, shown

CELLS = 2_000_000  # coded numbers held at a time
MOST_ROWS = 10_000  # rows of text take far more memory than their numbers
EXPECTED = {
    "a finite number": "numbers",
    "a number": "numbers",
    "a date": "dates",
    "a time of day": "times",
    "yes or no": "answers",
}


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
    file, readings = opened(model, feature_map, path), readings_of(model)
    rows = max(1, min(MOST_ROWS, CELLS // max(1, min(feature_map.n_features, 10_000))))
    for batch in file.batches(rows):
        refuse_texts(file, batch, feature_map, readings)
        X = model.coder.transform(batch)
        labels = model.estimator.predict(X)
        found = model.estimator.decision_function(X) if scores else None
        shares = model.coded_probabilities(X) if probabilities else None
        errors = count_errors(labels, labels_of(model, batch.target))
        yield Predicted(labels, found, *errors, shares)


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
    if model.target in file.columns:
        file = open_table(path, target=model.target)
    if isinstance(file, DelimitedFile):
        # Where 1.234 is meant as a thousand, it must not be read as a number before.
        file = replace(file, as_text=frozenset(readings_of(model)) & set(file.columns))
    return file


def readings_of(model: Model) -> dict[str, dict[str, str]]:
    """How columns are read that are not what they seem."""
    codes = model.coder.schema_.get("columns", [])
    return {code["name"]: code["reading"] for code in codes if "reading" in code}


def labels_of(model: Model, target: np.ndarray | None) -> np.ndarray | None:
    """The known labels, cut in halves if the model learned them so."""
    cut = model.facts.get("target_cut")
    if target is None or cut is None:
        return target
    found = np.empty(len(target), dtype=object)
    for row, cell in enumerate(target.tolist()):
        value = None if cell is None else number(str(cell))
        found[row] = None if value is None else str(cut_labels(np.array(value), cut))
    return found


def refuse_texts(
    file: TableFile, batch: Batch, feature_map: FeatureMap, readings: dict[str, dict[str, str]]
) -> None:
    """Raise an error with line and column for a cell that is not what the model expects."""
    for name, cells in batch.columns.items():
        if name in readings:
            row, wanted = unreadable(readings[name], cells), MEANT.get(readings[name]["kind"], "")
        else:
            row, wanted = first_text(cells, name, feature_map), "a finite number"
        if row is not None:
            raise bad_file(
                file.path,
                f"column {shown(name)}: {shown(cells[row])} is not {wanted}, but the model expects "
                f"{EXPECTED.get(wanted, 'them')} there; leave the cell empty if the value is not "
                "known.",
                file.line_of(batch.first_row + row),
            )


def first_text(cells: np.ndarray, name: str, feature_map: FeatureMap) -> int | None:
    """The first row with a text in a column of numbers."""
    if cells.dtype != object or name not in {column.name for column in feature_map.numeric}:
        return None
    texts = (row for row, c in enumerate(cells) if c is not None and not is_number(c))
    return next(texts, None)


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
