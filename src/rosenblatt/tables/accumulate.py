"""Accumulate the batches of a file: the rows that are kept, and counts over all rows."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rosenblatt.tables.batch import Batch
from rosenblatt.tables.sampling import (
    GrowingLabels,
    GrowingNumbers,
    GrowingRows,
    GrowingTexts,
    Sample,
)
from rosenblatt.tables.text_counts import TextCounts


class Accumulator:
    """What was read so far: a sample of the rows, and counts over all rows.

    Parameters
    ----------
    sample : Sample
        Where the rows are kept.
    """

    def __init__(self, sample: Sample) -> None:
        self.sample = sample
        self.columns: dict[str, GrowingNumbers | GrowingTexts] = {}
        self.matrix: GrowingRows | None = None
        self.labels = sample.register(GrowingLabels())
        self.n_rows = 0
        self.unlabelled = 0
        self.missing: Counter[str] = Counter()
        self.text_counts: dict[str, TextCounts] = {}
        self.became_text: set[str] = set()

    def add(self, batch: Batch) -> None:
        """Count the rows of a batch, and keep those that have a label and are drawn."""
        labelled = _labelled(_target(batch))
        self.n_rows += batch.n_rows
        self.unlabelled += int((~labelled).sum())
        for name, column in batch.columns.items():
            self._count(name, column, batch.first_row)
        taken = labelled.copy()
        taken[labelled] = self.sample.draw(int(labelled.sum()))
        self._keep(batch, taken)
        self.sample.cut()

    def _count(self, name: str, column: NDArray[Any], first_row: int) -> None:
        if column.dtype == object:
            counts = self.text_counts.setdefault(name, TextCounts())
            self.missing[name] += counts.add(column, first_row)
        else:
            self.missing[name] += int(np.isnan(column).sum())

    def _keep(self, batch: Batch, taken: NDArray[np.bool_]) -> None:
        for name, column in batch.columns.items():
            self._keep_column(name, column[taken])
        if batch.matrix is not None:
            self.matrix = self.matrix or self.sample.register(GrowingRows())
            self.matrix.add(batch.matrix[taken])
        self.labels.add(_target(batch)[taken])

    def _keep_column(self, name: str, column: NDArray[Any]) -> None:
        is_text = column.dtype == object
        if name not in self.columns:
            self.columns[name] = self.sample.register(
                GrowingTexts() if is_text else GrowingNumbers()
            )
        kept = self.columns[name]
        if is_text and isinstance(kept, GrowingNumbers):
            self.became_text.add(name)
        elif name not in self.became_text:
            kept.add(column)

    @property
    def numbers(self) -> dict[str, NDArray[Any]]:
        """The columns that were read as numbers, as far as they are kept."""
        return {
            name: kept.held.values
            for name, kept in self.columns.items()
            if isinstance(kept, GrowingNumbers)
        }

    def finish(self) -> tuple[dict[str, NDArray[Any]], Any, NDArray[Any]]:
        """Return the columns, the matrix if there is one, and the labels."""
        columns = {name: kept.finish() for name, kept in self.columns.items()}
        return columns, self.matrix.finish() if self.matrix else None, self.labels.finish()


def _target(batch: Batch) -> NDArray[Any]:
    assert batch.target is not None  # a table to learn from is opened with a target
    return batch.target


def _labelled(target: NDArray[Any]) -> NDArray[np.bool_]:
    return np.array([t is not None for t in target]) if target.dtype == object else target == target
