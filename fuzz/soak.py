"""``python -m fuzz.soak``: fit, go on, predict, save and load for a long time; nothing may grow."""

import argparse
import os
import resource
import sys
import tempfile
import threading
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from rosenblatt.ensembles import AdaBoostPerceptron, BaggedPerceptron
from rosenblatt.estimators import (
    AveragedPerceptron,
    KernelPerceptron,
    RCDPerceptron,
    VotedPerceptron,
)
from rosenblatt.models import load, save

WARM_UP = 0.2  # share of the time after which nothing may grow any more
MOST_GROWTH = 1.05  # of the memory


@dataclass(frozen=True)
class Footprint:
    """What the process holds."""

    kilobytes: int
    files: int
    threads: int


def footprint() -> Footprint:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    page = resource.getpagesize() // 1024
    return Footprint(pages * page, len(os.listdir("/proc/self/fd")), threading.active_count())


def work(seed: int, folder: str) -> None:
    """One round of all that a service does with models."""
    random = np.random.default_rng(seed)
    X, y = random.normal(size=(300, 20)), random.integers(3, size=300)
    AveragedPerceptron(max_iter=5, probability="sigmoid").fit(X, y).predict_proba(X)
    RCDPerceptron(max_iter=20, n_jobs=2).fit(X, y).predict(X)
    KernelPerceptron(max_iter=2, n_jobs=2).fit(X, y).predict(X)
    AdaBoostPerceptron(AveragedPerceptron(max_iter=2), n_estimators=5).fit(X, y).predict(X)
    BaggedPerceptron(n_estimators=3, n_jobs=2).fit(X, y).predict(X)
    stream = VotedPerceptron(max_iter=2, n_jobs=2)
    for at in range(0, 300, 100):
        stream.partial_fit(X[at : at + 100], y[at : at + 100], classes=[0, 1, 2])
    path = Path(folder) / "model.rosenblatt"
    save(stream, path, resume=True)
    load(path).estimator.partial_fit(X, y).predict(X)


def soak(seconds: float) -> tuple[Footprint, Footprint, int]:
    """The footprint after a warm-up and in the end, and the number of rounds."""
    begin, rounds, early = time.monotonic(), 0, None
    with tempfile.TemporaryDirectory() as folder:
        while time.monotonic() - begin < seconds or early is None:
            work(rounds, folder)
            rounds += 1
            if early is None and time.monotonic() - begin > WARM_UP * seconds:
                early = footprint()
    return early, footprint(), rounds


def is_flat(early: Footprint, late: Footprint) -> bool:
    same = late.files <= early.files and late.threads <= early.threads
    return same and late.kilobytes <= MOST_GROWTH * early.kilobytes


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=3600.0)
    early, late, rounds = soak(parser.parse_args().seconds)
    print(f"{rounds} rounds\nafter the warm-up: {early}\nin the end:        {late}")
    return 0 if is_flat(early, late) else 1


if __name__ == "__main__":
    sys.exit(main())
