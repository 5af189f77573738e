"""Fit a model to files of any size, chunk by chunk, in constant memory."""

import os
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from glob import escape
from pathlib import Path
from time import perf_counter
from typing import Any

from sklearn.base import clone

from rosenblatt.estimators import AveragedPerceptron
from rosenblatt.estimators.base import OnlineClassifier
from rosenblatt.estimators.stream_lanes import refuse_apart
from rosenblatt.models.file_fit import (
    FileFit,
    FitPlan,
    load_fit,
    refuse_changed_files,
    refuse_other_plan,
)
from rosenblatt.models.file_passes import (
    FitProgress,
    Upkeep,
    code_parts,
    learn_passes,
    saved_on_error,
)
from rosenblatt.models.fitting import json_value
from rosenblatt.models.memory_size import bytes_of_size, rows_in_chunks
from rosenblatt.models.model import Model
from rosenblatt.sources import Source, open_source
from rosenblatt.sources.coding_pass import SourceCoding
from rosenblatt.sources.label_counts import counts_by_text
from rosenblatt.tables import TableCoder


def fit_files(
    files: Any,
    *,
    target: str | None = None,
    learner: Any = None,
    passes: int = 1,
    memory: int | str = "1GB",
    seed: int = 0,
    chunk_rows: int | None = None,
    scale: bool = True,
    dtype: str = "float64",
    weight: str | None = None,
    drop: Iterable[str] = (),
    classes: Sequence[Any] | None = None,
    dense: bool = False,
    checkpoint: str | os.PathLike[str] | None = None,
    checkpoint_seconds: float = 60.0,
    resume: bool = False,
    scratch: str | os.PathLike[str] | None = None,
    scratch_size: int | str | None = None,
    progress: Callable[[FitProgress], None] = lambda found: None,
) -> Any:
    """Code files and learn from all their rows, without ever holding them in memory.

    One pass over the files finds out how their columns are coded. In each pass that follows the
    chunks come in a random order and the rows of each are shuffled; both follow from ``seed`` and
    the list of chunks alone. What is learned is what ``partial_fit`` learns from the same chunks.

    Parameters
    ----------
    files : path, pair of arrays, sequence of them, or Source
        See :func:`rosenblatt.sources.open_source`.
    target : str or None, default=None
        Column with the labels; None takes one called target, label, class or y, else the last.
    learner : estimator, list of estimators or None, default=None
        A learner with ``partial_fit``; None is AveragedPerceptron. Several that differ in
        parameters of their rule are learned together, from one reading of the files.
    passes : int, default=1
        How often each row is learned.
    memory : int or str, default="1GB"
        What the process may occupy; it decides how many rows a chunk has.
    seed : int, default=0
        Seed of the order of chunks and rows.
    chunk_rows : int or None, default=None
        Most rows of a chunk, in place of what follows from ``memory``.
    scale : bool, default=True
        Whether numbers are shifted and scaled; see TableCoder.
    dtype : {"float64", "float32"}, default="float64"
        Type of the coded rows.
    weight : str or None, default=None
        Column with the weights of the rows.
    drop : iterable of str, default=()
        Columns to leave out.
    classes : sequence or None, default=None
        The labels that may occur, if others are to be refused.
    dense : bool, default=False
        Whether rows of svmlight files are columns of numbers like those of other files.
    checkpoint : path or None, default=None
        File to write the state to. The last one stays: remove it when the model is saved.
    checkpoint_seconds : float, default=60
        Seconds between two checkpoints.
    resume : bool, default=False
        Whether to go on from the checkpoint, if there is one. The model is the same, bit for bit.
    scratch : path or None, default=None
        Folder for coded chunks, which later passes read faster; None for one among the temporary
        files. It is removed at the end.
    scratch_size : int, str or None, default=None
        Bound on its size; None for half of the free disk, 0 for none.
    progress : callable
        Told a :class:`FitProgress` after every chunk.

    Returns
    -------
    Model or list of Model
        As many as learners were given. The facts hold rows, error before learning
        (``progressive_error``, one number for each pass), parameters and seconds.

    Examples
    --------
    >>> import tempfile, pathlib
    >>> from rosenblatt.models import fit_files
    >>> folder = pathlib.Path(tempfile.mkdtemp())
    >>> _ = (folder / "a.csv").write_text("height,kind\\n3.5,oak\\n9,fir\\n")
    >>> _ = (folder / "b.csv").write_text("height,kind\\n4,oak\\n8,fir\\n")
    >>> model = fit_files(folder, target="kind", passes=3)
    >>> model.predict({"height": [3.0, 10.0]}).tolist()
    ['oak', 'fir']
    """
    many = isinstance(learner, list | tuple)
    learners = ready(list(learner) if many else [learner or AveragedPerceptron()], seed)
    source = open_source(files, target=target, weight=weight, drop=drop, dense=dense)
    coder = TableCoder(scale=scale, dtype=dtype)
    upkeep = Upkeep(
        None if checkpoint is None else Path(checkpoint), checkpoint_seconds,
        None if scratch is None else Path(scratch),
        None if scratch_size is None else bytes_of_size(scratch_size),
        bytes_of_size(memory), progress,
    )  # fmt: skip
    plan = {
        "files": [part.name for part in source.parts], "target": source.target,
        "weight": weight, "drop": sorted(drop), "dense": dense, "scale": scale, "dtype": dtype,
        "classes": None if classes is None else list(classes), "seed": seed, "passes": passes,
        "chunk_rows": chunk_rows, "learners": [described(each) for each in learners],
    }  # fmt: skip
    begin = perf_counter()
    fit = started(plan, source, coder, upkeep, resume)
    source = source.with_texts(fit.texts)
    with saved_on_error(fit, upkeep):
        source = code_parts(source, fit, upkeep)
        learn_passes(source, fit, learners, upkeep)
    models = [model_of(fit, source, lane, begin) for lane in range(len(learners))]
    return models if many else models[0]


def ready(learners: list[Any], seed: int) -> list[Any]:
    """Copies of the learners that start alike in every run; what cannot stream is refused."""
    made = [clone(each) for each in learners]
    for each in made:
        if not isinstance(each, OnlineClassifier):
            raise ValueError(
                f"{type(each).__name__} has no partial_fit: it looks at all rows at once. Choose a "
                "learner that visits one row after another, such as AveragedPerceptron, or fit it "
                "to a table in memory."
            )
        if each.random_state is None:
            each.set_params(random_state=seed)
    refuse_apart(made)
    for each in made:
        try:
            each.partial_fit  # noqa: B018
        except AttributeError as error:
            raise ValueError(str(error.__cause__ or error)) from None
    return made


def described(learner: Any) -> dict[str, Any]:
    """Name and parameters as JSON values."""
    parameters = {key: json_value(value) for key, value in learner.get_params(False).items()}
    return {"learner": type(learner).__name__, **parameters}


def started(
    plan: FitPlan, source: Source, coder: TableCoder, upkeep: Upkeep, resume: bool
) -> FileFit:
    """A new state, or the one of a checkpoint."""
    path = upkeep.checkpoint
    if resume and path is None:
        raise ValueError("resume=True needs the checkpoint to go on from; name its file.")
    if resume and path is not None:
        for begun in path.parent.glob(f".{escape(path.name[:100])}.*.part"):
            begun.unlink()  # a checkpoint that a killed run was writing
    if resume and path is not None and path.exists():
        fit = load_fit(path)
        refuse_other_plan(fit.plan, plan, path)
        refuse_changed_files(fit, source.parts, path)
        fit.plan = plan
        return fit
    rows = plan["chunk_rows"] or rows_in_chunks(source, coder, upkeep.memory)
    lanes = len(plan["learners"])
    return FileFit(plan, rows, SourceCoding(coder), wrong=[[] for _ in range(lanes)])


def model_of(fit: FileFit, source: Source, lane: int, begin: float) -> Model:
    """The model of one lane, with what is known of its fit."""
    estimator, counts = fit.estimators[lane], counts_by_text(fit.coding.labels)
    labelled = fit.coding.rows - fit.coding.unlabelled
    passes = zip(fit.wrong[lane], fit.seen, strict=True)
    facts = {
        "rows": labelled,
        "rows_in_file": fit.coding.rows,
        "features": estimator.n_features_in_,
        "class_counts": counts,
        "majority_error": 1 - max(counts.values()) / labelled,
        "passes": fit.plan["passes"],
        "progressive_error": [wrong / seen if seen else None for wrong, seen in passes],
        "chunks": len(fit.coding.chunks),
        "files": len(source.parts),
        "parameters": described(estimator),
        "notes": notes(fit, source),
        "warnings": [],
        "fitted": datetime.now(UTC).isoformat(timespec="seconds"),
        "fit_seconds": round(perf_counter() - begin, 3),
    }
    name = Path(source.parts[0].name).name
    return Model(fit.coding.coder.fixed(), estimator, source.target, name, facts)


def notes(fit: FileFit, source: Source) -> list[str]:
    """What a reader of results should know, in plain sentences."""
    sentences = []
    if fit.coding.unlabelled:
        sentences.append(
            f"{fit.coding.unlabelled} rows without a label in {source.target!r} are left out."
        )
    if fit.texts:
        listed = ", ".join(fit.texts)
        sentences.append(f"Read as texts, because some cells are not numbers: {listed}.")
    return sentences
