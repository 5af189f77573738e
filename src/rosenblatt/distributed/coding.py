"""How the columns of files are coded, found out by all workers together."""

from typing import Any

import numpy as np

from rosenblatt.distributed.part_tasks import FileRows, code_file
from rosenblatt.distributed.tasks import Tasks
from rosenblatt.sources import Source
from rosenblatt.sources.coding_pass import SourceCoding, kinds_of, readings_of, refuse_kinds
from rosenblatt.sources.delimited_part import DelimitedPart
from rosenblatt.sources.label_counts import classes_of


def coded_parts(
    tasks: Tasks, source: Source, coder: dict[str, Any], rows: int, n_parts: int
) -> tuple[SourceCoding, np.ndarray, list[FileRows]]:
    """One task for each file; the coders are merged without rounding."""
    while True:
        calls = [(source, number, rows, coder) for number in range(len(source.parts))]
        found = tasks.run(code_file, calls)
        codings = [coding for coding, _ in found if coding is not None]
        texts = {name for _, columns in found for name in columns}
        texts = texts or (mixed_kinds(source, codings) if len(codings) == len(found) else set())
        readings = {} if texts else first_readings(source, codings)
        if not texts and not readings:
            break
        source = source.with_texts(texts)
        coder = {**coder, "readings": {**(coder.get("readings") or {}), **readings}}
    coding = merged_codings(codings)
    classes = classes_of(coding.labels, source.parts[0].name, source.target)
    fixed = coding.coder.fixed()
    dealt = [tuple(coding.chunks[k::n_parts]) for k in range(n_parts)]
    parts = [FileRows(source, chunks, fixed, classes) for chunks in dealt if chunks]
    return coding, classes, parts


def mixed_kinds(source: Source, codings: list[SourceCoding]) -> set[str]:
    """Columns that are numbers in some CSV files and texts in others; other files are refused."""
    first, found = kinds_of(codings[0].coder), set()
    for number, coding in enumerate(codings):
        part = source.parts[number]
        other = [name for name, kind in kinds_of(coding.coder).items() if kind != first.get(name)]
        if other and not isinstance(part, DelimitedPart):
            raise refuse_kinds(part, other[0], first[other[0]])
        found.update(other)
    return found


def first_readings(source: Source, codings: list[SourceCoding]) -> dict[str, Any]:
    """How columns of texts are read, by the first file; those of others that began as numbers are
    texts in it by now."""
    return readings_of(codings[0], source.parts[0])


def merged_codings(codings: list[SourceCoding]) -> SourceCoding:
    """What is known of all files."""
    whole = codings[0]
    for coding in codings[1:]:
        whole.coder.merge(coding.coder)
        whole.chunks += coding.chunks
        whole.labels += coding.labels
        whole.marks += coding.marks
        whole.unlabelled += coding.unlabelled
    return whole
