"""Iterative parameter mixing: parts are learned apart, and their weights mixed after every pass.

McDonald, Hall and Mann, Distributed training strategies for the structured perceptron, 2010. Every
function here is plain arithmetic on what the parts have come to, added up in the order of the
parts, so the result depends on the parts alone and not on who has learned them.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from rosenblatt.training.records import Record, weight_lines
from rosenblatt.training.session import LinearModel
from rosenblatt.training.stream import GrowingTable, Stream

MIXINGS = ("uniform", "updates")


@dataclass(frozen=True)
class PartOutcome:
    """What a part has come to in one pass, from the weights that all parts started with."""

    stream: Stream
    coef: np.ndarray  # the mean of the hypotheses of this pass, one line for each lane
    intercept: np.ndarray
    weight: float  # of the rows of the part
    updates: np.ndarray  # of each group of lanes


@dataclass(frozen=True)
class Mixture:
    """The state between two passes: where the next one starts, and the sums of the means so far.

    ``costs`` has a line for each pass: for each group the updates of the parts times the shares
    with which the parts were mixed, which is what the paper's Theorem 3 bounds.
    """

    stream: Stream
    coef: np.ndarray
    intercept: np.ndarray
    weight: float
    costs: np.ndarray

    @property
    def passes(self) -> int:
        """Passes so far."""
        return len(self.costs)


def begun(stream: Stream, n_features: int) -> Mixture:
    """The state before the first pass."""
    lanes = len(stream.positives())
    groups = len(stream.groups_of(list(range(lanes))))
    return Mixture(
        stream, np.zeros((lanes, n_features)), np.zeros(lanes), 0.0, np.zeros((0, groups))
    )


def mixed(before: Mixture, parts: Sequence[PartOutcome], mixing: str) -> Mixture:
    """The state after a pass.

    Parameters
    ----------
    before : Mixture
        What the parts started from.
    parts : sequence of PartOutcome
        In their order; classes that only some of them have met are known to all afterwards.
    mixing : {"uniform", "updates"}
        Whether every part has the same share, or one by the updates it has made; a group without
        any has the same share of every part.
    """
    classes = before.stream.classes
    for part in parts:
        classes = np.union1d(classes, part.stream.classes)
    wide = widened(before, classes)
    parts = [widened_part(part, classes) for part in parts]
    updates = np.array([part.updates for part in parts])  # (parts, groups)
    shares = shares_of(updates, mixing)
    weights = mixed_weights(parts, shares)
    counts = wide.stream.counts + added([p.stream.counts - wide.stream.counts for p in parts])
    stream = replace(
        parts[0].stream,
        records=tuple(Record(line, np.zeros(0), steps_of(parts[0].stream)) for line in weights),
        counts=counts,
        passes=wide.stream.passes + 1,
        history=histories(wide.stream, parts),
    )
    return Mixture(
        stream,
        wide.coef + added([part.weight * part.coef for part in parts]),
        wide.intercept + added([part.weight * part.intercept for part in parts]),
        wide.weight + float(added([np.array(part.weight) for part in parts])),
        np.vstack([wide.costs, added(list(shares * updates))]),
    )


def shares_of(updates: np.ndarray, mixing: str) -> np.ndarray:
    """For each part and group its share; the shares of a group add up to 1."""
    n_parts = len(updates)
    uniform = np.full(updates.shape, 1.0 / n_parts)
    if mixing == "uniform":
        return uniform
    total = updates.sum(axis=0)
    return np.where(total > 0, updates / np.maximum(total, 1), uniform)


def mixed_weights(parts: Sequence[PartOutcome], shares: np.ndarray) -> np.ndarray:
    """One line for each lane, the intercept last."""
    n_lanes, n_features = parts[0].coef.shape
    per_lane = np.repeat(shares, n_lanes // shares.shape[1], axis=1)
    lines = []
    for part, share in zip(parts, per_lane, strict=True):
        own = weight_lines(part.stream.records, n_features + 1)
        lines.append(share[:, None] * own)
    return added(lines)


def steps_of(stream: Stream) -> float:
    """How long the steps are in which weights are counted: in all parts the same."""
    return float(stream.records[0].step_length)


def histories(before: Stream, parts: Sequence[PartOutcome]) -> dict[str, GrowingTable]:
    """Updates and mistakes of each pass, of all parts together."""
    found = {}
    for name in ("updates", "mistakes"):
        line = added([part.stream.history[name].lines.sum(axis=0) for part in parts])[None, :]
        earlier = before.history.get(name)
        found[name] = GrowingTable.of(line) if earlier is None else earlier.with_more(line)
    return found


def added(arrays: Sequence[np.ndarray]) -> Any:
    """The sum, one after the other: sums of floats depend on their order."""
    total = arrays[0]
    for array in arrays[1:]:
        total = total + array
    return total


# ---------------------------------------------------------------------- late classes


def widened(mixture: Mixture, classes: np.ndarray) -> Mixture:
    """The same with lanes for more classes; new ones are copies of those that met none of them."""
    stream = mixture.stream
    if np.array_equal(stream.classes, classes):
        return mixture
    lanes = sources_of(stream, classes)
    return Mixture(
        stream.with_classes(classes),
        mixture.coef[lanes],
        mixture.intercept[lanes],
        mixture.weight,
        mixture.costs[:, stream.groups_of(lanes)],
    )


def widened_part(part: PartOutcome, classes: np.ndarray) -> PartOutcome:
    if np.array_equal(part.stream.classes, classes):
        return part
    lanes = sources_of(part.stream, classes)
    return replace(
        part,
        stream=part.stream.with_classes(classes),
        coef=part.coef[lanes],
        intercept=part.intercept[lanes],
        updates=part.updates[part.stream.groups_of(lanes)],
    )


def sources_of(stream: Stream, classes: np.ndarray) -> list[int]:
    """For each lane of a wider stream, the lane it is a copy of."""
    numbers: Any = tuple(range(len(stream.positives())))
    marked: Any = replace(stream, records=numbers, start=(), lists=(), history={})
    return list(marked.with_classes(classes).records)


# ---------------------------------------------------------------------- the model


def local_model(mixture: Mixture, hypothesis: str, dtype: Any) -> LinearModel:
    """The model of the lanes that predict, in the units of X."""
    stream, lanes = mixture.stream, mixture.stream.visible()
    if hypothesis == "last":
        weights = np.array([stream.records[lane].weights for lane in lanes]) * steps_of(stream)
        coef, intercept = weights[:, :-1] * stream.scale, weights[:, -1]
    else:
        coef = mixture.coef[lanes] / mixture.weight
        intercept = mixture.intercept[lanes] / mixture.weight
    return LinearModel(coef.astype(dtype), intercept.astype(dtype), None, stream.group)
