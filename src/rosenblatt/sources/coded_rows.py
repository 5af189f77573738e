"""Chunks as learners take them: coded, labelled, shuffled."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rosenblatt.sources.chunks import Chunk
from rosenblatt.sources.coding_pass import named, without_weight
from rosenblatt.sources.label_counts import labels_among
from rosenblatt.sources.part import refuse_row
from rosenblatt.sources.source import Source
from rosenblatt.tables import Batch, TableCoder


@dataclass(frozen=True)
class CodedRows:
    """Rows with labels, and weights if the source has them."""

    X: Any
    y: NDArray[Any]
    weights: NDArray[np.float64] | None = None

    def take(self, rows: NDArray[np.int64]) -> CodedRows:
        """Rows by their positions, in that order."""
        weights = None if self.weights is None else self.weights[rows]
        X = np.take(self.X, rows, axis=0) if isinstance(self.X, np.ndarray) else self.X[rows]
        return CodedRows(X, self.y[rows], weights)

    @property
    def n_rows(self) -> int:
        """Number of rows."""
        return len(self.y)


def read_coded(source: Source, chunk: Chunk, coder: TableCoder, classes: NDArray[Any]) -> CodedRows:
    """Read a chunk and code its rows; those without a label are left out."""
    part, batch = source.parts[chunk.part], source.read(chunk)
    assert batch.target is not None
    rows, y = labels_among(batch.target, classes, part, chunk)
    with named(part):
        X = coder.transform(without_weight(batch, source.weight))
    weights = None if source.weight is None else weights_of(source, chunk, batch)
    if rows is None:
        return CodedRows(X, y, weights)
    return CodedRows(X[rows], y, None if weights is None else weights[rows])


def weights_of(source: Source, chunk: Chunk, batch: Batch) -> NDArray[np.float64]:
    """The column of weights, checked."""
    part, name = source.parts[chunk.part], str(source.weight)
    try:
        weights = batch.columns[name].astype(np.float64)
    except (TypeError, ValueError):
        raise refuse_row(part, chunk, 0, f"the weights in {name!r} are not numbers.") from None
    wrong = np.flatnonzero(~(np.isfinite(weights) & (weights >= 0)))
    if len(wrong):
        row = int(wrong[0])
        raise refuse_row(
            part, chunk, row, f"the weight {weights[row]:g} in {name!r} must be finite, 0 or more."
        )
    return weights
