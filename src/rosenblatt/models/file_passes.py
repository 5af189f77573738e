"""The passes of a fit from files: coding, then learning, chunk by chunk."""

import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from time import monotonic, perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rosenblatt.classifiers.classifier import predicted_codes
from rosenblatt.estimators.stream_lanes import partial_fit_in_lanes
from rosenblatt.models.file_fit import FileFit, save_fit
from rosenblatt.sources import Source, chunk_order, row_order
from rosenblatt.sources.coded_rows import CodedRows, read_coded
from rosenblatt.sources.coding_pass import SourceCoding, learn_coding, named
from rosenblatt.sources.label_counts import classes_of
from rosenblatt.sources.read_ahead import call_ahead
from rosenblatt.sources.scratch import ScratchFolder
from rosenblatt.training.kernel_products import one_thread_each

JUDGED = 1000  # rows of a chunk that are predicted first, if predicting takes long
SHARE = 4  # of the memory that rows kept by a model may occupy


@dataclass(frozen=True)
class FitProgress:
    """How far a fit has come.

    ``number`` is the pass, 0 for the one that finds out how columns are coded; ``error`` the share
    of the rows of this pass that were predicted wrongly before they were learned, None as long as
    there are none.
    """

    number: int
    passes: int
    rows: int  # of this pass
    total: int | None  # rows of a pass, None while that is not known
    seconds: float  # of this pass, in this run
    done: int  # rows of this pass, in this run
    error: float | None


@dataclass(frozen=True)
class Upkeep:
    """What is done beside learning; nothing of it changes the model."""

    checkpoint: Path | None
    every: float
    scratch: Path | None
    scratch_bytes: int | None
    memory: int
    progress: Callable[[FitProgress], None]


class CheckpointClock:
    """Says when a checkpoint is due."""

    def __init__(self, upkeep: Upkeep) -> None:
        self.upkeep, self.last = upkeep, monotonic()

    def save(self, fit: FileFit, at_once: bool = False) -> None:
        """Write a checkpoint if it is due."""
        path = self.upkeep.checkpoint
        if path is not None and (at_once or monotonic() - self.last >= self.upkeep.every):
            save_fit(fit, path)
            self.last = monotonic()


@contextmanager
def saved_on_error(fit: FileFit, upkeep: Upkeep) -> Iterator[None]:
    """Whatever ends a fit early, what was learned so far is written down, if it is whole."""
    try:
        yield
    except BaseException:
        if upkeep.checkpoint is not None and not fit.changing:
            with suppress(OSError):  # a full disk: the checkpoint before is intact
                save_fit(fit, upkeep.checkpoint)
        raise


@contextmanager
def change(fit: FileFit) -> Iterator[None]:
    """Changes that belong together: a fit that ends among them is not written down."""
    fit.changing = True
    yield
    fit.changing = False


# ---------------------------------------------------------------------- coding


def code_parts(source: Source, fit: FileFit, upkeep: Upkeep) -> Source:
    """Go through the parts that are not coded yet; the source knows its columns of texts then."""
    if fit.classes:
        return source
    clock, begin, done = CheckpointClock(upkeep), perf_counter(), 0
    before = fit.coding.rows

    def after_part(source: Source, coding: SourceCoding) -> None:
        with change(fit):
            fit.coding, fit.texts = coding, source.texts()
        clock.save(fit)

    def after_chunk(rows: int) -> None:
        nonlocal done
        done += rows
        seconds = perf_counter() - begin
        passes = fit.plan["passes"]
        upkeep.progress(FitProgress(0, passes, before + done, None, seconds, done, None))

    source, coding = learn_coding(source, fit.coding, fit.rows, after_part, after_chunk)
    found = classes_of(coding.labels, source.parts[0].name, source.target)
    with change(fit):
        fit.coding, fit.texts = coding, source.texts()
        fit.classes = (found if fit.plan["classes"] is None else given_classes(fit)).tolist()
    clock.save(fit, at_once=True)
    return source


def given_classes(fit: FileFit) -> NDArray[Any]:
    """The classes that were named; whole numbers, or texts."""
    named_ones = fit.plan["classes"]
    if all(isinstance(label, int) for label in named_ones):
        return np.array(sorted(named_ones), dtype=np.int64)
    return np.array(sorted(map(str, named_ones)))


# ---------------------------------------------------------------------- learning


def learn_passes(source: Source, fit: FileFit, learners: list[Any], upkeep: Upkeep) -> None:
    """Learn what is left of the passes."""
    fit.estimators = fit.estimators or learners
    clock, passes = CheckpointClock(upkeep), fit.plan["passes"]
    with scratch_folder(upkeep, passes - fit.number - 1) as scratch, one_thread_each():
        for number in range(fit.number, passes):
            learn_pass(source, fit, upkeep, clock, scratch)
            with change(fit):
                fit.number, fit.position = number + 1, 0
    clock.save(fit, at_once=True)


def learn_pass(
    source: Source, fit: FileFit, upkeep: Upkeep, clock: CheckpointClock, scratch: ScratchFolder
) -> None:
    """Learn what is left of a pass."""
    if len(fit.seen) == fit.number:
        with change(fit):
            fit.seen.append(0)
            for counts in fit.wrong:
                counts.append(0)
    classes = np.array(fit.classes)
    begin, done = perf_counter(), 0
    order = chunk_order(fit.plan["seed"], fit.number, fit.coding.chunks)
    sizes = [chunk.rows for chunk in fit.coding.chunks]
    left = order[fit.position :].tolist()
    calls = (partial(coded_chunk, source, fit, chunk, classes, scratch) for chunk in left)
    for chunk, found in zip(left, call_ahead(calls), strict=True):
        rows = found.take(row_order(fit.plan["seed"], fit.number, chunk, found.n_rows))
        with change(fit), named(source.parts[fit.coding.chunks[chunk].part]):
            if rows.n_rows:
                judge(fit, rows)
                partial_fit_in_lanes(fit.estimators, rows.X, rows.y, classes, rows.weights)
                forget_rows(fit.estimators)
            fit.position += 1
        refuse_large(fit, upkeep.memory)
        done += sizes[chunk]
        clock.save(fit)
        upkeep.progress(progress_of(fit, order, sizes, perf_counter() - begin, done))


def coded_chunk(
    source: Source, fit: FileFit, chunk: int, classes: NDArray[Any], scratch: ScratchFolder
) -> CodedRows:
    """A chunk from the scratch folder, if it is kept there, or from its file."""
    rows = scratch.read(chunk)
    if rows is None:
        begin = perf_counter()
        rows = read_coded(source, fit.coding.chunks[chunk], fit.coding.coder, classes)
        scratch.keep(chunk, rows, perf_counter() - begin)
    return rows


def judge(fit: FileFit, rows: CodedRows) -> None:
    """Count the rows that are predicted wrongly before they are learned."""
    first = fit.estimators[0]
    if not hasattr(first, "_stream"):
        return
    slow = first.hypothesis == "voted" or hasattr(first, "kernel")
    judged = rows.take(np.arange(min(JUDGED, rows.n_rows))) if slow else rows
    for lane, estimator in enumerate(fit.estimators):
        fit.wrong[lane][-1] += int((predicted(estimator, judged.X) != judged.y).sum())
    fit.seen[-1] += judged.n_rows


def predicted(estimator: Any, X: Any) -> NDArray[Any]:
    """What ``predict`` returns, of dense rows without a look at whether they are finite.

    They are learned next, which looks.
    """
    if not isinstance(X, np.ndarray) or len(estimator.classes_) == 1:
        return np.asarray(estimator.predict(X))
    return np.asarray(estimator.classes_[predicted_codes(estimator._scores(X))])


def forget_rows(estimators: list[Any]) -> None:
    """Nobody can look up the rows of a chunk by their numbers."""
    for estimator in estimators:
        vars(estimator).pop("mistakes_", None)


def refuse_large(fit: FileFit, memory: int) -> None:
    """Models that keep rows must not outgrow the memory."""
    size = sum(bytes_kept(estimator) for estimator in fit.estimators)
    if size > memory // SHARE:
        name = type(fit.estimators[0]).__name__
        raise ValueError(
            f"{name}(hypothesis={fit.estimators[0].hypothesis!r}) keeps the rows it has learned, "
            f"by now {size / 1e6:.0f} MB, more than a quarter of the memory; give more memory, or "
            "choose hypothesis='averaged' of a learner without a kernel."
        )


def bytes_kept(estimator: Any) -> int:
    """Bytes of the rows and updates that a stream keeps."""
    stream = getattr(estimator, "_stream", None)
    if stream is None or stream.rows is None:
        return 0
    rows = stream.rows
    size = rows.nbytes if isinstance(rows, np.ndarray) else rows.data.nbytes * 2
    lists = [getattr(each, name) for each in stream.lists for name in ("row", "lane", "step")]
    return int(size) + 2 * sum(int(array.nbytes) for array in lists)


def progress_of(
    fit: FileFit, order: Any, sizes: list[int], seconds: float, done: int
) -> FitProgress:
    rows = sum(sizes[chunk] for chunk in order[: fit.position])
    best = min(counts[-1] for counts in fit.wrong)
    error = best / fit.seen[-1] if fit.seen[-1] else None
    passes = fit.plan["passes"]
    return FitProgress(fit.number + 1, passes, rows, sum(sizes), seconds, done, error)


@contextmanager
def scratch_folder(upkeep: Upkeep, later: int) -> Iterator[ScratchFolder]:
    """A folder that is removed at the end; a killed run with a name for it left one behind."""
    path = upkeep.scratch
    if path is None:
        path = Path(tempfile.gettempdir())
    most = upkeep.scratch_bytes
    if most is None:
        place = next(each for each in (path, *path.absolute().parents) if each.exists())
        most = shutil.disk_usage(place).free // 2
    if upkeep.scratch is not None:
        with ScratchFolder(path, most, later) as folder:
            yield folder
        return
    with (
        tempfile.TemporaryDirectory(prefix="rosenblatt-") as made,
        ScratchFolder(Path(made) / "chunks", most, later) as folder,
    ):
        yield folder
