"""The labels of a source: which there are, and those of a chunk among them."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rosenblatt.sources.chunks import Chunk
from rosenblatt.sources.part import Part, refuse_row
from rosenblatt.tables.cells import labels
from rosenblatt.tables.errors import bad_file, shown

MOST_LABELS = 10_000


def count_labels(counts: Counter[Any], target: NDArray[Any]) -> int:
    """Add the labels of some rows, and return how many rows have none."""
    target = plain_labels(target)
    if target.dtype == np.int64:
        found, times = np.unique(target, return_counts=True)
        counts.update(dict(zip(found.tolist(), times.tolist(), strict=True)))
        return 0
    known = target[np.array([label is not None for label in target], dtype=bool)]
    counts.update(labels(known).tolist())
    return len(target) - len(known)


def counts_by_text(counts: Counter[Any]) -> dict[str, int]:
    """How many rows each label has; a number may be a text elsewhere in the source."""
    found: Counter[str] = Counter()
    for label, times in counts.items():
        found[str(label)] += times
    return {label: found[label] for label in sorted(found)}


def plain_labels(target: NDArray[Any]) -> NDArray[Any]:
    """Whole numbers, or texts with None where there is no label."""
    if target.dtype == np.int64 or target.dtype == object:
        return target
    cells = np.empty(len(target), dtype=object)
    cells[:] = [None if label != label else str(label) for label in target.tolist()]
    return labels(cells)


def classes_of(counts: Counter[Any], source_name: str, target: str) -> NDArray[Any]:
    """All labels in rising order: whole numbers if all are, else texts."""
    if not counts:
        raise bad_file(source_name, f"no row has a label in the column {shown(target)}.")
    if len(counts) > MOST_LABELS:
        raise bad_file(
            source_name,
            f"the column {shown(target)} has {len(counts)} different values: it looks like a "
            "measurement, not like classes.",
        )
    if all(isinstance(label, int) for label in counts):
        return np.array(sorted(counts), dtype=np.int64)
    return np.array(sorted({str(label) for label in counts}))


def labels_among(
    target: NDArray[Any], classes: NDArray[Any], part: Part, chunk: Chunk
) -> tuple[NDArray[Any] | None, NDArray[Any]]:
    """The positions of rows with a label (None: all have one), and their labels."""
    target = plain_labels(target)
    rows = None
    if target.dtype == object:
        known = np.array([label is not None for label in target])
        rows = None if known.all() else np.flatnonzero(known)
        target = target if rows is None else target[rows]
    y = of_type(target, classes.dtype)
    if are_consecutive(classes) and len(y) and classes[0] <= y.min() and y.max() <= classes[-1]:
        return rows, y
    places = np.minimum(np.searchsorted(classes, y), len(classes) - 1)
    unknown = np.flatnonzero(classes[places] != y)
    if len(unknown):
        row = int(unknown[0] if rows is None else rows[unknown[0]])
        raise refuse_row(
            part, chunk, row,
            f"the label {shown(y[unknown[0]])} is not among the classes "
            f"{', '.join(map(shown, classes[:20].tolist()))}.",
        )  # fmt: skip
    return rows, y


def are_consecutive(classes: NDArray[Any]) -> bool:
    """Whether the classes are all whole numbers between two of them, such as 0 and 1."""
    whole = classes.dtype == np.int64
    return bool(whole and classes[-1] - classes[0] == len(classes) - 1)


def of_type(target: NDArray[Any], dtype: np.dtype[Any]) -> NDArray[Any]:
    """Labels as the classes are written; what cannot be is not among them."""
    if target.dtype == dtype or dtype.kind == "U":
        return target if target.dtype == dtype else target.astype(str)
    whole = labels(target.astype(object))
    return whole if whole.dtype == np.int64 else target.astype(str)
