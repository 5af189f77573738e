"""One more batch of rows: the pure step from one state of a stream to the next.

``partial_fit``, fitting from files and the parts of a cluster all take this step. A setting is an
estimator of which only parameters are read; nothing is stored in it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from rosenblatt.training.groups import group_name, group_of
from rosenblatt.training.labels import (
    balanced,
    count_classes,
    encode,
    encode_known,
    from_mapping,
    require_alike,
    times,
)
from rosenblatt.training.observers import Printer, train
from rosenblatt.training.rows import open_rows
from rosenblatt.training.session import Data, Frame, TrainingOutcome, seed_of
from rosenblatt.training.stream import Stream


@dataclass(frozen=True)
class LearnedBatch:
    """What a setting has learned once a batch has gone by."""

    stream: Any  # where the next batch resumes
    model: Any  # what predicts
    outcome: TrainingOutcome  # how training went, all batches so far

    def attributes(self, hypothesis: str) -> dict[str, Any]:
        """As an estimator keeps it."""
        found = self.model.attributes(self.stream.classes) | self.outcome.attributes(hypothesis)
        return found | {"_stream": self.stream}


def open_batch(
    setting: Any, stream: Any, X: Any, y: np.ndarray, classes: Any, weights: np.ndarray | None
) -> tuple[Any, Data] | None:
    """The stream with room for a batch, and the batch as it is learned; None if it weighs nothing.

    ``stream`` is None before the first batch, ``classes`` are all that may appear, if known.
    """
    admitted = admit_batch(setting, stream, y, classes, weights)
    if admitted is None:
        return None
    stream, codes, weights = admitted
    rows = open_rows(X, stream.scale if stream.records else None)
    return stream, Data(rows, codes, stream.classes, weights)


def admit_batch(
    setting: Any, stream: Any, y: np.ndarray, classes: Any, weights: np.ndarray | None
) -> tuple[Any, np.ndarray, np.ndarray | None] | None:
    """The stream with room for the labels of a batch, their codes, and the full weights."""
    if weights is not None and not weights.any():
        return None
    stream, codes = admit(setting, stream, y, classes, weights)
    counts = count_classes(codes, weights, len(stream.classes))
    stream = replace(stream, counts=stream.counts + counts)
    weights = times(weights, factors_of(setting, stream), codes)
    return None if weights is not None and not weights.any() else (stream, codes, weights)


def admit(
    setting: Any, stream: Any, y: np.ndarray, classes: Any, weights: np.ndarray | None
) -> tuple[Any, np.ndarray]:
    """The stream with room for the classes of this batch, and their codes."""
    codes = None if stream is None or weights is not None else known_codes(stream, y, classes)
    if codes is not None:
        stream.require_training(setting.multi_class)
        stream.require_intercept(setting)
        return stream, codes
    seen = encode(y if weights is None else y[weights > 0])[0]
    named = encode(np.asarray(classes))[0] if classes is not None else seen
    require_alike(seen, named)
    if len(np.setdiff1d(seen, named)):
        raise ValueError(
            f"y holds {np.setdiff1d(seen, named).tolist()}, which classes={named.tolist()} "
            "does not name."
        )
    if stream is None:
        stream = new_stream(setting, named)
    else:
        require_alike(named, stream.classes)
        stream = stream.with_classes(np.union1d(named, seen))
        stream.require_training(setting.multi_class)
        stream.require_intercept(setting)
    if weights is not None:
        y = np.where(weights > 0, y, seen[0])  # rows of weight 0 may hold any label
    return stream, encode_known(y, stream.classes)


def known_codes(stream: Any, y: np.ndarray, classes: Any) -> np.ndarray | None:
    """Codes of labels that the stream knows, without sorting them; None if there may be others.

    Most batches of a long stream are such, and of a single row this is most of the work.
    """
    known = stream.classes
    alike = "U" if y.dtype.kind == "U" else "biu"
    if y.dtype.kind not in alike or known.dtype.kind not in alike:
        return None
    if classes is not None and not np.array_equal(np.asarray(classes), known):
        return None
    places = np.minimum(known.searchsorted(y), len(known) - 1)
    return places.astype(np.int32) if (known[places] == y).all() else None


def new_stream(setting: Any, classes: np.ndarray) -> Stream:
    """A stream that has learned nothing yet."""
    group = group_name(setting.multi_class, len(classes))
    return setting._stream_type(
        classes=classes, records=(), frame=Frame(1.0, 1.0, 1.0), scale=1.0,
        open=group_of(group).apart, counts=np.zeros(len(classes)), group=group,
    )  # fmt: skip


def factors_of(setting: Any, stream: Stream) -> np.ndarray | None:
    """The class weights; "balanced" counts the rows so far."""
    if isinstance(setting.class_weight, str):
        return balanced(stream.counts)
    if setting.class_weight is None:
        return None
    return from_mapping(setting.class_weight, stream.classes, more_may_come=stream.open)


def learn_batch(setting: Any, stream: Any, data: Data) -> LearnedBatch:
    """Visit the rows of a batch once, in the order given.

    Parameters
    ----------
    setting : estimator
        Whose parameters to learn with.
    stream : Stream
        Where the batches before have ended, with room for the classes of this one.
    data : Data
        The batch.
    """
    return learn_batch_in_lanes([setting], [stream], data)[0]


def learn_batch_in_lanes(
    settings: Sequence[Any], streams: Sequence[Any], data: Data
) -> list[LearnedBatch]:
    """The same for settings that differ only in what concerns a lane, in one pass over the rows."""
    first, stream = settings[0], streams[0]
    first._require_width(data.rows.X.shape[1])
    resumed = stream.resumed()
    if "start" in resumed:
        resumed["start"] = [record for other in streams for record in other.records]
    session = first._session_type(
        list(settings),
        data,
        positives=stream.positives(),
        seed=0 if resumed else seed_of(first.random_state),  # of a random start
        order="cyclic",
        max_iter=1,
        **resumed,
    )
    train(session, 1, None, [Printer(type(first).__name__)] if first.verbose else [])
    return [learned(session, number, before) for number, before in enumerate(streams)]


def learned(session: Any, number: int, before: Any) -> LearnedBatch:
    """What one setting has come to."""
    setting = session.settings[number]
    outcome = session.outcome_of(number, session.checkpoint(number), "max_iter")
    stream = before.after(session, outcome, number)
    stream = replace(stream, scale=session.data.rows.scale)
    model = stream.model(session, outcome.checkpoint.model, setting._start_votes())
    return LearnedBatch(stream, model, stream.shown_of(outcome))
