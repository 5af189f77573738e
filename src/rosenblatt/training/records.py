"""What the core must know of a lane to resume later, seen as arrays."""

from collections.abc import Callable
from typing import Any

import numpy as np

from rosenblatt import _core

Record = _core.Record


def restored(state: tuple) -> Record:
    """The record that had this state."""
    record: Record = Record.__new__(Record)
    record.__setstate__(tuple(state))
    return record


def without_keepers(record: Record) -> Record:
    """Weights and what the rule remembers, without what keepers saved."""
    return Record(record.weights, record.memory, record.step_length)


def changed(record: Record, change: Callable[[np.ndarray], np.ndarray]) -> Record:
    """Another record, with weights changed and what keepers saved, which begins with weights."""
    weights, run, mass, memory, kept, *rest = record.__getstate__()
    kept = {name: np.ascontiguousarray(change(numbers)) for name, numbers in kept.items()}
    return restored((np.ascontiguousarray(change(weights)), run, mass, memory, kept, *rest))


def weight_lines(records: Any, width: int) -> np.ndarray:
    """Weights and biases as they are counted, a line for each record; a fresh one has zeros."""
    lines = np.zeros((len(records), width))
    for line, record in zip(lines, records, strict=True):
        line[: len(record.weights)] = record.weights
    return lines
