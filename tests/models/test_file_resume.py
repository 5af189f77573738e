"""A fit from files that was cut short goes on from its checkpoint to the same model."""

import os
import random
import signal
import threading
import warnings
from functools import partial

import numpy as np
import pytest
from children import ctrl_c, in_child
from file_tables import chunks_of, made_rows, same_models, write

from rosenblatt import KernelPerceptron, Perceptron
from rosenblatt.models import BadModelError, fit_files, load
from rosenblatt.models.file_fit import load_fit

pytest.importorskip("skops")
pytest.importorskip("pyarrow")

PASSES, ROWS = 3, 50


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Four files of every kind, 16 chunks."""
    X, y = made_rows(n=800)
    path = tmp_path_factory.mktemp("rows")
    kinds = ("csv", "parquet", "csv.gz", "parquet")
    for k, (rows, kind) in enumerate(zip(chunks_of(800, 200), kinds, strict=True)):
        write(path / f"{k}.{kind}", X[rows], y[rows])
    return path


def fit(folder, checkpoint, learner=None, **given):
    learner = learner or Perceptron(margin=0.1)
    known = {"target": "label", "passes": PASSES, "chunk_rows": ROWS, "checkpoint_seconds": 0.0}
    return fit_files(folder, learner=learner, checkpoint=checkpoint, **(known | given))


def killed(action, chunks, seconds):
    """Fork a child that is killed -9 some moments after a number of chunks; whether it was."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # threads of earlier tests are idle
        child = os.fork()
    if child == 0:
        told = []

        def count(progress):
            told.append(progress)
            if len(told) == chunks + 1:
                threading.Timer(seconds, os.kill, (os.getpid(), signal.SIGKILL)).start()

        try:
            action(count)
        finally:
            os._exit(0)
    return os.WIFSIGNALED(os.waitpid(child, 0)[1])


@pytest.mark.parametrize("hypothesis", ["averaged", "voted"])
def test_kill_9_at_10_random_moments_changes_no_bit(folder, tmp_path, hypothesis):
    learner, X = Perceptron(margin=0.1, hypothesis=hypothesis), made_rows(n=800)[0]
    whole, draw = fit(folder, tmp_path / "whole", learner), random.Random(5)
    checkpoint, scratch = tmp_path / "checkpoint", tmp_path / "scratch"
    known = {"learner": learner, "resume": True, "scratch": scratch}
    times, moments = 0, set()
    while times < 10:
        action = partial(fit, folder, checkpoint, **known)
        times += killed(
            lambda count, action=action: action(progress=count),
            draw.randrange(8),
            draw.uniform(0, 0.02),
        )
        if checkpoint.exists():
            state = load_fit(checkpoint)
            moments.add((len(state.coding.marks), state.number, state.position))
            if state.number == PASSES:
                checkpoint.unlink()
    found = fit(folder, checkpoint, **known)
    assert len(moments) >= 4
    same_models(found.estimator, whole.estimator, X)
    assert found.facts["progressive_error"] == whole.facts["progressive_error"]
    assert found.coder.schema_ == whole.coder.schema_
    assert {path.name for path in tmp_path.iterdir()} == {"whole", "checkpoint"}


def test_an_interrupted_fit_goes_on(folder, tmp_path):
    X = made_rows(n=800)[0]
    whole, checkpoint = fit(folder, None), tmp_path / "checkpoint"

    def interrupted():
        ctrl_c(after=0.15)
        fit(folder, checkpoint, passes=200)

    with pytest.raises(KeyboardInterrupt):
        in_child(interrupted)
    number = load_fit(checkpoint).number
    found = fit(folder, checkpoint, resume=True, passes=max(PASSES, number + 1))
    wanted = whole if number < PASSES else fit(folder, None, passes=number + 1)
    same_models(found.estimator, wanted.estimator, X)


def test_a_finished_fit_may_have_more_passes(folder, tmp_path):
    X, checkpoint = made_rows(n=800)[0], tmp_path / "checkpoint"
    fit(folder, checkpoint, passes=1)
    found = fit(folder, checkpoint, passes=PASSES, resume=True)
    same_models(found.estimator, fit(folder, None).estimator, X)


def test_kernels_are_resumed_with_their_support_rows(tmp_path):
    X, y = made_rows(n=120)
    path = write(tmp_path / "rows.csv", X, y)
    learner, checkpoint = KernelPerceptron(gamma=0.1), tmp_path / "checkpoint"
    fit(path, checkpoint, learner, passes=1)
    found = fit(path, checkpoint, learner, passes=2, resume=True)
    same_models(found.estimator, fit(path, None, learner, passes=2).estimator, X)


def test_a_disk_that_fills_up_leaves_the_checkpoint_before(folder, tmp_path, monkeypatch):
    X, checkpoint = made_rows(n=800)[0], tmp_path / "checkpoint"
    synced, real = [], os.fsync

    def full(handle):
        synced.append(handle)
        if len(synced) > 20:
            raise OSError(28, "No space left on device")
        real(handle)

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match=r"the one before is intact\. Make room, and resume"):
        fit(folder, checkpoint)
    monkeypatch.undo()
    assert load_fit(checkpoint).position > 0
    same_models(fit(folder, checkpoint, resume=True).estimator, fit(folder, None).estimator, X)


def test_a_disk_without_room_for_kept_chunks_costs_time_only(folder, tmp_path, monkeypatch):
    X, saved, real = made_rows(n=800)[0], [], np.save

    def full(file, array):
        saved.append(file)
        if len(saved) > 5:
            raise OSError(28, "No space left on device")
        real(file, array)

    monkeypatch.setattr(np, "save", full)
    found = fit(folder, None, passes=PASSES, scratch=tmp_path / "scratch")
    monkeypatch.undo()
    assert 0 < len(saved) <= 6
    same_models(found.estimator, fit(folder, None).estimator, X)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"seed": 1}, "belongs to a fit with seed=0, but now seed=1"),
        ({"chunk_rows": 30}, "belongs to a fit with chunk_rows=50"),
        ({"learner": Perceptron(margin=0.2)}, "belongs to a fit with learners="),
        ({"target": "x0"}, "belongs to a fit with target='label', but now target='x0'"),
    ],
    ids=str,
)
def test_a_checkpoint_of_another_fit_is_refused(folder, tmp_path, change, message):
    checkpoint = tmp_path / "checkpoint"
    fit(folder, checkpoint, passes=1)
    with pytest.raises(ValueError, match=message):
        fit(folder, checkpoint, resume=True, **change)


def test_a_file_that_changed_since_is_refused(tmp_path):
    X, y = made_rows()
    path, checkpoint = write(tmp_path / "rows.csv", X, y), tmp_path / "checkpoint"
    fit(path, checkpoint)
    write(path, X[::-1], y)
    with pytest.raises(ValueError, match=r"rows.csv has changed since checkpoint was written"):
        fit(path, checkpoint, resume=True)


def test_damaged_and_foreign_checkpoints_are_refused(folder, tmp_path):
    checkpoint = tmp_path / "checkpoint"
    model = fit(folder, checkpoint, passes=1)
    data = checkpoint.read_bytes()
    checkpoint.write_bytes(data[:-50] + bytes(50))
    with pytest.raises(BadModelError, match="its SHA-256 does not match"):
        fit(folder, checkpoint, passes=1, resume=True)
    from rosenblatt.models import save

    save(model, checkpoint)
    with pytest.raises(BadModelError, match="is a model, not a checkpoint"):
        fit(folder, checkpoint, passes=1, resume=True)


def test_a_checkpoint_is_no_model(folder, tmp_path):
    fit(folder, tmp_path / "checkpoint", passes=1)
    with pytest.raises(BadModelError):
        load(tmp_path / "checkpoint")


def test_resuming_without_a_checkpoint_starts_anew(folder, tmp_path):
    found = fit(folder, tmp_path / "none yet", passes=1, resume=True)
    same_models(found.estimator, fit(folder, None, passes=1).estimator, made_rows(n=800)[0])
