"""Work for the tests of the laboratory: a small real experiment, and tasks that go wrong."""

import os
import signal
import sys
import time
from pathlib import Path

from rosenblatt import lab

EXPERIMENT = {
    "name": "hypotheses on noise",
    "source": "which hypothesis to keep when classes overlap",
    "datasets": [
        {"name": "make_threenorm", "n_samples": 300},
        {"name": "make_ringnorm", "n_samples": 300, "random_state": 1},
    ],
    "protocol": {"kind": "folds", "folds": 4},
    "repetitions": 40,
    "models": [
        {"estimator": "Perceptron", "grid": {"hypothesis": ["last", "longest", "averaged"]}},
        {"estimator": "RCDPerceptron", "parameters": {"max_iter": 100}},
    ],
}


def experiment():
    return lab.from_dict(EXPERIMENT)


def table(path):
    """The rows of the experiment that a store holds."""
    with lab.Store(path) as store:
        tasks = experiment().tasks()
        return store.rows(tasks), lab.means(store.rows(tasks), ["dataset", "model"], "test_error")


def main(path, jobs):
    """Run the experiment, as a process of its own."""
    with lab.Store(path) as store:
        lab.run(experiment().tasks(), store, jobs=int(jobs))


def sleep(seconds, number):
    time.sleep(seconds)
    return {"square": number**2}


def raise_once(folder, number):
    """Fail the first time that it is called with this folder and number."""
    mark = Path(folder) / str(number)
    if not mark.exists():
        mark.touch()
        raise ArithmeticError(f"number {number} is not ready")
    return {"square": number**2}


def end_its_worker(number):
    os.kill(os.getpid(), signal.SIGKILL)


def talk(number):
    print("words on standard output")
    return {"square": number**2}


if __name__ == "__main__":
    main(*sys.argv[1:])
