"""Work for the laboratory's tests: a small real experiment, and tasks that go wrong."""

import os
import signal
import tempfile
import time
from pathlib import Path

import numpy as np

from rosenblatt import lab
from rosenblatt.lab.measure import measure

EXPERIMENT = {
    "name": "hypotheses",
    "source": "which hypothesis to keep when classes overlap",
    "datasets": [
        {"name": "make_threenorm", "n_samples": 300},
        {"name": "make_ringnorm", "n_samples": 300, "random_state": 1},
    ],
    "protocol": {"kind": "folds", "folds": 4},
    "repetitions": 50,
    "models": [
        {"estimator": "Perceptron", "grid": {"hypothesis": ["last", "longest", "averaged"]}},
        {"estimator": "RCDPerceptron", "parameters": {"max_iter": 100}},
    ],
}


def experiment():
    return lab.from_dict(EXPERIMENT)


def rows(path, tasks=None):
    """Rows of the experiment in a store, as they go into its table."""
    with lab.Store(path) as store:
        return store.rows(experiment().tasks() if tasks is None else tasks)


def run(path, jobs, tasks=None):
    with lab.Store(path) as store:
        return lab.run(experiment().tasks() if tasks is None else tasks, store, jobs=jobs)


def squares(function, count, **arguments):
    """Tasks of a function of this file."""
    return [lab.Task(f"lab_work:{function}", arguments | {"number": n}) for n in range(count)]


def note(folder, arguments):
    """Measure, and leave a mark for each time it was done.

    Takes long enough for other runs to notice: workers report four times a second.
    """
    handle, _ = tempfile.mkstemp(dir=folder)
    os.close(handle)
    time.sleep(0.05)
    return measure(**arguments)


def rest(number, seconds):
    time.sleep(seconds)
    return {"square": number**2}


def raise_until_ready(number, folder):
    """Fail as long as there is no file "ready" in the folder."""
    if not (Path(folder) / "ready").exists():
        raise ArithmeticError(f"number {number} is not ready")
    return {"square": number**2}


def end_its_worker(number):
    if number == 7:
        os.kill(os.getpid(), signal.SIGKILL)
    return {"square": number**2}


def counts(numbers):
    return {"mean": np.mean(numbers), "most": np.max(numbers)}


def talk(number):
    print("words on standard output")
    return {"square": number**2}
