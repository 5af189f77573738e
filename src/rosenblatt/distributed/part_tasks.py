"""What a worker does: pure functions, so that any may be done again elsewhere."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from rosenblatt.distributed.mixing import PartOutcome
from rosenblatt.sources import Chunk, Source, chunk_order, row_order
from rosenblatt.sources.coded_rows import CodedRows, read_coded
from rosenblatt.sources.coding_pass import BecameTextError, SourceCoding, with_part
from rosenblatt.tables import TableCoder
from rosenblatt.training.learn_batch import learn_batch, new_stream, open_batch
from rosenblatt.training.stream import Stream


@dataclass(frozen=True)
class FileRows:
    """The rows of a part that lie in files: nothing but names, places and the coder."""

    source: Source
    chunks: tuple[Chunk, ...]
    coder: TableCoder
    classes: np.ndarray

    def in_order(self, seed: int, number: int) -> Iterator[CodedRows]:
        """Chunks in the order of a pass, their rows shuffled."""
        for chunk in map(int, chunk_order(seed, number, self.chunks)):
            rows = read_coded(self.source, self.chunks[chunk], self.coder, self.classes)
            yield rows.take(row_order(seed, number, chunk, rows.n_rows))


@dataclass(frozen=True)
class ArrayRows:
    """The rows of a part that are arrays."""

    X: Any
    y: Any
    weights: Any = None

    def in_order(self, seed: int, number: int) -> Iterator[CodedRows]:
        """All rows at once, shuffled."""
        y = np.asarray(self.y)
        weights = None if self.weights is None else np.asarray(self.weights, dtype=np.float64)
        rows = CodedRows(as_rows(self.X), y, weights)
        yield rows.take(row_order(seed, number, 0, rows.n_rows))


def as_rows(X: Any) -> Any:
    """Rows of floats, dense or CSR."""
    X = X.tocsr() if hasattr(X, "tocsr") else np.asarray(X)
    return X if X.dtype in (np.float32, np.float64) else X.astype(np.float64)


def array_rows(X: Any, y: Any, weights: Any) -> ArrayRows:
    """A part of arrays that may have come from elsewhere."""
    return ArrayRows(X, y, weights)


def code_file(
    source: Source, number: int, rows: int, parameters: dict[str, Any]
) -> tuple[SourceCoding | None, list[str]]:
    """What is known of one file, or the columns that must be read as texts first."""
    try:
        coding = with_part(source, SourceCoding(TableCoder(**parameters)), number, rows, ignore)
    except BecameTextError as found:
        return None, found.columns
    return coding, []


def ignore(rows: int) -> None:
    """Nobody is told."""


def first_stream(
    setting: Any, rows: Any, seed: int, classes: np.ndarray | None
) -> tuple[Any, int, str]:
    """Where all parts start, in the units of the first rows of the first part; the number of
    features, and their type."""
    first = next(iter(rows.in_order(seed, 0)))
    opened = open_batch(setting, None, first.X, first.y, classes, first.weights)
    if opened is None:
        raise ValueError("the first rows of the first part have no weight; give some row one.")
    stream, data = opened
    setting._require_width(data.rows.X.shape[1])
    session = setting._session_type(
        [setting], data, positives=stream.positives(), seed=seed, order="cyclic", max_iter=1
    )
    empty = replace(
        new_stream(setting, stream.classes),
        records=tuple(session.records),
        frame=session.frame,
        scale=data.rows.scale,
    )
    return empty, int(data.rows.X.shape[1]), str(data.rows.X.dtype)


def label_set(rows: Any, seed: int) -> np.ndarray:
    """The labels of a part."""
    return np.unique(np.concatenate([each.y for each in rows.in_order(seed, 0)]))


def learn_part(
    setting: Any, start: Stream, rows: Any, classes: np.ndarray | None, seed: int, number: int
) -> PartOutcome:
    """One pass over a part, from where all parts start."""
    stream, found = replace(start, history={}), None
    for each in nonempty(rows.in_order(seed, number)):
        opened = open_batch(setting, stream, each.X, each.y, classes, each.weights)
        if opened is not None:
            found = learn_batch(setting, *opened)
            stream = found.stream
    if found is None:
        raise ValueError("a part has no rows with a weight; use fewer parts.")
    refuse_memory(setting, stream)
    model = found.outcome.checkpoint.model
    return PartOutcome(
        stream=stream,
        coef=model.coef.astype(np.float64),
        intercept=model.intercept.astype(np.float64),
        weight=float((stream.counts - padded_counts(start, stream)).sum()),
        updates=stream.history["updates"].lines.sum(axis=0),
    )


def nonempty(chunks: Iterable[CodedRows]) -> Iterator[CodedRows]:
    return (each for each in chunks if each.n_rows)


def padded_counts(start: Stream, stream: Stream) -> np.ndarray:
    """The counts at the start, for the classes of a stream that may have met more."""
    known = dict(zip(start.classes.tolist(), start.counts.tolist(), strict=True))
    return np.array([known.get(label, 0.0) for label in stream.classes.tolist()])


def refuse_memory(setting: Any, stream: Stream) -> None:
    if any(record.memory.size for record in stream.records):
        raise ValueError(
            f"the rule of {type(setting).__name__} remembers more than weights, for which mixing "
            "is not defined; choose one that remembers nothing else, such as Perceptron or "
            "PassiveAggressiveClassifier."
        )
