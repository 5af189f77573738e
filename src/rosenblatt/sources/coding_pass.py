"""The first pass over a source: its chunks, how its columns are coded, which labels there are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import copy
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from rosenblatt.sources.chunks import Chunk
from rosenblatt.sources.delimited_part import DelimitedPart
from rosenblatt.sources.label_counts import MOST_LABELS, count_labels
from rosenblatt.sources.part import Part, refuse_row
from rosenblatt.sources.read_ahead import read_ahead
from rosenblatt.sources.source import Source
from rosenblatt.tables import Batch, TableCoder
from rosenblatt.tables.doctor.choosing import (
    choose_reading,
    comparable,
    complaint,
    is_mixed,
    usual_decimal,
)
from rosenblatt.tables.errors import BadFileError, bad_file, shown
from rosenblatt.tables.text_counts import TextCounts

MOST_TEXTS = 1_000_000  # different ones in a column


@dataclass
class SourceCoding:
    """What is known of the parts gone through so far."""

    coder: TableCoder
    chunks: list[Chunk] = field(default_factory=list)
    labels: Counter[Any] = field(default_factory=Counter)
    marks: list[list[int]] = field(default_factory=list)  # one per part
    unlabelled: int = 0
    texts: dict[str, TextCounts] = field(default_factory=dict)  # of the last CSV file

    @property
    def rows(self) -> int:
        """Rows so far."""
        return sum(chunk.rows for chunk in self.chunks)


class BecameTextError(Exception):
    """Columns of numbers turned out to hold texts; they must be read as texts from the start."""

    def __init__(self, part: int, columns: list[str]) -> None:
        super().__init__(f"{columns} hold texts")
        self.part, self.columns = part, columns


def learn_coding(
    source: Source,
    coding: SourceCoding,
    rows: int,
    after_part: Callable[[Source, SourceCoding], None],
    after_chunk: Callable[[int], None],
) -> tuple[Source, SourceCoding]:
    """Go through the parts that are not in ``coding`` yet.

    The source comes back with the columns of its CSV files that must be read as texts. What
    ``after_part`` is given is complete, and a later call can go on from it.
    """
    while True:
        try:
            for number in range(len(coding.marks), len(source.parts)):
                coding = with_part(source, coding, number, rows, after_chunk)
                if number == 0 and (found := readings_of(coding, source.parts[0])):
                    coding = anew(coding, found)
                    break
                source = source.with_texts(mixed_texts(coding, source.parts[number]))
                after_part(source, coding)
            else:
                return source, coding
        except BecameTextError as error:
            changed = source.with_texts(error.columns)
            # First the part alone: if its texts are mistakes, what is known stays as it is.
            alone = with_part(changed, anew(coding), error.part, rows, lambda rows: None)
            source, coding = changed, anew(coding, readings_of(alone, source.parts[error.part]))


def anew(coding: SourceCoding, readings: dict[str, Any] | None = None) -> SourceCoding:
    """Nothing known yet but how some columns of texts are read."""
    coder = TableCoder(**coding.coder.get_params())
    if readings:
        coder.set_params(readings={**(coder.readings or {}), **readings})
    return SourceCoding(coder)


def readings_of(coding: SourceCoding, part: Part) -> dict[str, Any]:
    """How columns of texts are read, by the first file that has them: as dates, numbers, ...

    Columns that have a reading keep it.
    """
    if not isinstance(part, DelimitedPart):
        return {}
    known, counts = coding.coder.readings or {}, coding.texts
    decimal = usual_decimal(counts.values(), (), part.file.delimiter)
    chosen = {
        name: choose_reading(counts[name], decimal, name in part.as_text)
        for name in counts
        if name not in known
    }
    return {name: reading for name, reading in chosen.items() if reading is not None}


def mixed_texts(coding: SourceCoding, part: Part) -> list[str]:
    """Columns of the last part that are texts though some of their cells are numbers."""
    if not isinstance(part, DelimitedPart):
        return []
    readings = coding.coder.readings or {}
    unread = {name: found for name, found in coding.texts.items() if name not in readings}
    return [n for n, found in unread.items() if is_mixed(found) or not comparable(found)]


def with_part(
    source: Source, before: SourceCoding, number: int, rows: int, after_chunk: Callable[[int], None]
) -> SourceCoding:
    """What is known with one more part; ``before`` stays as it is."""
    part = source.parts[number]
    source.check_columns(number)
    mark = part.mark()
    coding = replace(before, coder=copy_of(before.coder), labels=before.labels.copy())
    coding.chunks = list(before.chunks)
    counts: dict[str, TextCounts] = {}
    for chunk, batch in read_ahead(part.through(number, rows)):
        with named(part):
            add_chunk(source, coding, chunk, batch, counts)
        after_chunk(chunk.rows)
    if isinstance(part, DelimitedPart):
        refuse_mistakes(part, counts)
    coding.marks, coding.texts = [*before.marks, mark], counts
    return coding


def add_chunk(
    source: Source,
    coding: SourceCoding,
    chunk: Chunk,
    batch: Batch,
    counts: dict[str, TextCounts],
) -> None:
    features = without_weight(batch, source.weight)
    part = source.parts[chunk.part]
    refuse_other_kinds(part, chunk, features, coding.coder)
    try:
        coding.coder.partial_fit(features)
    except ValueError:
        refuse_infinite(part, chunk, features)
        raise
    refuse_many_texts(part, coding.coder)
    for name, column in features.columns.items():
        if column.dtype == object and isinstance(part, DelimitedPart):
            counts.setdefault(name, TextCounts()).add(column, chunk.first)
    assert batch.target is not None  # a source has a target
    coding.unlabelled += count_labels(coding.labels, batch.target)
    if len(coding.labels) > MOST_LABELS:
        raise bad_file(
            part.name,
            f"the column {shown(source.target)} has more than {MOST_LABELS} different values: it "
            "looks like a measurement, not like classes.",
        )
    coding.chunks.append(chunk)


def refuse_other_kinds(part: Part, chunk: Chunk, batch: Batch, coder: TableCoder) -> None:
    """Texts where there were numbers, or numbers where there were texts."""
    if not hasattr(coder, "schema_") or not batch.columns:
        return
    known = kinds_of(coder)
    other = [
        name for name, column in batch.columns.items() if (column.dtype == object) != known[name]
    ]
    if not other:
        return
    if isinstance(part, DelimitedPart):
        raise BecameTextError(chunk.part, other)
    raise refuse_kinds(part, other[0], known[other[0]])


def kinds_of(coder: TableCoder) -> dict[str, bool]:
    """Which columns are texts in the files."""
    codes = coder.schema_.get("columns", ())
    return {code["name"]: code["kind"] == "nominal" or "reading" in code for code in codes}


def refuse_kinds(part: Part, name: str, text: bool) -> BadFileError:
    """The error for a column that is text in the first files and not in this one, or otherwise."""
    kinds = ("numbers", "texts") if text else ("texts", "numbers")
    return bad_file(
        part.name,
        f"the column {shown(name)} holds {kinds[0]}, but {kinds[1]} in the files before; "
        "write it alike in all files, or leave it out (drop).",
    )


def refuse_infinite(part: Part, chunk: Chunk, batch: Batch) -> None:
    """Raise an error with the place of the first infinite number, if there is one."""
    for name, column in batch.columns.items():
        rows = np.flatnonzero(np.isinf(column) if column.dtype.kind == "f" else [])
        if len(rows):
            raise refuse_row(
                part, chunk, int(rows[0]), f"column {shown(name)}: not a finite number."
            )


def refuse_mistakes(part: DelimitedPart, counts: dict[str, TextCounts]) -> None:
    """Raise an error for a column of numbers with a few other cells in it."""
    for name, found in counts.items():
        mistake = complaint(found, ".")
        if mistake is not None:
            text, row, wrong = mistake
            message = f"column {shown(name)}: {shown(text)} {wrong}."
            raise bad_file(part.file.path, message, part.file.line_of(row))


def refuse_many_texts(part: Part, coder: TableCoder) -> None:
    for name, size in coder.n_texts().items():
        if size > MOST_TEXTS:
            raise bad_file(
                part.name,
                f"the column {shown(name)} has more than {MOST_TEXTS} different texts, which "
                "cannot be counted in constant memory; leave it out (drop).",
            )


def without_weight(batch: Batch, weight: str | None) -> Batch:
    """The features alone."""
    if weight is None or not batch.columns:
        return batch
    columns = {name: column for name, column in batch.columns.items() if name != weight}
    return replace(batch, columns=columns)


def copy_of(coder: TableCoder) -> TableCoder:
    """A coder that can learn more without changing the other; sums are never changed in place."""
    made: TableCoder = copy(coder)
    return made


@contextmanager
def named(part: Part) -> Iterator[None]:
    """Errors about rows name the part they are in."""
    try:
        yield
    except BadFileError:
        raise
    except ValueError as error:
        raise bad_file(part.name, str(error)) from None
