"""Fits from files in processes of their own, killed by the clock wherever they are."""

import multiprocessing
import time
from pathlib import Path

from rosenblatt import Perceptron
from rosenblatt.models import fit_files, load, save
from rosenblatt.models.file_fit import load_fit

# What children are forked with; the server does not know the folder of this module.
IMPORTED = ["pyarrow.dataset", "pyarrow.parquet", "rosenblatt.models.fit_files", "skops.io"]
PASSES, ROWS = 3, 50
EVERY = 0.005  # seconds between checkpoints: most of the time they are being written


def fit_and_save(folder, out, hypothesis, pipe):
    """What ``rosenblatt fit --resume`` does, with very many checkpoints."""
    pipe.send("ready")
    checkpoint = Path(f"{out}.checkpoint")
    model = fit_files(
        folder, target="label", learner=Perceptron(margin=0.1, hypothesis=hypothesis),
        passes=PASSES, chunk_rows=ROWS, checkpoint=checkpoint, checkpoint_seconds=EVERY,
        resume=True, scratch=Path(f"{out}.scratch"),
    )  # fmt: skip
    save(model, out)
    checkpoint.unlink(missing_ok=True)


def started(*given):
    """A process that is about to fit; children of one server, which has everything imported."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(IMPORTED)
    here, there = context.Pipe()
    process = context.Process(target=fit_and_save, args=(*given, there))
    process.start()
    assert here.recv() == "ready"
    return process


def undisturbed(*given):
    """Fit to the end and return the seconds it took."""
    process, begin = started(*given), time.perf_counter()
    process.join()
    assert process.exitcode == 0
    return time.perf_counter() - begin


def killed_after(seconds, *given):
    """Kill a fit some seconds after its beginning; whether it was still running."""
    process = started(*given)
    process.join(seconds)
    process.kill()
    process.join()
    return process.exitcode != 0


def place(out):
    """How far a killed fit had come, by what it left behind."""
    checkpoint = Path(f"{out}.checkpoint")
    if not checkpoint.exists():
        return "saved" if Path(out).exists() else "nothing"
    fit = load_fit(checkpoint)
    if not fit.classes:
        return "coding"
    return "learned" if fit.number == PASSES else f"pass {fit.number + 1}"


def learned(out):
    """All of a saved model but the times."""
    model = load(out)
    times = ("fitted", "fit_seconds")
    facts = {name: value for name, value in model.facts.items() if name not in times}
    return model, model.coder.schema_, facts
