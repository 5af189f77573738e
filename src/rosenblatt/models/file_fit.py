"""The state of a fit from files, and how it is written down and read again."""

import json
import os
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from rosenblatt.atomic_write import write_whole
from rosenblatt.models.model_file import MOST_BYTES, BadModelError, pack, read_checked, unpack
from rosenblatt.models.trust import from_bytes, to_bytes
from rosenblatt.sources import Chunk
from rosenblatt.sources.coding_pass import SourceCoding
from rosenblatt.tables import TableCoder

KIND = "checkpoint"
FitPlan = dict[str, Any]  # all that the model depends on beside the files, as JSON values


@dataclass
class FileFit:
    """How far a fit has come."""

    plan: FitPlan
    rows: int  # of a chunk, at most
    coding: SourceCoding
    texts: list[str] = field(default_factory=list)  # columns of CSV files that are texts
    classes: list[Any] = field(default_factory=list)  # known once all parts are coded
    number: int = 0  # of the pass
    position: int = 0  # chunks of that pass that are learned
    estimators: list[Any] = field(default_factory=list)
    wrong: list[list[int]] = field(default_factory=list)  # for each lane, in each pass
    seen: list[int] = field(default_factory=list)  # rows predicted before they were learned
    changing: bool = False  # parts of the state do not belong together just now


def save_fit(fit: FileFit, path: str | os.PathLike[str]) -> None:
    """Write a checkpoint, completely or not at all.

    Parameters
    ----------
    fit : FileFit
        The state.
    path : str or path
        If anything goes wrong, an earlier checkpoint stays as it was.
    """
    coding = fit.coding
    header = {
        "kind": KIND, "plan": fit.plan, "rows": fit.rows, "texts": fit.texts,
        "classes": fit.classes, "number": fit.number, "position": fit.position,
        "wrong": fit.wrong, "seen": fit.seen, "marks": coding.marks,
        "unlabelled": coding.unlabelled, "labels": list(map(list, coding.labels.items())),
        "chunks": [chunk.plain() for chunk in coding.chunks],
        "sums": None if fit.classes else plain_sums(coding.coder),
    }  # fmt: skip
    coder = coding.coder.fixed() if fit.classes else TableCoder(**coding.coder.get_params())
    payload = to_bytes({"coder": coder, "estimators": fit.estimators})
    try:
        write_whole(path, pack(header, payload))
    except OSError as error:
        raise OSError(
            error.errno,
            f"the checkpoint cannot be written ({error.strerror}); the one before is intact. Make "
            "room, and resume",
            str(path),
        ) from None


def load_fit(path: str | os.PathLike[str], max_bytes: int = MOST_BYTES) -> FileFit:
    """Read a checkpoint.

    Parameters
    ----------
    path : str or path
        What ``save_fit`` wrote.
    max_bytes : int, default=2**32
        Larger files are refused before they are read.

    Returns
    -------
    FileFit
        The state, as it was.
    """
    header, payload = unpack(read_checked(path, max_bytes), path)
    if header.get("kind") != KIND:
        raise BadModelError(f"{path} is a model, not a checkpoint of a fit; name another file.")
    stored = from_bytes(payload, path)
    try:
        coder = stored["coder"]
        if header["sums"] is not None:
            restore_sums(coder, header["sums"])
        labels = Counter(dict(header["labels"]))
        chunks = [Chunk(*numbers) for numbers in header["chunks"]]
        coding = SourceCoding(coder, chunks, labels, header["marks"], header["unlabelled"])
        kept = ("plan", "rows", "texts", "classes", "number", "position", "wrong", "seen")
        known = {name: header[name] for name in kept}
        return FileFit(coding=coding, estimators=stored["estimators"], **known)
    except (KeyError, TypeError, ValueError) as error:
        raise BadModelError(f"{path} is not a checkpoint that can be used: {error}.") from error


def plain_sums(coder: TableCoder) -> Any:
    """What a coder has added up so far, as JSON values."""
    sums = getattr(coder, "_sums", None)
    if sums is None or sums["kind"] == "columns":
        return sums or {}
    return {**sums, "largest": sums["largest"].tolist()}


def restore_sums(coder: TableCoder, sums: Any) -> None:
    """Let a coder go on where another ended."""
    if not sums:
        return
    if sums["kind"] == "matrix":
        sums = {**sums, "largest": np.array(sums["largest"], dtype=np.float64)}
    coder._add(sums)


def refuse_other_plan(found: FitPlan, wanted: FitPlan, path: str | os.PathLike[str]) -> None:
    """Raise an error if a checkpoint belongs to another fit."""
    wanted = json.loads(json.dumps(wanted))
    for key, value in wanted.items():
        if key != "passes" and found.get(key) != value:
            raise ValueError(
                f"{path} belongs to a fit with {key}={found.get(key)!r}, but now {key}={value!r}; "
                "resume with the same arguments, or start again without resume."
            )


def refuse_changed_files(fit: FileFit, parts: Any, path: str | os.PathLike[str]) -> None:
    """Raise an error if a file that was gone through is not what it was."""
    for mark, part in zip(fit.coding.marks, parts, strict=False):
        if part.mark() != mark:
            raise ValueError(
                f"{part.name} has changed since {Path(path).name} was written, so the fit cannot "
                "be resumed; start again without resume."
            )
