"""What the core must know of a lane to resume later, seen as arrays."""

from collections.abc import Callable
from typing import Any

import numpy as np

from rosenblatt import _core

Record = _core.Record
VECTORS: dict[str, int] = _core.saved_vectors()  # of each keeper


def restored(state: tuple) -> Record:
    """The record that had this state."""
    record: Record = Record.__new__(Record)
    record.__setstate__(tuple(state))
    return record


def without_keepers(record: Record) -> Record:
    """Weights and what the rule remembers, without what keepers saved."""
    return Record(record.weights, record.memory, record.step_length)


def changed(record: Record, change: Callable[[np.ndarray], np.ndarray]) -> Record:
    """Another record, with weights changed and the vectors of weights that keepers saved."""
    weights, run, mass, memory, kept, *rest = record.__getstate__()

    def with_vectors_changed(name: str, numbers: np.ndarray) -> np.ndarray:
        ends = len(weights) * np.arange(1, VECTORS[name] + 1)
        *vectors, others = np.split(numbers, ends)
        return np.concatenate([*map(change, vectors), others])

    kept = {name: with_vectors_changed(name, numbers) for name, numbers in kept.items()}
    return restored((np.ascontiguousarray(change(weights)), run, mass, memory, kept, *rest))


def weight_lines(records: Any, width: int) -> np.ndarray:
    """Weights and biases as they are counted, a line for each record; a fresh one has zeros."""
    lines = np.zeros((len(records), width))
    for line, record in zip(lines, records, strict=True):
        line[: len(record.weights)] = record.weights
    return lines
